"""A session's stream of frames (docs/api.md, "Frames"): what is sent when, apart from gRPC.

Turns go out in numbered frames; the next one waits until the client has acknowledged. While it waits turns gather,
so frames grow by themselves with the load. Verdicts, ends, heartbeats and the drain notice wait for nothing.
"""

import asyncio
from collections import deque
from collections.abc import Collection, Iterable, Sequence
from functools import partial
from time import monotonic
from typing import Final

from euchre.v1 import game_pb2 as pb
from euchre.v1.player_service_pb2 import Drain, PlayResponse
from euchre_referee.api.encoding import delimited, encode_turn, tag
from euchre_referee.api.reading import decision_of
from euchre_referee.api.verdicts import encode_verdict
from euchre_referee.api.waiting_turns import WaitingTurn, WaitingTurns
from euchre_referee.api.wording import end_message
from euchre_referee.referee.game import Game
from euchre_referee.referee.referee import Referee
from euchre_referee.referee.verdicts import Outcome, Refused

MOST_TURNS: Final = 256
MOST_BYTES: Final = 256 * 1024
MOST_PARTS: Final = 512
"""Verdicts and ends in a frame."""
MOST_JUDGED: Final = 256
"""Decisions of a frame that are judged before anybody else has a turn."""
MOST_OVER: Final = 10_000
"""Games of which a session remembers that it was told their end; whoever plays on and on plays more."""
FEWEST_JUDGED: Final = 32
"""A smaller frame is not divided."""
HEARTBEAT_SECONDS: Final = 10.0

_TURNS: Final = tag(PlayResponse.DESCRIPTOR, "turns")
_VERDICTS: Final = tag(PlayResponse.DESCRIPTOR, "verdicts")
_ENDS: Final = tag(PlayResponse.DESCRIPTOR, "ends")
_HEARTBEAT: Final = PlayResponse(heartbeat=True).SerializeToString()


