"""The game as it stands in a sampled world, by dealing its cards and doing all moves again through the engine."""

from collections.abc import Iterator

from euchre_referee.bots.careful import careful_bot
from euchre_referee.bots.montecarlo.deduction import Knowledge
from euchre_referee.bots.montecarlo.sampling import World, hands_dealt
from euchre_referee.rules.actions import HIDDEN, Kind
from euchre_referee.rules.cards import cards_in
from euchre_referee.rules.engine import apply_in_place, between_deals, deal
from euchre_referee.rules.refusals import Refusal
from euchre_referee.rules.state import Deal, State
from euchre_referee.rules.views import view as view_of


def replay(known: Knowledge, world: World) -> State:
    """The state whose view is the one that is known, had the cards been dealt as in ``world``.

    Answers that are still secret are those ``careful`` would have given.
    """
    state = start(known, world)
    for _ in steps(known, world, state):
        pass
    return state


def start(known: Knowledge, world: World) -> State:
    """The deal before its first move."""
    view = known.view
    before = between_deals(view.rules, view.scores, view.dealer, view.deal_number - 1, view.scored_deals)
    state = deal(before, _dealt(known, world))
    if isinstance(state, Refusal):
        raise ValueError(f"the sampled deal is refused: {state.detail}")
    return state


def steps(known: Knowledge, world: World, state: State) -> Iterator[tuple[int, int]]:
    """Does the moves seen, one by one; yields seat and action of each before ``state`` is changed by it."""
    hidden = iter(world.hidden)
    for move in known.view.moves:
        seat, code = move >> 16, _unveiled(state, world, hidden, move)
        yield seat, code
        refused = apply_in_place(state, seat, code)
        if refused is not None:
            raise ValueError(f"a move is refused in the sampled deal: {refused.detail}")


def _unveiled(state: State, world: World, hidden: Iterator[int], move: int) -> int:
    code = move & 0xFFFF
    kind = code >> 6
    if kind == Kind.ANSWER:
        return careful_bot(view_of(state, move >> 16))
    if code & 63 != HIDDEN or kind not in (Kind.DISCARD, Kind.SWAP, Kind.GIVE):
        return code
    card = world.gift if kind == Kind.GIVE else next(hidden)
    return kind << 6 | (card or 0)


def _dealt(known: Knowledge, world: World) -> Deal:
    view, rules = known.view, known.view.rules
    dealt = [tuple(cards_in(hand)) for hand in hands_dealt(known, world)]
    if rules.dead_hand:
        dealt.append(tuple(cards_in(world.dead)))
    talon = tuple(cards_in(world.talon))
    return Deal(view.dealer, tuple(dealt), talon if view.turn_up is None else (view.turn_up, *talon))
