"""The points on which a program is checked, one after another."""

from collections.abc import AsyncIterator, Awaitable, Sequence
from dataclasses import replace
from itertools import count
from random import Random
from time import monotonic
from typing import Final

from euchre_referee.cli.checking.contestant import Contestant
from euchre_referee.cli.checking.findings import Failure, Finding, Verdict
from euchre_referee.cli.checking.positions import Step, dealt, legal_step, positions
from euchre_referee.cli.stdio.turn_line import Asking
from euchre_referee.rules.dealing import deck, hands_from
from euchre_referee.rules.engine import deal
from euchre_referee.rules.refusals import Refusal
from euchre_referee.rules.ruleset import RuleSetProblems, parse_ruleset
from euchre_referee.rules.state import State
from euchre_referee.rules.views import view

DEALS_OF_A_GAME: Final = 3
_MOST_VOID: Final = 10
"""Deals after which a game is given up: under some rules a program that always passes never ends one."""


class Checker:
    """Asks a contestant; keeps the time that its answers take."""

    def __init__(self, contestant: Contestant, within_ms: int) -> None:
        self._contestant: Final = contestant
        self._within_ms: Final = within_ms
        self._games: Final = count(1)
        self.answers = 0
        self.slowest = 0.0
        """Seconds."""

    async def findings(self, presets: Sequence[str]) -> AsyncIterator[Finding]:
        """Every point, in order; nothing more is asked of a program that does not answer its first turn."""
        first = self._asking(positions(presets[0])[0].state)
        started = await _found("starts", self._starts(first))
        yield started
        points = [
            *((f"{preset}: every step", self._every_step(preset)) for preset in presets),
            *((f"{preset}: a game", self._whole_game(preset)) for preset in presets),
            ("two games at once", self._two_games(presets[0])),
            ("the same turn again", self._same_turn(first)),
            ("a turn that it lost to the clock", self._late(first)),
            ("a refused action", self._refused(first)),
            ("a break", self._interrupted(presets[0])),
        ]
        for point, looking in points:
            if started.verdict is Verdict.OK:
                yield await _found(point, looking)
            else:
                looking.close()
                yield Finding(point, Verdict.NOT_CHECKED, "it does not start")

    def _asking(self, state: State, game: str = "", version: int = 10) -> Asking:
        return Asking(game or f"check-{next(self._games)}", version, view(state, state.to_act), self._within_ms)

    async def _legal(self, asking: Asking) -> int:
        """The code of its answer. Raises Failure if that is not legal."""
        begun = monotonic()
        answer = await self._contestant.ask(asking)
        self.slowest = max(self.slowest, monotonic() - begun)
        self.answers += 1
        return _code(asking, answer)

    async def _starts(self, first: Asking) -> str:
        await self._legal(first)
        return "its first answer is legal"

    async def _every_step(self, preset: str) -> str:
        found = positions(preset)
        for step, state in found:
            try:
                await self._legal(self._asking(state))
            except Failure as failure:
                raise Failure(f"{_told(step)}: {failure}") from failure
        steps = dict.fromkeys(position.step.phase.value for position in found)
        return f"{len(found)} turns: {', '.join(steps)}"

    async def _whole_game(self, preset: str) -> str:
        rules = parse_ruleset(preset, {"max_deals": DEALS_OF_A_GAME})
        assert not isinstance(rules, RuleSetProblems)
        turns = deals = 0
        rng = Random(preset)
        state = dealt(rules, rng)
        while not state.finished and deals < _MOST_VOID:
            deals += 1
            state = state if state.to_act >= 0 else _next_deal(state, rng)
            version = 10 * deals
            game = f"check-{preset}"
            while state.to_act >= 0:
                turns += 1
                version += 1
                state = legal_step(state, await self._legal(self._asking(state, game, version)))
        ended = "to its end" if state.finished else f"given up: {state.scored_deals} of the deals were not void"
        return f"{turns} turns in {deals} deals, {ended}"

    async def _two_games(self, preset: str) -> str:
        rules = parse_ruleset(preset, {})
        assert not isinstance(rules, RuleSetProblems)
        running = {f"check-{name}": dealt(rules, Random(name)) for name in ("one", "other")}
        turns = 0
        while open_games := {game: state for game, state in running.items() if state.to_act >= 0}:
            for game, state in open_games.items():
                turns += 1
                running[game] = legal_step(state, await self._legal(self._asking(state, game, 10 + turns)))
        return f"{turns} turns in turn"

    async def _same_turn(self, first: Asking) -> str:
        answers = {await self._legal(first) for _ in range(3)}
        return "it answers the same" if len(answers) == 1 else "it answers, though not always the same"

    async def _late(self, first: Asking) -> str:
        await self._contestant.ask_late(replace(first, game="check-late"))
        await self._legal(replace(first, game="check-later", version=first.version + 2))
        return "it goes on with the next one"

    async def _refused(self, first: Asking) -> str:
        asking = replace(first, game="check-refused")
        again = await self._contestant.ask_refused(asking)
        if again is not None:
            _code(asking, again)
        await self._legal(replace(first, game="check-after-refusal"))
        what = "leaves it to the clock" if again is None else "answers again, legally"
        return f"it {what}, and goes on with the next one"

    async def _interrupted(self, preset: str) -> str:
        rules = parse_ruleset(preset, {})
        assert not isinstance(rules, RuleSetProblems)
        state = dealt(rules, Random("break"))
        turns = 0
        while state.to_act >= 0:
            turns += 1
            if turns in (2, 7):
                await self._contestant.interrupt()
            state = legal_step(state, await self._legal(self._asking(state, "check-break", 10 + turns)))
        return "it comes back and goes on in the middle of a deal"


async def _found(point: str, looking: Awaitable[str]) -> Finding:
    try:
        return Finding(point, Verdict.OK, await looking)
    except Failure as failure:
        return Finding(point, Verdict.FAILS, str(failure))


def _code(asking: Asking, answer: str) -> int:
    try:
        return asking.code(answer)
    except ValueError:
        raise Failure(f"it answered {answer[:60]!r} where these were legal: {', '.join(asking.legal)}") from None


def _told(step: Step) -> str:
    kinds = ", ".join(sorted(kind.name.lower().replace("_", " ") for kind in step.kinds))
    return f"{step.phase} ({kinds})"


def _next_deal(state: State, rng: Random) -> State:
    order = list(deck(state.rules))
    rng.shuffle(order)
    after = deal(state, hands_from(state.rules, state.dealer, order))
    assert not isinstance(after, Refusal), after
    return after
