"""What happened in a game, in the contract's words: what the rules show to watchers, and the log's own events."""

from collections.abc import Iterator
from typing import assert_never

from euchre.v1 import game_pb2 as pb
from euchre_referee.api.encoding import move_message
from euchre_referee.api.wording import card_number, end_message, result_message, suit_number
from euchre_referee.referee.entries import BY_CLOCK, CAUSES, Acted, Dealt, Ended, Joined, Lost, Mark, Struck
from euchre_referee.referee.history import Happening
from euchre_referee.rules import events as told
from euchre_referee.rules.actions import move


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
            for shown in told.events_of_deal(happening.after):
                yield from _shown(shown, Mark.OWN, entry.scores)
        case Acted(seat, action, mark, _, _):
            for shown in told.events(happening.before, seat, action, happening.after):
                yield from _shown(shown, mark, happening.before.scores)
        case Struck(seat, _, _, strikes):
            yield pb.Event(struck=pb.Struck(seat=seat, strikes=strikes))
        case Lost(seat, mark, _, _):
            yield pb.Event(deal_lost=pb.DealLost(seat=seat, cause=CAUSES[mark]))
            assert happening.after.result is not None
            yield pb.Event(deal_over=result_message(happening.after.result))
        case Ended():
            yield pb.Event(game_over=end_message(game, happening.version, entry))
        case _:
            return


def _shown(shown: told.Event, mark: Mark, scores: tuple[int, ...]) -> Iterator[pb.Event]:
    """An event of the rules; the end of a game is told by the log's own entry, which knows of every kind of end."""
    match shown:
        case told.Dealt(number, dealer, turn_up):
            dealt = pb.Dealt(deal_number=number, dealer=dealer, turn_up=card_number(turn_up), scores=scores)
            yield pb.Event(dealt=dealt)
        case told.ActionTaken(seat, action):
            yield _made(seat, action, mark)
        case told.SuitProposed(suit):
            yield pb.Event(suit_proposed=pb.SuitProposed(suit=suit_number(suit)))
        case told.TurnedDown(turn_up):
            yield pb.Event(turned_down=pb.TurnedDown(turn_up=card_number(turn_up)))
        case told.TrumpMade(trump, maker, alone):
            yield pb.Event(trump_made=pb.TrumpMade(maker=maker, trump=suit_number(trump), alone=alone))
        case told.DefendsAlone(seat):
            yield pb.Event(defends_alone=pb.DefendsAlone(seat=seat))
        case told.AnswersKnown(stayed, withdrew):
            yield pb.Event(answers_known=pb.AnswersKnown(stayed=stayed, withdrew=withdrew))
        case told.PartnerRevealed(seat):
            yield pb.Event(partner_revealed=pb.PartnerRevealed(seat=seat))
        case told.TrickTaken(seat, cards):
            played = [pb.PlayedCard(seat=each, card=card_number(card)) for each, card in cards]
            yield pb.Event(trick_taken=pb.TrickTaken(seat=seat, cards=played))
        case told.DealScored(result, _):
            yield pb.Event(deal_over=result_message(result))
        case told.GameOver():
            return
        case _:
            assert_never(shown)


def _made(seat: int, action: int, mark: Mark) -> pb.Event:
    made = move_message(move(seat, action))
    if mark is Mark.OWN:
        return pb.Event(move=made)
    cause = "timeout" if mark in BY_CLOCK else "strikes"
    absent = mark is Mark.DISCONNECT
    return pb.Event(default_action=pb.DefaultAction(seat=seat, move=made, cause=cause, disconnected=absent))
