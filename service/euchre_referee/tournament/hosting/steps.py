"""What a coordinator does next with a tournament as it stands. Pure: the entries that it appends."""

from collections.abc import Collection, Iterator
from enum import Enum
from typing import Final

from euchre_referee.tournament.log.entries import Begun, Called, Entry
from euchre_referee.tournament.log.fold import Tournament
from euchre_referee.tournament.schedule import Pairing
from euchre_referee.tournament.terms import BoardKind

OLDEST_GAME: Final = {BoardKind.DEAL: 20, BoardKind.GAME: 400}
"""A game that lasts longer than so many action limits, and every seat's bank, is given up: under `redeal` some never
end."""
OLDEST_GAME_AT_LEAST: Final = {BoardKind.DEAL: 60.0, BoardKind.GAME: 1200.0}
"""Seconds; timeouts are found once a second, however short the limit."""


class Ahead(Enum):
    """What is left of a round."""

    PLAY = "play"
    """Games, of pairings that can go on."""
    DRAW = "draw"
    """Nothing: all of it was played."""
    CLOSE = "close"
    """Nothing but pairings of paused entrants."""


def called(tournament: Tournament, at_ms: int) -> Iterator[Entry]:
    """The pairings whose places are called: in the order of the schedule, as many as may be played at once."""
    play = tournament.play
    going = [pairing for pairing in goes_on(tournament) if pairing.number in play.called]
    room = tournament.offer.pairings_at_once - len(going)
    waiting = (pairing for pairing in goes_on(tournament) if pairing.number not in play.called)
    for pairing, _ in zip(waiting, range(max(room, 0)), strict=False):
        yield Called(pairing.number, at_ms)


def goes_on(tournament: Tournament) -> Iterator[Pairing]:
    """The pairings that have something to play and nobody paused."""
    play = tournament.play
    for pairing in play.open_pairings:
        if not play.is_over(pairing.number) and not tournament.is_blocked(pairing):
            yield pairing


def open_pairings(tournament: Tournament) -> tuple[Pairing, ...]:
    """The pairings whose places are to be filled: those called that go on, or still have a game in play."""
    play = tournament.play
    if tournament.ended is not None:
        return ()
    running = {place.pairing for place in play.running}
    return tuple(
        pairing
        for pairing in play.open_pairings
        if pairing.number in play.called
        and not play.is_over(pairing.number)
        and (pairing.number in running or not tournament.is_blocked(pairing))
    )


def begun(tournament: Tournament, ready: Collection[int], at_ms: int) -> Iterator[Entry]:
    """The boards that begin: of pairings that are ready, as far as there is room for their games.

    A board begins at all its tables together; one that has more than may ever run at once begins alone.
    """
    play, most = tournament.play, tournament.offer.concurrency
    running = len(play.running)
    for pairing in goes_on(tournament):
        if pairing.number not in ready or pairing.number not in play.called:
            continue
        for board in play.next_boards(pairing):
            tables = len(play.schedule.tables_of(pairing, board))
            if running and running + tables > most:
                return
            running += tables
            yield Begun(pairing.number, board, at_ms)


def ahead(tournament: Tournament) -> Ahead:
    """What is left of the current round."""
    play = tournament.play
    if play.running or any(True for _ in goes_on(tournament)):
        return Ahead.PLAY
    last = len(tournament.rounds)
    left = [pairing for pairing in play.open_pairings if pairing.round == last and not play.is_over(pairing.number)]
    return Ahead.CLOSE if left else Ahead.DRAW


def is_all_played(tournament: Tournament) -> bool:
    """Whether nothing is left of any round that can still be played."""
    play = tournament.play
    return all(play.is_over(pairing.number) for pairing in play.open_pairings)


def longest_game(tournament: Tournament) -> float | None:
    """Seconds after which a game is given up; None without clocks, under which it may last."""
    offer = tournament.offer
    if not offer.clocks.timed:
        return None
    kind = BoardKind.DEAL if offer.rules.max_deals == 1 else BoardKind.GAME
    limits = OLDEST_GAME[kind] * offer.clocks.action_limit_ms + offer.rules.players * offer.clocks.bank_ms
    return max(OLDEST_GAME_AT_LEAST[kind], limits / 1000)
