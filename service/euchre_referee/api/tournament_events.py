"""What happens in a tournament, in the contract's words, as a follower may know it."""

from collections.abc import Iterator

from euchre.v1 import tournament_service_pb2 as api
from euchre_referee.api.tournament_wording import (
    config_message,
    game_message,
    incident_message,
    pairing_message,
    time_message,
)
from euchre_referee.tournament import contract_words as words
from euchre_referee.tournament.hosting.journal import Noted
from euchre_referee.tournament.log.fold import Tournament
from euchre_referee.tournament.log.happenings import (
    Began,
    BoardOver,
    Entered,
    GameBegun,
    Incident,
    Made,
    Over,
    PairingCalled,
    PairingOver,
    RoundDrawn,
    Waits,
    What,
)


def event_messages(tournament: Tournament, noted: Noted, *, whole: bool) -> Iterator[api.TournamentEvent]:
    """What an entry means; `tournament` is at least as far."""
    for happening in noted.happenings:
        if happening.is_for(whole):
            event = api.TournamentEvent(version=noted.version, time=time_message(noted.at_ms))
            _tell(tournament, happening.what, event, whole=whole)
            yield event


def _tell(tournament: Tournament, what: What, event: api.TournamentEvent, *, whole: bool) -> None:
    match what:
        case Made():
            event.created.CopyFrom(config_message(tournament.opened.offer))
        case Entered(name, program):
            event.registered.CopyFrom(api.TournamentEntrant(name=name, program=program))
        case Began():
            assert tournament.started is not None
            event.started.commitment = tournament.started.commitment
            event.started.boards, event.started.games = tournament.boards_planned, tournament.games_planned
        case RoundDrawn(number):
            event.round_begun.CopyFrom(_round(tournament, number))
        case PairingCalled(number):
            event.pairing_opened.CopyFrom(_pairing(tournament, number))
        case PairingOver(number):
            event.pairing_over.CopyFrom(_pairing(tournament, number))
        case GameBegun(facts):
            event.game_begun.CopyFrom(game_message(facts))
        case BoardOver(number, board, games):
            over = api.BoardOver(pairing=number, board=board, games=map(game_message, games))
            event.board_over.CopyFrom(over)
        case Incident():
            event.incident.CopyFrom(incident_message(what, whole=whole))
        case Waits(entrants):
            event.stalled.entrants.extend(entrants)
        case Over():
            assert tournament.ended is not None
            event.ended.state = words.STATES[tournament.state]
            event.ended.cause = tournament.ended.cause
            event.ended.run_seed = tournament.opened.run_seed


def _pairing(tournament: Tournament, number: int) -> api.TournamentPairing:
    return pairing_message(tournament, tournament.play.pairing(number))


def _round(tournament: Tournament, number: int) -> api.RoundBegun:
    names, begun = list(tournament.entrants), tournament.rounds[number - 1]
    pairings = [pairing for pairing in tournament.play.schedule.pairings if pairing.round == number]
    return api.RoundBegun(
        round=number,
        pairings=[pairing_message(tournament, pairing) for pairing in pairings],
        byes=[names[each] for each in begun.byes],
    )
