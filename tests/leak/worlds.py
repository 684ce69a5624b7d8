"""The same table in other worlds: what a viewer has not seen is otherwise there, all that it has seen is as it was.

Otherwise are every card that the viewer does not know, in every deal of the game, answers that are secret still, and
the words that others were struck for.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import permutations
from math import factorial
from typing import Final, NamedTuple

from euchre_referee.fairness.chain import head_of
from euchre_referee.referee.entries import Acted, Created, Dealt, Entry, Lost, Struck, decode
from euchre_referee.referee.game import Game
from euchre_referee.referee.history import History
from euchre_referee.rules.actions import ANSWER, CARD_KINDS, STAY, WITHDRAW, kind_of
from euchre_referee.rules.dealing import hands_from
from euchre_referee.rules.engine import apply
from euchre_referee.rules.refusals import Reason, Refusal
from euchre_referee.rules.state import State
from tests.rules.test_hidden_cards import known_cards

Viewer = int | None

EXCHANGES: Final = 16
"""Tried on the way to a world at random."""
ALL_WAYS: Final = factorial(5)
"""So many ways to deal the hidden cards of a deal are tried one by one."""
FEW: Final = 12
"""So many are all compared."""

HIDDEN_REASONS: Final = frozenset(
    {Reason.CARD_NOT_IN_HAND, Reason.MUST_FOLLOW_SUIT, Reason.CARD_NOT_ALLOWED, Reason.CLAIM_NOT_ALLOWED}
)
"""Why an action may be refused in one world and not in another: a hidden hand does not allow it."""
REFUSED_WORDS: Final = ("play 9h", "play Jd", "nonsense that is much longer than a card", "claim", "bid 6")


class Leak(AssertionError):
    """Something tells one world from another."""


class DealPart(NamedTuple):
    """A deal of a log."""

    start: int
    """Of its entries."""
    stop: int
    state: State
    """After its last entry."""


def other_worlds(log: list[bytes], viewer: Viewer, rng: random.Random, most: int) -> list[list[bytes]]:
    """Logs that the viewer cannot tell from this one: all there are if they are few, else at most so many at random.

    Raises Leak if the same public play leads elsewhere in one of them, as when who is asked depends on hidden cards.
    """
    few = list(_all_ways(log, viewer))
    if few:
        chosen = few if len(few) <= FEW else rng.sample(few, most)
        return [_elsewhere(each, viewer, rng) for each in chosen]
    found: dict[tuple[bytes, ...], list[bytes]] = {}
    for _ in range(most):
        world = _elsewhere(_exchanged(log, viewer, rng), viewer, rng)
        if world != log:
            found[tuple(world)] = world
    return list(found.values())


def _all_ways(log: list[bytes], viewer: Viewer) -> Iterator[list[bytes]]:
    """Every other way to deal what is hidden in the last deal; none if they are too many."""
    deal = deals_of(log)[-1]
    unknown = unknown_cards(deal.state, viewer)
    if factorial(len(unknown)) > ALL_WAYS:
        return
    seen = {_cards(log, deal)}
    for order in permutations(unknown):
        tried = traded(log, deal, viewer, dict(zip(unknown, order, strict=True)))
        cards = _cards(tried, deal)
        if cards not in seen and follows(tried):
            yield tried
        seen.add(cards)


def _cards(log: list[bytes], deal: DealPart) -> object:
    """What is where in a deal, whatever the order in which a hand came."""
    dealt = decode(log[deal.start])
    assert isinstance(dealt, Dealt)
    made = hands_from(deal.state.rules, dealt.dealer, dealt.order)
    return tuple(frozenset(hand) for hand in made.hands), tuple(log[deal.start + 1 : deal.stop])


def _exchanged(log: list[bytes], viewer: Viewer, rng: random.Random) -> list[bytes]:
    """Pairs of hidden cards have changed places, in any of the deals."""
    deals = deals_of(log)
    world = log
    for _ in range(EXCHANGES):
        deal = deals[-1] if rng.random() < 0.7 else rng.choice(deals)
        unknown = unknown_cards(deal.state, viewer)
        if len(unknown) < 2:
            continue
        one, other = rng.sample(unknown, 2)
        # Which moves of the deal are hidden is the same in every world.
        tried = traded(world, deal, viewer, {one: other, other: one})
        if follows(tried):
            world = tried
    return world


def unknown_cards(state: State, viewer: Viewer) -> list[int]:
    """The cards of a deal that the viewer has not seen."""
    return sorted(set(state.rules.deck) - known_cards(state, viewer))


def deals_of(log: list[bytes]) -> list[DealPart]:
    """The deals of a log, in order."""
    history = History(log[0])
    states = [history.game.state, *(happening.after for happening in history.follow(rechained(log)[1:]))]
    starts = [at for at, raw in enumerate(log) if isinstance(decode(raw), Dealt)]
    stops = [*starts[1:], len(log)]
    return [DealPart(start, stop, states[stop - 1]) for start, stop in zip(starts, stops, strict=True)]


def traded(log: list[bytes], deal: DealPart, viewer: Viewer, trade: Mapping[int, int]) -> list[bytes]:
    """The log with cards of a deal in each other's place, wherever the viewer does not see them."""
    hidden = _hidden_moves(deal.state, viewer)
    made, move = list(log), 0
    for at in range(deal.start, deal.stop):
        entry: Entry = decode(log[at])
        if isinstance(entry, Dealt):
            made[at] = replace(entry, order=bytes(trade.get(card, card) for card in entry.order)).encode()
        elif isinstance(entry, Acted):
            if hidden.get(move, ANSWER) != ANSWER and kind_of(entry.action) in CARD_KINDS:
                card = entry.action & 63
                made[at] = replace(entry, action=entry.action & ~63 | trade.get(card, card)).encode()
            move += 1
    return rechained(made)


