"""The games of a tournament: what is scheduled, begun and over, and what of it everybody may know."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final

from euchre_referee.referee.packing import digest_of
from euchre_referee.store.game_id import game_id
from euchre_referee.tournament.log.entries import Place, Played
from euchre_referee.tournament.log.happenings import GameFacts, Result
from euchre_referee.tournament.log.naming import game_request
from euchre_referee.tournament.log.packed import Finish, unpack
from euchre_referee.tournament.results import TableResult
from euchre_referee.tournament.schedule import GamePlan, Pairing, Schedule


class Play:
    """Changed entry by entry; every method raises LookupError or ValueError for what the schedule does not have."""

    def __init__(self, secret: bytes, boards: int, *, duplicate: bool, by_meetings: bool) -> None:
        """`by_meetings`: rounds follow from results, so that what a closed round left is never played."""
        self._secret: Final = secret
        self._by_meetings: Final = by_meetings
        self.schedule = Schedule((), boards, duplicate)
        self.running: Final[dict[Place, int]] = {}
        """Games that have begun and are not over, and when their board began."""
        self.results: Final[dict[Place, Result]] = {}
        self.called: Final[set[int]] = set()
        """Pairings whose places were called."""
        self.taken_back: Final[list[GameFacts]] = []
        self._attempts: Final[dict[Place, int]] = {}
        self._begun: Final[defaultdict[int, set[int]]] = defaultdict(set)
        self._next: Final[dict[int, int]] = {}
        self._tables_over: Final[Counter[tuple[int, int]]] = Counter()
        self._boards_over: Final[Counter[int]] = Counter()
        self._games_over: Final[Counter[int]] = Counter()
        self._games_on: Final[dict[int, int]] = {}
        self._first_block = 0

    # --- what happens

    def extend(self, pairings: tuple[Pairing, ...]) -> None:
        """A round was drawn."""
        before = self.schedule
        self.schedule = Schedule((*before.pairings, *pairings), before.boards, before.duplicate)
        self._games_on.clear()
        if self._by_meetings and pairings:
            self._first_block = pairings[0].block

    def begin(self, pairing: int, board: int, at_ms: int) -> tuple[Place, ...]:
        """A pairing begins a board; its games."""
        places = self.places_on(pairing, board)
        if not places or board in self._begun[pairing]:
            raise ValueError(f"pairing {pairing} cannot begin board {board}")
        self._begun[pairing].add(board)
        self.running.update(dict.fromkeys(places, at_ms))
        return places

    def finish(self, played: Played) -> bool:
        """A game is over; whether with it its board is, at all tables of the pairing."""
        place = played.place
        del self.running[place]
        self.results[place] = Result(played.attempt, played.record, played.finish, played.cause)
        key = place.pairing, place.board
        self._tables_over[key] += 1
        self._games_over[place.board] += 1
        whole = self._tables_over[key] == self._tables(place.pairing)
        self._boards_over[place.pairing] += whole
        return whole

    def restart(self, place: Place, attempt: int, at_ms: int) -> None:
        """A game that has begun is played again."""
        if attempt != self.attempt(place) + 1 or not self.has_begun(place):
            raise ValueError(f"{place} cannot be restarted as attempt {attempt}")
        self.taken_back.append(self.facts(place)._replace(taken_back=True))
        self._attempts[place] = attempt
        if self.results.pop(place, None) is not None:
            key = place.pairing, place.board
            self._boards_over[place.pairing] -= self._tables_over[key] == self._tables(place.pairing)
            self._tables_over[key] -= 1
            self._games_over[place.board] -= 1
        self.running[place] = at_ms

    # --- what there is

    def pairing(self, number: int) -> Pairing:
        """A pairing by its number, from 1."""
        if not 1 <= number <= len(self.schedule.pairings):
            raise LookupError(f"there is no pairing {number}")
        return self.schedule.pairings[number - 1]

    @property
    def open_pairings(self) -> tuple[Pairing, ...]:
        """The pairings that can still be played: where rounds follow from results those of the last one."""
        every = self.schedule.pairings
        if not self._by_meetings or not every:
            return every
        return tuple(pairing for pairing in every if pairing.round == every[-1].round)

    def is_open(self, pairing: Pairing) -> bool:
        """Whether a pairing is one of those."""
        return not self._by_meetings or pairing.round == self.schedule.pairings[-1].round

    def is_over(self, pairing: int) -> bool:
        """All boards of a pairing are over."""
        return self._boards_over[pairing] == self.schedule.boards

    def boards_over(self, pairing: int) -> int:
        """How many boards of a pairing are."""
        return self._boards_over[pairing]

    @property
    def pairing_boards(self) -> int:
        """The boards of all pairings so far, each counted once for each of its pairings."""
        return self.schedule.boards * len(self.schedule.pairings)

    @property
    def pairing_boards_over(self) -> int:
        """How many of them are over."""
        return self._boards_over.total()

    def places_on(self, pairing: int, board: int) -> tuple[Place, ...]:
        """The games of a pairing on a board; none if it does not meet on it."""
        found = self.pairing(pairing)
        if board not in self.schedule.boards_of(found):
            return ()
        return tuple(Place(pairing, board, table.table) for table in self.schedule.tables_of(found, board))

    def next_boards(self, pairing: Pairing) -> Iterator[int]:
        """The boards that a pairing has not begun, in order."""
        boards, begun = self.schedule.boards_of(pairing), self._begun[pairing.number]
        first = self._next.get(pairing.number, boards.start)
        while first in begun:
            first += 1
        self._next[pairing.number] = first
        return (board for board in range(first, boards.stop) if board not in begun)

    def has_begun(self, place: Place) -> bool:
        """Whether a game of the schedule has begun, over or not."""
        return place in self.running or place in self.results

    def attempt(self, place: Place) -> int:
        """Which attempt at a game counts, from 1."""
        return self._attempts.get(place, 1)

    def players(self, place: Place) -> tuple[str, ...]:
        """The entrants of a game by seat."""
        return self.pairing(place.pairing).tables[place.table - 1].players

    def facts(self, place: Place) -> GameFacts:
        """What is known of a game that has begun."""
        attempt = self.attempt(place)
        game = game_id(digest_of("game", game_request(self._secret, place, attempt)))
        return GameFacts(place, attempt, game, self.players(place), self.results.get(place))

    def finish_at(self, place: Place) -> Finish:
        """How a game came out that is over."""
        return unpack(self.results[place].finish)

    def table_result(self, place: Place) -> TableResult:
        """The same as the statistics read it."""
        return self.finish_at(place).at(GamePlan(*place, self.players(place)))

    def is_shown(self, board: int) -> bool:
        """Whether everybody may know what happened on a board: nobody has it to play any more."""
        block = (board - 1) // self.schedule.boards
        return block < self._first_block or self._games_over[board] == self._planned(block, board)

    def board_over(self, pairing: int, board: int) -> bool:
        """Whether a board is over at all tables of a pairing."""
        return self._tables_over[pairing, board] == self._tables(pairing)

    def boards_begun(self, pairing: int) -> set[int]:
        """The boards that a pairing has begun."""
        return self._begun[pairing]

    def _tables(self, pairing: int) -> int:
        return len(self.pairing(pairing).tables) if self.schedule.duplicate else 1

    def _planned(self, block: int, board: int) -> int:
        """How many games there are on each board of a block."""
        planned = self._games_on.get(block)
        if planned is None:
            planned = sum(self._tables(pairing.number) for pairing in self.schedule.pairings_on(board))
            self._games_on[block] = planned
        return planned
