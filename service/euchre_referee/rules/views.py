"""What one seat, or a spectator, may see of a game: built field by field from what that viewer may know."""

from typing import Final, NamedTuple

from euchre_referee.rules.actions import STAY
from euchre_referee.rules.cards import hand_cards
from euchre_referee.rules.phase import Phase
from euchre_referee.rules.result import DealResult
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import State


class View(NamedTuple):
    """The game as ``viewer`` may see it; None stands for no seat, card or suit wherever a type allows it.

    Cards, suits and actions are the integers of ``cards`` and ``actions``. Tuples indexed "by seat" have one
    entry a player. Cards given away stay hidden from everybody else even after the deal (RULES 3).
    """

    rules: RuleSet
    viewer: int | None
    """The seat that looks; None is a spectator."""
    deal_number: int
    """Deals dealt so far, void ones included; the current one counts."""
    scored_deals: int
    dealer: int
    """Dealer of the current deal, or of the next one between deals; -1 while nobody has been drawn."""
    scores: tuple[int, ...]
    """By seat, after the last completed deal; partners both carry the side's score."""
    phase: Phase
    to_act: int
    """The seat to act; -1 when nobody is."""
    hand: tuple[int, ...]
    """The viewer's own cards, ascending; empty for spectators and while the referee withholds it."""
    hand_sizes: tuple[int, ...]
    """By seat: cards held; hands laid down or withdrawn count as they lie."""
    turn_up: int | None
    """The card turned up after the deal, wherever it is now."""
    turned_down: bool
    """The turn-up was passed over by everybody."""
    proposed: int | None
    """The suit that can be ordered; a turned joker has none until the dealer names it."""
    trump: int | None
    """0..3 a suit, 4 no trump."""
    maker: int | None
    """Whoever made trump; in an auction of tricks the highest bidder so far."""
    alone: bool
    lone_defender: int | None
    sits_out: tuple[int, ...]
    """Seats whose partner plays alone."""
    best_bid: tuple[int, int] | None
    """Seat and bid of the highest bid so far."""
    called: int | None
    """The card called by an auction's maker."""
    partner: int | None
    """The auction maker's partner, once the called card has been played."""
    withdrew: tuple[int, ...]
    """Seats known to have withdrawn, ascending."""
    stayed: tuple[int, ...]
    """Seats known to have said stay, ascending."""
    leader: int | None
    """Who led, or is to lead, the current trick."""
    trick: tuple[tuple[int, int], ...]
    """Seat and card, in order of play."""
    tricks: tuple[int, ...]
    """By seat: tricks taken."""
    moves: tuple[int, ...]
    """Every action of the deal, ``seat << 16 | code``; hidden cards as HIDDEN, hidden answers as ANSWER."""
    put_away: tuple[int, ...]
    """The viewer's own cards given away face down, in order."""
    received: tuple[int, ...]
    """Cards the viewer received after the deal: the turn-up, a partner's best; in order."""
    legal: tuple[int, ...]
    """The viewer's legal action codes; empty unless the viewer is to act."""
    finished: bool
    winners: tuple[int, ...]
    result: DealResult | None
    """The result of the deal just completed; None while a deal runs."""


_STAY: Final = Phase.STAY


def view(state: State, viewer: int | None) -> View:
    """What this seat, or a spectator (None), may see now."""
    unplayed = state.unplayed
    hands = state.hands
    hand: tuple[int, ...] = ()
    put_away: tuple[int, ...] = ()
    received: tuple[int, ...] = ()
    legal: tuple[int, ...] = ()
    if viewer is not None:
        hand = () if state.withheld and viewer == state.dealer else hand_cards(hands[viewer] & unplayed)
        put_away = state.put_away[viewer]
        received = state.received[viewer]
        legal = state.legal if viewer == state.to_act else ()
    withdrew, stayed = _known_answers(state, viewer)
    return View(
        state.rules,
        viewer,
        state.deal_number,
        state.scored_deals,
        state.dealer,
        state.scores,
        state.phase,
        state.to_act,
        hand,
        tuple([(mask & unplayed).bit_count() for mask in hands]),
        state.turn_up,
        state.turned_down,
        state.proposed,
        state.trump,
        state.maker,
        state.alone,
        state.lone_defender,
        state.sits_out,
        state.best_bid,
        state.called,
        state.partner,
        withdrew,
        stayed,
        state.leader,
        state.trick,
        state.tricks,
        _moves_seen(state, viewer) if state.secrets else state.moves,
        put_away,
        received,
        legal,
        state.finished,
        state.winners,
        state.result,
    )


def _known_answers(state: State, viewer: int | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who is known to have withdrawn and stayed: while answers are secret, only one's own."""
    if state.phase is not _STAY or viewer is None:
        return state.withdrew, state.stayed
    withdrew, stayed = state.withdrew, state.stayed
    for seat, code in state.answers:
        if seat == viewer and seat not in withdrew + stayed:
            return ((*withdrew, seat), stayed) if code != STAY else (withdrew, (*stayed, seat))
    return withdrew, stayed


def _moves_seen(state: State, viewer: int | None) -> tuple[int, ...]:
    moves = list(state.moves)
    for index, seen_by, shown in state.secrets:
        if viewer is None or not seen_by >> viewer & 1:
            moves[index] = shown
    return tuple(moves)
