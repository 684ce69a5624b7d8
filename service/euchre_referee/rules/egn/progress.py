"""Where the last deal of a game in Euchre Game Notation stands: who is to act, and what lies on the table."""

from euchre_referee.rules.actions import PLAY, action_text
from euchre_referee.rules.answers import CurrentAnswer, TurnAnswer, trump_text
from euchre_referee.rules.cards import CARD_TEXT, FOLLOW, cards_in
from euchre_referee.rules.egn.cards import only
from euchre_referee.rules.egn.contract import SEATS, calls_for_best
from euchre_referee.rules.egn.match import JudgedDeal
from euchre_referee.rules.egn.seating import Play


def to_act(deal: JudgedDeal) -> TurnAnswer | None:
    """The seat to act; its legal actions only where they do not depend on cards that the file does not tell."""
    contract = deal.judged.contract
    if contract.next_seat is not None:
        return _turn(contract.next_seat, contract.next_calls)
    seat = deal.judged.seating.next_seat
    return None if seat is None or _may_wait(deal) else _turn(seat, _plays(deal, seat))


def _turn(seat: int, legal: tuple[int, ...] | None) -> TurnAnswer:
    return TurnAnswer(seat=seat, legal=None if legal is None else sorted(map(action_text, legal)))


def _may_wait(deal: JudgedDeal) -> bool:
    """Before the first lead somebody may still have to discard or to answer: what was not told may not have been."""
    told, contract = deal.told, deal.judged.contract
    rules = deal.after.state.rules
    return not told.tricks and (
        (contract.picked_up and not told.discard)
        or (calls_for_best(rules, contract) and not told.exchanges)
        or (rules.defend_alone and contract.alone and told.lone_defender is None)
    )


def _plays(deal: JudgedDeal, seat: int) -> tuple[int, ...] | None:
    """The legal plays of a seat whose whole hand the file tells."""
    holding = deal.judged.owners.holdings[seat]
    trump = deal.judged.contract.trump
    trick = _running_trick(deal)
    if not holding.whole or trump is None or trick is None:
        return None
    held = holding.surely
    for play in deal.judged.seating.plays:
        if play.seat == seat:
            if only(play.possible) is None:
                return None
            held &= ~play.possible
    if not trick:
        return tuple(PLAY | card for card in cards_in(held))
    led = only(trick[0].told)
    if led is None:
        return None
    return tuple(PLAY | card for card in cards_in(held & FOLLOW[trump][led] or held))


def _running_trick(deal: JudgedDeal) -> tuple[Play, ...] | None:
    """The cards of an unfinished trick; None if it is not known who played them."""
    tricks = deal.told.tricks
    if not tricks or len(tricks[-1]) == deal.judged.active:
        return ()
    return tuple(play for play in deal.judged.seating.plays if play.trick == len(tricks) - 1) or None


def current(deal: JudgedDeal) -> CurrentAnswer:
    """Where the deal stands."""
    contract, won = deal.judged.contract, deal.judged.seating.won
    if won is None and not deal.told.tricks:
        won = (0,) * SEATS
    trick = _running_trick(deal)
    return CurrentAnswer(
        dealer=deal.told.dealer,
        maker=contract.maker,
        trump=trump_text(contract.trump),
        tricks=None if won is None else list(won),
        trick=None if trick is None else [f"{play.seat} {_shown(deal, play)}" for play in trick],
    )


def _shown(deal: JudgedDeal, play: Play) -> str:
    card = only(play.told)
    return deal.told.tricks[play.trick][play.position] if card is None else CARD_TEXT[card]
