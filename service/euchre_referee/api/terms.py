"""A table's clocks and conduct rules in the contract's words, and what may be asked for (docs/conduct.md)."""

from collections.abc import Iterator
from typing import Final, cast

from euchre.v1 import referee_service_pb2 as api
from euchre_referee.referee.delay import MOST_DELAY_DECISIONS, MOST_DELAY_MS, Delay
from euchre_referee.referee.entries import Clocks, Conduct, Sanction
from euchre_referee.referee.game import Game
from euchre_referee.referee.settings import Settings
from euchre_referee.referee.table_terms import (
    CLOCK_PRESETS,
    AskedClocks,
    Problem,
    asked_of,
    clock_problems,
    conduct_problems,
)
from euchre_referee.referee.verdicts import ServiceReason, refuse

_SANCTIONS: Final = {
    api.SANCTION_UNSPECIFIED: Sanction.DEFAULT_ACTION,
    api.SANCTION_DEFAULT_ACTION: Sanction.DEFAULT_ACTION,
    api.SANCTION_LOSE_DEAL: Sanction.LOSE_DEAL,
    api.SANCTION_FORFEIT: Sanction.FORFEIT,
}
_NUMBERS: Final = {sanction: number for number, sanction in _SANCTIONS.items()}


def asked_terms(
    request: api.CreateGameRequest, settings: Settings, most_strikes: int
) -> tuple[AskedClocks | None, Conduct | None]:
    """The clocks and conduct rules that are asked for, None for the server's. Raises CallRefused, naming everything
    that is wrong with both."""
    problems: list[Problem] = []
    asked = _clocks(request.clocks, problems) if request.HasField("clocks") else None
    clocks = settings.clocks if asked is None else asked.over(settings.clocks)
    conduct = _conduct(request.conduct, problems) if request.HasField("conduct") else None
    if asked is not None:
        problems += clock_problems(clocks)
    if conduct is not None:
        problems += conduct_problems(conduct, clocks, most_strikes)
    if problems:
        raise refuse(ServiceReason.INVALID_REQUEST, "; ".join(problem.sentence() for problem in problems))
    return asked, conduct


def _clocks(message: api.Clocks, problems: list[Problem]) -> AskedClocks:
    if not message.preset:
        quota = message.lag_quota_ms if message.HasField("lag_quota_ms") else None
        regain = message.lag_regain_ms if message.HasField("lag_regain_ms") else None
        return AskedClocks(message.action_limit_ms, message.bank_ms, quota, regain)
    if len(message.ListFields()) > 1:
        problems.append(Problem("clocks.preset", "no other field beside it"))
    named = CLOCK_PRESETS.get(message.preset)
    if named is None:
        problems.append(Problem("clocks.preset", f"one of {', '.join(CLOCK_PRESETS)}"))
        return AskedClocks()
    return asked_of(named)


def _conduct(message: api.Conduct, problems: list[Problem]) -> Conduct:
    return Conduct(
        message.strike_limit,
        _sanction("on_strikes", message.on_strikes, problems),
        _sanction("on_timeout", message.on_timeout, problems),
    )


def _sanction(field: str, number: int, problems: list[Problem]) -> Sanction:
    sanction = _SANCTIONS.get(cast("api.Sanction.ValueType", number))
    if sanction is None:
        problems.append(Problem(f"conduct.{field}", f"no sanction has the number {number}"))
        return Sanction.DEFAULT_ACTION
    return sanction


def clocks_message(clocks: Clocks) -> api.Clocks:
    """A game's clocks."""
    return api.Clocks(
        action_limit_ms=clocks.action_limit_ms,
        bank_ms=clocks.bank_ms,
        lag_quota_ms=clocks.lag_quota_ms,
        lag_regain_ms=clocks.lag_regain_ms,
    )


def conduct_message(conduct: Conduct) -> api.Conduct:
    """A game's conduct rules."""
    return api.Conduct(
        strike_limit=conduct.strike_limit,
        on_strikes=_NUMBERS[conduct.on_strikes],
        on_timeout=_NUMBERS[conduct.on_timeout],
    )


def asked_delay(request: api.CreateGameRequest) -> Delay | None:
    """By how much spectators are to lag, None for the server's delay. Raises CallRefused."""
    if not request.HasField("spectator_delay"):
        return None
    asked = request.spectator_delay
    if asked.milliseconds > MOST_DELAY_MS:
        raise refuse(ServiceReason.INVALID_REQUEST, f"spectator_delay.milliseconds: at most {MOST_DELAY_MS}")
    if asked.decisions > MOST_DELAY_DECISIONS:
        raise refuse(ServiceReason.INVALID_REQUEST, f"spectator_delay.decisions: at most {MOST_DELAY_DECISIONS}")
    return Delay(asked.milliseconds, asked.decisions)


def delay_message(delay: Delay) -> api.SpectatorDelay:
    """By how much spectators of a game lag."""
    return api.SpectatorDelay(milliseconds=delay.ms, decisions=delay.decisions)


def standings(game: Game) -> Iterator[api.SeatStanding]:
    """How each seat stands with them."""
    banked = game.created.clocks.bank_ms > 0
    for bank_ms, strikes in zip(game.accounts.banks, game.strikes, strict=True):
        yield api.SeatStanding(bank_left_ms=bank_ms if banked else None, strikes=strikes)


def clock_presets() -> Iterator[api.ClockPreset]:
    """Every preset of clocks."""
    for name, clocks in CLOCK_PRESETS.items():
        yield api.ClockPreset(name=name, clocks=clocks_message(clocks))
