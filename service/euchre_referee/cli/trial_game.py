"""A program that joins by itself is tried in a game of one deal, in which its session has every seat."""

import json
from typing import Final

from euchre.v1.game_pb2 import TERMINATION_NORMAL, Event
from euchre_client import AsyncClient, ruleset
from euchre_referee.rules.ruleset import RuleSet

_NAME: Final = "trial"
_MOST_EVENTS: Final = 200
"""A deal has fewer; players who always pass may go on for ever."""


async def trial_game(client: AsyncClient, rules: RuleSet, within: float) -> str | None:
    """What is wrong with the program that plays with the client's token, if anything; `within` seconds an action.

    Raises `euchre_client.RefereeError`.
    """
    form = json.loads(rules.canonical)
    made = await client.create_game(
        ruleset(form["preset"], {**form["options"], "max_deals": 1}), action_limit_ms=int(within * 1000)
    )
    for seat in range(rules.players):
        await client.join_game(made.game, _NAME, seat=seat)
    events = 0
    async for news in client.watch(made.game):
        for event in news.events:
            if (wrong := _wrong(event)) is not None:
                await client.resign(made.game, 0)
                return wrong
        events += len(news.events)
        if events > _MOST_EVENTS:
            await client.resign(made.game, 0)
            break
    return None


def _wrong(event: Event) -> str | None:
    """The fault that an event tells of."""
    if event.HasField("struck"):
        return f"seat {event.struck.seat} of its trial game sent an action that is not legal"
    if event.HasField("default_action"):
        return _late(event.default_action.disconnected)
    if event.HasField("deal_lost"):
        return _late(event.deal_lost.cause == "disconnect")
    if event.HasField("game_over") and event.game_over.termination != TERMINATION_NORMAL:
        return _late(event.game_over.cause == "disconnect")
    return None


def _late(disconnected: bool) -> str:
    if disconnected:
        return "it did not play its trial game in time, and had no stream open"
    return "it did not play its trial game in time, although it had a stream open"