class PlaySession:
    """The mailbox of a session whose stream is open. `frame` is what to send now."""

    def __init__(self, session: str, referee: Referee, locale: str, in_flight: int) -> None:
        self._session: Final = session
        self._referee: Final = referee
        self._locale: Final = locale
        self._most_in_flight: Final = in_flight
        self._turns: Final = WaitingTurns()
        # By the head, not the version: after a store's failover there may be another history of equal length.
        self._told: Final[dict[str, bytes]] = {}
        self._told_anew: Final[dict[str, bytes]] = {}
        self._awaited: Final[set[str]] = set()
        self._outstanding: Final[set[str]] = set()
        self._over: Final[deque[str]] = deque()
        self._parts: list[bytes] = []
        self._in_flight = 0
        self._open_frames = 1
        self._sent = self._acknowledged = 0
        self._held_until = 0.0
        self._began = self._last_sent = monotonic()
        self._held_since: float | None = None
        self._held_before = 0.0
        self._news: Final = asyncio.Event()
        self._room: Final = asyncio.Event()
        self._room.set()
        self._hung_up = False
        self.refused: Refused | None = None
        """Why the stream must end; None while it may go on."""

    # --- what the referee tells

    def turn(self, game: Game) -> None:
        """It is the session's turn in the game."""
        if self._told.get(game.id) != game.turn_head:
            self._told[game.id] = game.turn_head
            self._turns.put(WaitingTurn(game, self._held()))
            self._outstanding.add(game.id)
            self._awaited.add(game.id)
            self._news.set()

    def waits(self, game: str) -> None:
        """The game goes on, and it is another's turn."""
        if game in self._awaited:
            # A store that lost its end may have the turn again that was told and decided.
            self._told.pop(game, None)
        self._outstanding.discard(game)
        self._awaited.add(game)

    def gone(self, game: str) -> None:
        """The game is not in the store any more."""
        self._outstanding.discard(game)
        self._awaited.discard(game)
        self._turns.drop(game)
        self._told.pop(game, None)
        self._told_anew.pop(game, None)

    def awaited(self) -> Collection[str]:
        """The games whose end the session has not been told yet."""
        return self._awaited

    @property
    def outstanding(self) -> int:
        """Turns of the session that wait for its decision, sent or about to be."""
        return len(self._outstanding)

    def mistaken(self, game: Game) -> None:
        """The session has decided on another history of the game: what it was told of it counts no longer.

        Once for a turn: whoever decides on what there never was again and again is not sent it again and again.
        """
        if self._told_anew.get(game.id) != game.turn_head:
            self._told_anew[game.id] = game.turn_head
            self._told.pop(game.id, None)

    def moved_on(self, game: Game) -> None:
        """The turn in the game is decided: it need not be sent any more, unless the store loses the decision."""
        self._outstanding.discard(game.id)
        self._turns.drop(game.id)
        self._told.pop(game.id, None)

    def ended(self, game: Game) -> None:
        """The game is over."""
        assert game.ended is not None
        if self._told.get(game.id) == game.head:
            return
        self._turns.drop(game.id)
        self._told_anew.pop(game.id, None)
        self._outstanding.discard(game.id)
        self._awaited.discard(game.id)
        self._told[game.id] = game.head
        self._over.append(game.id)
        if len(self._over) > MOST_OVER and (forgotten := self._over.popleft()) not in self._awaited:
            self._told.pop(forgotten, None)
        end = end_message(game.id, game.version, game.ended)
        self._parts.append(delimited(_ENDS, end.SerializeToString()))
        self._news.set()

    def end(self, refused: Refused) -> None:
        """The stream must end."""
        self.refused = refused
        self._news.set()
        self._room.set()

    def hang_up(self) -> None:
        """The client sends no more: the stream ends once every decision is answered."""
        self._hung_up = True
        self._news.set()

    def drain(self, closes_in_ms: int) -> None:
        """The referee is about to close the stream."""
        self._parts.append(PlayResponse(drain=Drain(closes_in_ms=closes_in_ms)).SerializeToString())
        self._news.set()

    # --- what the client tells

    def acknowledge(self, number: int) -> None:
        """The client has received every frame up to this number."""
        if self._acknowledged < number <= self._sent:
            self._take_as_acknowledged(number)
            self._news.set()

    def open_frames(self, frames: int) -> None:
        """How many frames of turns may be unacknowledged."""
        self._open_frames = min(max(frames, 1), 2)
        self._take_as_acknowledged(self._acknowledged)

    def _take_as_acknowledged(self, number: int) -> None:
        self._acknowledged = number
        if self._held_since is not None and self._sent - number < self._open_frames:
            self._held_before = self._held()
            self._held_since = None

    def _held(self) -> float:
        """Seconds for which the client's own unacknowledged frames have held turns back, in all."""
        return self._held_before if self._held_since is None else self._held_before + monotonic() - self._held_since

    async def decide(self, decisions: Sequence[pb.Decision]) -> None:
        """Judges decisions, some at a time; returns when there is room for more, or when the stream must end."""
        at_once = min(MOST_JUDGED, max(FEWEST_JUDGED, len(decisions) // 4))
        for start in range(0, len(decisions), at_once):
            if self.refused is not None:
                return
            self._judge(decisions[start : start + at_once])
            if not self._has_room():
                self._room.clear()
                await self._room.wait()
            elif start + at_once < len(decisions):
                # The store begins with these while the others are judged.
                await asyncio.sleep(0)

    def _judge(self, decisions: Iterable[pb.Decision]) -> None:
        submit, session = self._referee.deciding.submit, self._session
        for message in decisions:
            decision = decision_of(message)
            self._in_flight += 1
            submit(session, decision, partial(self._verdict, decision.game, decision.version))

    def _has_room(self) -> bool:
        # What the client does not read counts too, or a client that only sends would fill the memory.
        return self._in_flight + len(self._parts) <= self._most_in_flight

    def _verdict(self, game: str, version: int, seat: int | None, outcome: Outcome) -> None:
        verdict = encode_verdict(game, version, seat, outcome, self._locale)
        self._parts.append(delimited(_VERDICTS, verdict))
        self._in_flight -= 1
        self._news.set()

    # --- what is sent

    async def frame(self) -> bytes:
        """Waits until something may be sent; a heartbeat if nothing was for a while; empty if the stream must end."""
        while True:
            if not self._parts and (self.refused is not None or (self._hung_up and not self._in_flight)):
                return b""
            now = monotonic()
            frame = self._frame()
            if not frame and now - self._last_sent >= HEARTBEAT_SECONDS:
                frame = _HEARTBEAT
            if frame:
                self._last_sent = now
                return frame
            wait = self._last_sent + HEARTBEAT_SECONDS - now
            if self._turns:
                wait = min(wait, self._held_until - now)
            self._news.clear()
            timer = asyncio.get_running_loop().call_later(max(0.0, wait), self._news.set)
            await self._news.wait()
            timer.cancel()

    def _frame(self) -> bytes:
        parts, self._parts = self._parts[:MOST_PARTS], self._parts[MOST_PARTS:]
        if self._turns and self.refused is None and self._may_send_turns():
            self._take_turns(parts)
        if self._has_room():
            self._room.set()
        return b"".join(parts)

    def _may_send_turns(self) -> bool:
        if self._sent - self._acknowledged < self._open_frames:
            return True
        if monotonic() < self._held_until:
            return False
        # Its turns have been decided by the clock: what was never acknowledged holds nobody back any more.
        self._take_as_acknowledged(self._sent)
        return True

    def _take_turns(self, parts: list[bytes]) -> None:
        taken: list[bytes] = []
        size, hold_ms = 0, 0
        held = self._held()
        session_ms = int((monotonic() - self._began) * 1000)
        while len(taken) < MOST_TURNS and (waiting := self._turns.take()) is not None:
            game, held_at_first = waiting
            if not game.is_turn_of(self._session):
                # A fold that has gone on: its turn is another's now, and so are its cards.
                continue
            measured_before = game.turn_lag_ms
            if measured_before is None:
                game.turn_lag_ms = self._lag_ms(game, session_ms, held - held_at_first)
            turn = delimited(_TURNS, encode_turn(game, self._referee.time_left_ms(game)))
            size += len(turn)
            if size > MOST_BYTES and taken:
                game.turn_lag_ms = measured_before
                self._turns.put(waiting)
                break
            taken.append(turn)
            hold_ms = max(hold_ms, game.created.clocks.action_limit_ms or game.created.clocks.bank_ms)
        if taken:
            self._sent += 1
            parts.append(PlayResponse(number=self._sent).SerializeToString())
            parts += taken
            if self._held_since is None and self._sent - self._acknowledged >= self._open_frames:
                self._held_since = monotonic()
            self._held_until = monotonic() + (hold_ms / 1000 if hold_ms else float("inf"))

    def _lag_ms(self, game: Game, session_ms: int, held: float) -> int:
        """The referee's own delay until now: not the time before the stream, nor that behind the player's own frame."""
        return max(0, min(self._referee.waited_ms(game), session_ms) - int(held * 1000))
