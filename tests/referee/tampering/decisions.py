"""Actions changed, and what the referee did to a seat or in its place."""

from dataclasses import replace

from euchre_referee.referee.entries import (
    Acted,
    Clocks,
    Created,
    Mark,
    Sanction,
    Struck,
)
from euchre_referee.referee.history import History
from euchre_referee.rules.actions import action_text
from euchre_referee.rules.defaults import default_action
from tests.referee.tampering.changes import Expected, Log, by_chain, changed, found, in_entry, marked


def action_made_illegal(log: Log) -> Expected:
    at, acted = found(log, Acted)
    changed(log, at, replace(acted, action=(7 << 6) + 1))
    return Expected(at, "is refused: ACTION_NOT_ALLOWED_NOW; seat ")


def action_changed(log: Log) -> Expected:
    """Another legal action of the same seat, at the last choice of the game that there was."""
    for happening in reversed(list(History(log[0]).follow(log[1:]))):
        acted, at = happening.entry, happening.version - 1
        if isinstance(acted, Acted) and len(happening.before.legal) > 1:
            other = next(code for code in happening.before.legal if code != acted.action)
            changed(log, at, replace(acted, action=other))
            return Expected(at, "")
    raise AssertionError("there is no choice in the whole game")


def another_seat_acts(log: Log) -> Expected:
    at, acted = found(log, Acted, -1)
    changed(log, at, replace(acted, seat=(acted.seat + 1) % 4))
    return Expected(at, f"entry {at} is refused: NOT_YOUR_TURN; seat {acted.seat} was to act: ")


def action_removed(log: Log) -> Expected:
    at, _ = found(log, Acted, -1)
    del log[at]
    return in_entry(at, "the end tells the scores ")


def action_inserted(log: Log) -> Expected:
    at, acted = found(log, Acted)
    log.insert(at, replace(acted, spent_ms=1).encode())
    return Expected(at, f"entry {at + 1} is refused: ")


def actions_reordered(log: Log) -> Expected:
    at, _ = found(log, Acted, -1)
    log[at - 1], log[at] = log[at], log[at - 1]
    return Expected(at - 1, f"entry {at - 1} is refused: NOT_YOUR_TURN")


def entry_doubled(log: Log) -> Expected:
    at, _ = found(log, Acted, -1)
    log.insert(at, log[at])
    return Expected(at, f"entry {at + 1} is refused: ")


def time_spent_changed(log: Log) -> Expected:
    at, acted = found(log, Acted, -1)
    changed(log, at, replace(acted, spent_ms=acted.spent_ms + 1))
    return by_chain(log, at)


def lag_changed(log: Log) -> Expected:
    at, acted = marked(log, Mark.OWN)
    changed(log, at, replace(acted, lag_ms=acted.lag_ms - 1))
    return by_chain(log, at)


def lag_beyond_the_time_spent(log: Log) -> Expected:
    at, acted = marked(log, Mark.OWN)
    changed(log, at, replace(acted, lag_ms=acted.spent_ms + 1))
    return in_entry(at, f"the lag of {acted.spent_ms + 1} ms is more than the {acted.spent_ms} ms spent")


def own_instead_of_clock(log: Log) -> Expected:
    at, acted = marked(log, Mark.TIMEOUT)
    changed(log, at, replace(acted, mark=Mark.OWN))
    return by_chain(log, at)


def clock_instead_of_own(log: Log) -> Expected:
    """A referee that plays for a seat what it likes, and says that the clock did."""
    for happening in History(log[0]).follow(log[1:]):
        acted, at = happening.entry, happening.version - 1
        if isinstance(acted, Acted) and acted.mark is Mark.OWN and acted.action != default_action(happening.before):
            changed(log, at, replace(acted, mark=Mark.TIMEOUT))
            return in_entry(at, f"{action_text(acted.action)!r} is marked timeout, but the default action is ")
    raise AssertionError("every action is the default one")


def time_out_too_early(log: Log) -> Expected:
    at, acted = marked(log, Mark.TIMEOUT)
    changed(log, at, replace(acted, spent_ms=1))
    return in_entry(at, "time ran out after 1 ms with 0 ms of lag, it must be ")


def strikes_without_strikes(log: Log) -> Expected:
    at, acted = marked(log, Mark.TIMEOUT)
    changed(log, at, replace(acted, mark=Mark.STRIKES))
    return in_entry(at, "it is marked strikes, but no strike before it reaches the limit")


def timeout_instead_of_strikes(log: Log) -> Expected:
    at, acted = marked(log, Mark.STRIKES)
    changed(log, at, replace(acted, mark=Mark.TIMEOUT))
    return in_entry(at, "the strike before it reaches the limit, so it must be the default action, marked strikes")


def own_after_the_last_strike(log: Log) -> Expected:
    at, acted = marked(log, Mark.STRIKES)
    changed(log, at, replace(acted, mark=Mark.OWN))
    return in_entry(at, "the strike before it reaches the limit, so it must be the default action, marked strikes")


def sanction_of_the_terms_changed(log: Log) -> Expected:
    _, created = found(log, Created)
    changed(log, 0, replace(created, conduct=replace(created.conduct, on_strikes=Sanction.FORFEIT)))
    at, _ = marked(log, Mark.STRIKES)
    text = "it is the default action, but the terms of the table bring the forfeit of the game"
    return Expected(0, f"proof.entries[{at}]: {text}")


def strike_for_what_is_legal(log: Log) -> Expected:
    at, struck = found(log, Struck)
    changed(log, at, replace(struck, action="pass"))
    return in_entry(at, "'pass' was struck, but is legal")


def strike_for_another_reason(log: Log) -> Expected:
    at, struck = found(log, Struck)
    changed(log, at, replace(struck, reason="MUST_FOLLOW_SUIT"))
    return in_entry(at, f"{struck.action!r} was struck as MUST_FOLLOW_SUIT, it must be {struck.reason}")


def the_same_struck_twice(log: Log) -> Expected:
    at, struck = found(log, Struck, -1)
    changed(log, at, replace(struck, action="hop", reason="MALFORMED_ACTION"))
    return in_entry(at, "'hop' was struck in this turn before")


def one_strike_too_many(log: Log) -> Expected:
    at, struck = found(log, Struck, -1)
    log.insert(at + 1, replace(struck, strikes=struck.strikes + 1, action="jump").encode())
    return in_entry(at + 1, "the strike before it reaches the limit, the default action must follow")


def strike_removed(log: Log) -> Expected:
    at, _ = found(log, Struck)
    del log[at]
    return in_entry(at, "it is strike 1 of seat ")


def strikes_where_they_cost_nothing(log: Log) -> Expected:
    _, created = found(log, Created)
    changed(log, 0, replace(created, conduct=replace(created.conduct, strike_limit=0)))
    at, _ = found(log, Struck)
    return Expected(0, f"proof.entries[{at}]: a strike at a table where refused actions cost nothing")


def timeout_without_a_clock(log: Log) -> Expected:
    _, created = found(log, Created)
    changed(log, 0, replace(created, clocks=Clocks()))
    at, _ = marked(log, Mark.TIMEOUT)
    return Expected(0, f"proof.entries[{at}]: it is marked timeout, but the game has no clock")
