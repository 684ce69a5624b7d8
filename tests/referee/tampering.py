"""What somebody could change in a log; each change says where verification must find it."""

from dataclasses import replace
from typing import Any

from euchre_referee.referee.entries import (
    Acted,
    Clocks,
    Conduct,
    Created,
    Dealt,
    Ended,
    Entry,
    Joined,
    Mark,
    Struck,
    decode,
)
from euchre_referee.referee.history import History
from euchre_referee.rules.actions import action_text
from euchre_referee.rules.defaults import default_action


def changed(log: list[bytes], at: int, entry: Entry) -> None:
    log[at] = entry.encode()


def first(log: list[bytes], kind: type[Entry]) -> tuple[int, Any]:
    return next((at, decode(raw)) for at, raw in enumerate(log) if isinstance(decode(raw), kind))


def last(log: list[bytes], kind: type[Entry]) -> tuple[int, Any]:
    at, entry = first(log[::-1], kind)
    return len(log) - 1 - at, entry


def other_card(log: list[bytes]) -> str:
    at, deal = first(log, Dealt)
    order = bytearray(deal.order)
    order[0], order[7] = order[7], order[0]
    changed(log, at, replace(deal, order=bytes(order)))
    return f"proof.entries[{at}] (deal 1): the cards are not those of the seed's shuffle"


def other_dealer(log: list[bytes]) -> str:
    at, deal = first(log, Dealt)
    changed(log, at, replace(deal, dealer=(deal.dealer + 1) % 4))
    return f"proof.entries[{at}] (deal 1): seat {(deal.dealer + 1) % 4} deals"


def other_scores_between(log: list[bytes]) -> str:
    at, deal = last(log, Dealt)
    changed(log, at, replace(deal, scores=tuple(score + 1 for score in deal.scores)))
    return f"proof.entries[{at}] (deal {deal.deal_number}): its numbers or scores"


def other_strikes(log: list[bytes]) -> str:
    at, deal = last(log, Dealt)
    changed(log, at, replace(deal, strikes=(0, 0, 0, 9)))
    return f"proof.entries[{at}] (deal {deal.deal_number}): its strikes are not"


def other_deal_number(log: list[bytes]) -> str:
    at, deal = last(log, Dealt)
    changed(log, at, replace(deal, deal_number=deal.deal_number + 1))
    return f"proof.entries[{at}] (deal {deal.deal_number + 1})"


def other_head_in_deal(log: list[bytes]) -> str:
    at, deal = last(log, Dealt)
    changed(log, at, replace(deal, head=bytes(16)))
    return f"proof.entries[{at}] (deal {deal.deal_number}): its head"


def illegal_action(log: list[bytes]) -> str:
    at, acted = first(log, Acted)
    changed(log, at, replace(acted, action=(7 << 6) + 1))
    return f"entry {at} is refused: ACTION_NOT_ALLOWED_NOW"


def another_seat(log: list[bytes]) -> str:
    at, acted = last(log, Acted)
    changed(log, at, replace(acted, seat=(acted.seat + 1) % 4))
    return f"entry {at} is refused: NOT_YOUR_TURN"


def other_spent(log: list[bytes]) -> str:
    at, acted = last(log, Acted)
    changed(log, at, replace(acted, spent_ms=acted.spent_ms + 1))
    return "proof.head"


def own_instead_of_clock(log: list[bytes]) -> str:
    at = next(at for at, raw in enumerate(log) if isinstance(acted := decode(raw), Acted) and acted.mark)
    acted = decode(log[at])
    assert isinstance(acted, Acted)
    changed(log, at, replace(acted, mark=Mark.OWN))
    return "marks"


def marked(log: list[bytes], mark: Mark) -> tuple[int, Acted]:
    """The first action with a mark."""
    found = ((at, decode(raw)) for at, raw in enumerate(log))
    return next((at, acted) for at, acted in found if isinstance(acted, Acted) and acted.mark is mark)


def clock_instead_of_own(log: list[bytes]) -> str:
    """A referee that plays for a seat what it likes, and says that the clock did."""
    game = History(log[0])
    for happening in game.follow(log[1:]):
        acted, at = happening.entry, happening.version - 1
        if isinstance(acted, Acted) and acted.mark is Mark.OWN and acted.action != default_action(happening.before):
            changed(log, at, replace(acted, mark=Mark.TIMEOUT))
            return f"proof.entries[{at}]: {action_text(acted.action)!r} is marked timeout, but the default action is "
    raise AssertionError("every action is the default one")


def strikes_without_strikes(log: list[bytes]) -> str:
    at, acted = marked(log, Mark.TIMEOUT)
    changed(log, at, replace(acted, mark=Mark.STRIKES))
    return f"proof.entries[{at}]: it is marked strikes, but no strike before it reaches the limit"


