"""A game as the fold of its log."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from euchre_referee.fairness.chain import GENESIS, next_head, salt
from euchre_referee.referee.entries import Acted, Created, Dealt, Ended, Joined, Lost, Struck, Termination, decode
from euchre_referee.referee.step import Step
from euchre_referee.referee.timing import Accounts, charged, opened
from euchre_referee.rules.dealing import deck, hands_from
from euchre_referee.rules.engine import apply, between_deals, deal, new_game
from euchre_referee.rules.losing import lose_deal
from euchre_referee.rules.refusals import Refusal
from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.rules.state import State
from euchre_referee.store.game_id import bucket_of


class BrokenLog(Exception):
    """A stored log that cannot be folded: the referee's own fault or somebody else's hand in the store."""


class Seat(NamedTuple):
    """A taken seat."""

    session: str
    name: str
    nonce: bytes = b""
    request: bytes = b""
    """SHA-256 of the join that took it; empty if the game's maker reserved the seat."""


class Game:
    """A game at one version. Changed only by `advance` and `commit`, never while an append is under way.

    Versions count entries; `head` is the chain's 16-byte digest at `version`. A decision names `turn_version` and
    `turn_head`: strikes lengthen the log but leave the turn as it was.
    """

    __slots__ = (
        "accounts",
        "bucket",
        "created",
        "deal_version",
        "ended",
        "head",
        "id",
        "last_lag_ms",
        "last_spent_ms",
        "rules",
        "seats",
        "state",
        "strikes",
        "struck",
        "turn_head",
        "turn_lag_ms",
        "turn_started_ms",
        "turn_version",
        "version",
    )

    def __init__(self, created: Created, rules: RuleSet) -> None:
        players = rules.players
        self.id: Final = created.game
        self.bucket: Final = bucket_of(created.game)
        self.created: Final = created
        self.rules: Final = rules
        self.seats: list[Seat | None] = [None] * players
        for seat, reserved in enumerate(created.reservations):
            self.seats[seat] = Seat(reserved.session, reserved.name)
        self.state: State = new_game(rules)
        self.version = 0
        self.head = GENESIS
        self.deal_version = 0
        self.turn_version = 0
        self.turn_head = GENESIS
        self.turn_started_ms = 0
        self.strikes: tuple[int, ...] = (0,) * players
        self.accounts: Accounts = opened(created.clocks, players)
        self.struck: tuple[str, ...] = ()
        self.last_spent_ms: list[int | None] = [None] * players
        self.last_lag_ms: list[int] = [0] * players
        self.turn_lag_ms: int | None = None
        """The referee's own delay until the turn was handed to a stream here; None while it was not."""
        self.ended: Ended | None = None

    @property
    def nonces(self) -> tuple[bytes, ...]:
        """What players gave to the shuffle: by entrant on a board, else by seat."""
        if self.created.board:
            return self.created.nonces
        return tuple(seat.nonce if seat else b"" for seat in self.seats)

    @property
    def full(self) -> bool:
        """Every seat is taken."""
        return None not in self.seats

    @property
    def started(self) -> bool:
        """The first deal has been made."""
        return self.deal_version > 0

    @property
    def void(self) -> bool:
        """It ended by the referee's own fault; nothing of its play can be relied on."""
        return self.ended is not None and self.ended.termination is Termination.VOID

    def seat_to_act(self) -> Seat | None:
        """Who is to act; nobody between seats, before the start and after the end."""
        to_act = self.state.to_act
        return self.seats[to_act] if to_act >= 0 and self.ended is None else None

    def is_turn_of(self, session: str) -> bool:
        """The session is to act."""
        seat = self.seat_to_act()
        return seat is not None and seat.session == session

    def seats_of(self, session: str) -> list[int]:
        """The seats that a session holds."""
        return [number for number, seat in enumerate(self.seats) if seat is not None and seat.session == session]

    def chain(self, raw: bytes) -> bytes:
        """The head after one more entry."""
        return next_head(self.head, salt(self.created.seed, self.version + 1), raw)

    def begin(self, first: bytes) -> None:
        """Takes the first entry, which made this game."""
        self.version, self.head = 1, self.chain(first)
        self.turn_version, self.turn_head = self.version, self.head

    def resume(self, version: int, deal: bytes) -> None:
        """Goes on at the entry of a deal, which makes the log `version` entries long, leaving out those before."""
        entry = self._decoded(deal)
        if not isinstance(entry, Dealt):
            raise BrokenLog(f"game {self.id}: entry {version - 1} is no deal but {type(entry).__name__}")
        self.version, self.head = version - 1, entry.head
        self.advance(deal)

    def advance(self, raw: bytes) -> None:
        """Appends an entry of the log. Raises BrokenLog if it cannot follow."""
        if self.ended is not None:
            raise BrokenLog(f"game {self.id}: entry {self.version} comes after the end")
        entry = self._decoded(raw)
        head = self.chain(raw)
        match entry:
            case Acted(seat, action, _, spent_ms, lag_ms):
                self._act(seat, action)
                self._took(seat, spent_ms, lag_ms)
            case Lost(seat, _, spent_ms, lag_ms) if seat == self.state.to_act:
                self.state = lose_deal(self.state, seat)
                self._took(seat, spent_ms, lag_ms)
            case Dealt():
                self._deal(entry)
            case Struck(seat, action, _, strikes) if seat == self.state.to_act:
                self.strikes = (*self.strikes[:seat], strikes, *self.strikes[seat + 1 :])
                self.struck = (*self.struck, action)
            case Joined(seat, session, name, nonce, request) if seat < len(self.seats) and self.seats[seat] is None:
                self.seats[seat] = Seat(session, name, nonce, request)
            case Ended():
                self.ended = entry
            case _:
                raise BrokenLog(f"game {self.id}: entry {self.version}, {type(entry).__name__}, cannot follow")
        self.version += 1
        self.head = head
        if isinstance(entry, Dealt):
            self.deal_version = self.version
        if not isinstance(entry, Struck):
            self._turn_over()

    def commit(self, step: Step) -> None:
        """Takes over the append of a decided turn and what followed of itself, as the judge worked it out."""
        (entries, self.head, self.state, self.deal_version, self.ended, self.accounts, seat, spent_ms, lag_ms) = step
        self.version += len(entries)
        if seat >= 0:
            self.last_spent_ms[seat] = spent_ms
            self.last_lag_ms[seat] = lag_ms
        self._turn_over()

    def _turn_over(self) -> None:
        self.turn_version, self.turn_head, self.struck, self.turn_lag_ms = self.version, self.head, (), None

    def _took(self, seat: int, spent_ms: int, lag_ms: int) -> None:
        self.last_spent_ms[seat] = spent_ms
        self.last_lag_ms[seat] = lag_ms
        self.accounts = charged(self.created.clocks, self.accounts, seat, spent_ms, lag_ms)

    def _decoded(self, raw: bytes) -> object:
        try:
            return decode(raw)
        except ValueError as error:
            raise BrokenLog(f"game {self.id}: entry {self.version} cannot be read: {error}") from error

    def _act(self, seat: int, action: int) -> None:
        following = apply(self.state, seat, action)
        if isinstance(following, Refusal):
            raise BrokenLog(f"game {self.id}: entry {self.version} is refused: {following.reason}")
        self.state = following

    def _deal(self, entry: Dealt) -> None:
        self.state = dealt(self.rules, entry)
        self.strikes, self.accounts = entry.strikes, Accounts(entry.banks, entry.lag_quotas)


def dealt(rules: RuleSet, entry: Dealt) -> State:
    """The state right after a deal's entry. Raises BrokenLog if the entry does not fit the rule set."""
    by_seat = (entry.scores, entry.carried, entry.banks, entry.lag_quotas, entry.strikes)
    if any(len(numbers) != rules.players for numbers in by_seat):
        raise BrokenLog(f"the entry of deal {entry.deal_number} is not for {rules.players} seats")
    before = between_deals(rules, entry.scores, entry.dealer, entry.deal_number - 1, entry.scored_deals)
    try:
        state = deal(before, hands_from(rules, entry.dealer, entry.order))
    except ValueError as error:
        raise BrokenLog(f"the entry of deal {entry.deal_number} cannot be dealt: {error}") from error
    if isinstance(state, Refusal):
        raise BrokenLog(f"the entry of deal {entry.deal_number} is refused: {state.reason}")
    return state


def shuffled(rules: RuleSet, order: Sequence[int]) -> bytes:
    """The cards of a deck in a shuffled order, as a deal's entry holds them."""
    cards = deck(rules)
    return bytes(cards[place] for place in order)