def _hidden_moves(state: State, viewer: Viewer) -> dict[int, int]:
    """By place in the deal, what the viewer is shown instead of a move."""
    return {
        position: shown & 0xFFFF
        for position, seen_by, shown in state.secrets
        if viewer is None or not seen_by >> viewer & 1
    }


def _elsewhere(log: list[bytes], viewer: Viewer, rng: random.Random) -> list[bytes]:
    """Secret answers are otherwise, and so are the words that others were struck for."""
    made = list(log)
    for deal in deals_of(log):
        hidden, move = _hidden_moves(deal.state, viewer), 0
        for at in range(deal.start, deal.stop):
            entry: Entry = decode(log[at])
            if isinstance(entry, Struck) and entry.seat != viewer:
                made[at] = replace(entry, action=rng.choice(REFUSED_WORDS), reason=rng.choice(list(Reason))).encode()
            elif isinstance(entry, Acted):
                if hidden.get(move) == ANSWER:
                    made[at] = replace(entry, action=rng.choice((STAY, WITHDRAW))).encode()
                move += 1
    made = rechained(made)
    if not follows(made):
        raise Leak("secret answers decide who is asked")
    return made


def follows(log: list[bytes]) -> bool:
    """Whether the entries can follow each other: hidden hands allow what was done. Raises Leak if others are asked."""
    history = History(log[0])
    game = history.game
    for at, raw in enumerate(log[1:], 1):
        entry = decode(raw)
        _check_asked(game, entry, at)
        if isinstance(entry, Acted):
            after = apply(game.state, entry.seat, entry.action)
            if isinstance(after, Refusal):
                if after.reason not in HIDDEN_REASONS:
                    raise Leak(f"entry {at}: {after.reason} tells something of hidden cards")
                return False
        game.advance(raw)
    return True


def _check_asked(game: Game, entry: Entry, at: int) -> None:
    """The public play has led to the same question, or to the same deal."""
    state = game.state
    match entry:
        case Acted() | Struck() | Lost():
            same = entry.seat == state.to_act
        case Dealt() if game.deal_version:
            same = state.needs_deal and (entry.dealer, entry.scores) == (state.dealer, state.scores)
        case _:
            return
    if not same:
        raise Leak(f"entry {at}, {entry}: it is not what is asked here, but {state.to_act} in {state.phase}")


def rechained(log: list[bytes]) -> list[bytes]:
    """The log with the heads that its deals name made right."""
    made: list[bytes] = []
    created = decode(log[0])
    assert isinstance(created, Created)
    for raw in log:
        entry = decode(raw)
        if isinstance(entry, Dealt):
            made.append(replace(entry, head=head_of(created.seed, made)).encode())
        else:
            made.append(raw)
    return made