def timeout_instead_of_strikes(log: list[bytes]) -> str:
    at, acted = marked(log, Mark.STRIKES)
    changed(log, at, replace(acted, mark=Mark.TIMEOUT))
    return f"proof.entries[{at}]: the strike before it reaches the limit, so it must be the sanction"


def own_after_the_last_strike(log: list[bytes]) -> str:
    at, acted = marked(log, Mark.STRIKES)
    changed(log, at, replace(acted, mark=Mark.OWN))
    return f"proof.entries[{at}]: the strike before it reaches the limit, so it must be the sanction"


def strike_for_what_is_legal(log: list[bytes]) -> str:
    at, struck = first(log, Struck)
    changed(log, at, replace(struck, action="pass"))
    return f"proof.entries[{at}]: 'pass' was struck, but is legal"


def the_same_struck_twice(log: list[bytes]) -> str:
    at, struck = last(log, Struck)
    changed(log, at, replace(struck, action="hop"))
    return f"proof.entries[{at}]: 'hop' was struck in this turn before"


def one_strike_too_many(log: list[bytes]) -> str:
    at, struck = last(log, Struck)
    log.insert(at + 1, replace(struck, strikes=struck.strikes + 1, action="jump").encode())
    return f"proof.entries[{at + 1}]: the strike before it reaches the limit, the sanction must follow"


def strikes_where_they_cost_nothing(log: list[bytes]) -> str:
    _, created = first(log, Created)
    changed(log, 0, replace(created, conduct=Conduct(strike_limit=0)))
    at, _ = first(log, Struck)
    return f"proof.entries[{at}]: a strike at a table where refused actions cost nothing"


def timeout_without_a_clock(log: list[bytes]) -> str:
    _, created = first(log, Created)
    changed(log, 0, replace(created, clocks=Clocks()))
    at, _ = marked(log, Mark.TIMEOUT)
    return f"proof.entries[{at}]: it is marked timeout, but the game has no clock"


def other_final_scores(log: list[bytes]) -> str:
    at, ended = last(log, Ended)
    changed(log, at, replace(ended, scores=(1, 2, 3, 4)))
    return "proof.entries: the end tells the scores [1, 2, 3, 4]"


def other_winners(log: list[bytes]) -> str:
    at, ended = last(log, Ended)
    changed(log, at, replace(ended, winners=tuple({0, 1, 2, 3} - set(ended.winners))))
    return "proof.entries: the end tells another result"


def other_seed_at_the_end(log: list[bytes]) -> str:
    at, ended = last(log, Ended)
    changed(log, at, replace(ended, seed=bytes(32)))
    return "proof.entries: the seed revealed at the end"


def other_seed(log: list[bytes]) -> str:
    _, created = first(log, Created)
    changed(log, 0, replace(created, seed=b"x" * 32))
    return "proof.entries[0]: the commitment is not the SHA-256 of the seed"


def other_commitment(log: list[bytes]) -> str:
    _, created = first(log, Created)
    changed(log, 0, replace(created, commitment=b"x" * 32))
    return "proof.entries[0]: the commitment is not the SHA-256 of the seed"


def other_nonce(log: list[bytes]) -> str:
    at, joined = first(log, Joined)
    changed(log, at, replace(joined, nonce=b"mine"))
    return "proof.nonces"


def other_name(log: list[bytes]) -> str:
    at, joined = first(log, Joined)
    changed(log, at, replace(joined, name="Mallory"))
    return "players: not what the log's entries say, first at [0]"


def dropped_action(log: list[bytes]) -> str:
    at, _ = last(log, Acted)
    del log[at]
    return "proof.entries: the end tells the scores"


def dropped_deal(log: list[bytes]) -> str:
    at, _ = last(log, Dealt)
    del log[at]
    return f"entry {at} "


def dropped_strike(log: list[bytes]) -> str:
    del log[6]
    return "marks"


def dropped_end(log: list[bytes]) -> str:
    del log[-1]
    return "proof.entries: the log has no end"


def swapped_actions(log: list[bytes]) -> str:
    at, _ = last(log, Acted)
    log[at - 1], log[at] = log[at], log[at - 1]
    return f"entry {at - 1} is refused: NOT_YOUR_TURN"


def swapped_joins(log: list[bytes]) -> str:
    log[1], log[2] = log[2], log[1]
    return "proof.head"


def doubled_action(log: list[bytes]) -> str:
    at, _ = last(log, Acted)
    log.insert(at, log[at])
    return f"entry {at + 1} "


def something_after_the_end(log: list[bytes]) -> str:
    log.append(log[-1])
    return f"entry {len(log) - 1} comes after the end"


def no_entry_at_all(log: list[bytes]) -> str:
    log[9] = b"\xff\x00"
    return "entry 9 cannot be read"
