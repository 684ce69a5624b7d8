"""What happened in a game, as everybody may know it: told from the spectator's views before and after an entry."""

from collections.abc import Iterator

from euchre.v1 import game_pb2 as pb
from euchre_referee.api.encoding import move_message
from euchre_referee.api.wording import card_number, end_message, result_message, suit_number
from euchre_referee.referee.entries import Acted, Dealt, Ended, Joined, Mark, Struck
from euchre_referee.referee.history import Happening
from euchre_referee.rules.views import View, view


def events_of(game: str, happening: Happening) -> list[pb.Event]:
    """The public events of a log entry, in order."""
    events = list(_events(game, happening))
    for event in events:
        event.version = happening.version
    return events


def _events(game: str, happening: Happening) -> Iterator[pb.Event]:
    entry = happening.entry
    match entry:
        case Joined(seat, _, name, _, _):
            yield pb.Event(seat_taken=pb.SeatTaken(seat=seat, name=name))
        case Dealt():
            yield _dealt(view(happening.after, None))
        case Acted():
            yield from _acted(entry, view(happening.before, None), view(happening.after, None))
        case Struck(seat, _, _, strikes):
            yield pb.Event(struck=pb.Struck(seat=seat, strikes=strikes))
        case Ended():
            yield pb.Event(game_over=end_message(game, happening.version, entry))
        case _:
            return


def _dealt(seen: View) -> pb.Event:
    return pb.Event(
        dealt=pb.Dealt(
            deal_number=seen.deal_number, dealer=seen.dealer, turn_up=card_number(seen.turn_up), scores=seen.scores
        )
    )


def _acted(entry: Acted, before: View, after: View) -> Iterator[pb.Event]:
    move = move_message(after.moves[-1])
    if entry.mark is Mark.OWN:
        yield pb.Event(move=move)
    else:
        yield pb.Event(timed_out=pb.TimedOut(seat=entry.seat, move=move))
    if after.trump is not None and before.trump is None:
        yield pb.Event(trump_made=pb.TrumpMade(maker=after.maker, trump=suit_number(after.trump), alone=after.alone))
    if before.trick and not after.trick:
        yield _trick_taken(entry, before, after)
    if after.result is not None:
        yield pb.Event(deal_over=result_message(after.result))


def _trick_taken(entry: Acted, before: View, after: View) -> pb.Event:
    winner = next(seat for seat, taken in enumerate(after.tricks) if taken > before.tricks[seat])
    cards = (*before.trick, (entry.seat, entry.action & 63))
    played = [pb.PlayedCard(seat=seat, card=card_number(card)) for seat, card in cards]
    return pb.Event(trick_taken=pb.TrickTaken(seat=winner, cards=played))
