"""Every method is called with whatever its descriptor allows, and with what it does not: only documented statuses come
back, the server lives and does not grow, and games that are well formed go on beside it."""

from collections.abc import AsyncIterator
from pathlib import Path
from time import time
from typing import Any, Final

import grpc
import pytest
import pytest_asyncio
from google.protobuf.descriptor import MethodDescriptor
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre.v1 import player_service_pb2 as player
from euchre.v1 import referee_service_pb2 as referee
from euchre.v1 import tournament_service_pb2 as tournament
from euchre.v1.player_service_pb2_grpc import PlayerServiceStub
from euchre.v1.referee_service_pb2_grpc import RefereeServiceStub
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.tournament_service_pb2_grpc import TournamentServiceStub
from euchre_referee.api.tokens import Caller as Bearer
from euchre_referee.api.tokens import Role, Scope, Tokens
from euchre_referee.cli.local import LocalStack
from euchre_referee.ops.keyring import make_keyring
from tests.api.callers import decision, new_game
from tests.fuzz.messages import RULES, Meant, records, wire
from tests.fuzz.statuses import ALLOWED, NO_MESSAGE, REASONS, check

EXAMPLES: Final = 60
"""Of each method."""
GROWS_BY: Final = 150 << 20
"""Bytes of memory that the server may take while it is called; what it keeps is bounded, games being few."""
WITHIN: Final = 60.0

METHODS: Final[dict[str, MethodDescriptor]] = {
    f"{service.name}/{method.name}": method
    for file in (referee, player, tournament)
    for service in file.DESCRIPTOR.services_by_name.values()
    for method in service.methods
}


Metadata = tuple[tuple[str, str], ...]


class Target:
    """A server that is fuzzed, and who calls it."""

    def __init__(self, stack: LocalStack) -> None:
        self.process: Final = stack.processes[0]
        self.channel: Final = grpc.insecure_channel(stack.address)
        tokens, soon = Tokens(make_keyring(stack.keys)), int(time()) + 3600
        bearers = [
            Bearer("fuzz"), Bearer("fuzz-2"), Bearer("fan", Role.SPECTATOR), Bearer.operating("op"),
            Bearer.operating("seer", set(Scope)), Bearer.operating("none", set()),
        ]  # fmt: skip
        signed = [tokens.issue(bearer, soon) for bearer in bearers]
        foreign = Tokens({"k": bytes(32)}).issue(bearers[-2], soon)
        texts = [*(f"Bearer {token}" for token in (*signed, foreign, tokens.issue(bearers[0], 1), "")), "Basic eA=="]
        # Most calls are by somebody who may call.
        self.headers: Final[list[Metadata]] = [(("authorization", text),) for text in (*texts[:6] * 3, *texts)]
        self.headers.append(())
        self.operator: Final = (("authorization", f"Bearer {signed[3]}"),)
        self.referee: Final = RefereeServiceStub(self.channel)
        self.player: Final = PlayerServiceStub(self.channel)
        self.well_formed: Final = self.create(["calm"] * 4)
        # Without serializers bytes are sent as they are.
        self._once: Final[Any] = self.channel.unary_unary
        self._news: Final[Any] = self.channel.unary_stream
        self._frames: Final[Any] = self.channel.stream_stream
        self.calm: Final = (("authorization", f"Bearer {tokens.issue(Bearer('calm'), soon)}"),)
        self.meant: Final = self._meant()

    def create(self, sessions: list[str], **fields: int) -> str:
        """A game of one deal."""
        made = new_game(sessions, "buck", max_deals=1, **fields)
        return str(self.referee.CreateGame(made, metadata=self.operator, timeout=WITHIN).game)

    def _meant(self) -> Meant:
        boards = tournament.CreateBoardsRequest(request_id="the boards of a fuzzed run", count=1)
        made = self.channel.unary_unary(
            "/euchre.v1.TournamentService/CreateBoards",
            request_serializer=tournament.CreateBoardsRequest.SerializeToString,
            response_deserializer=tournament.CreateBoardsResponse.FromString,
        )(boards, metadata=self.operator, timeout=WITHIN)
        games = [self.create(["fuzz"] * 4), self.create(["fuzz", "fuzz-2", "a", "b"], strikes=3), self.create([])]
        over = self.create(["fuzz"] * 4)
        self.referee.AbortGame(referee.AbortGameRequest(game=over), metadata=self.operator, timeout=WITHIN)
        record = self.referee.GetRecord(referee.GetRecordRequest(game=over), timeout=WITHIN).record
        seen = self.referee.GetView(referee.GetViewRequest(game=games[1]), timeout=WITHIN)
        return {
            **RULES,
            "game": [*games, over, made.boards[0].id],
            "board": ["", "", made.boards[0].id, games[0], 1, 2],
            "tournament": self._tournaments(),
            "entrant": ["ann", "bob", "nobody"],
            "pairing": [0, 1, 2],
            "table": [1, 2],
            "program": ["first", "greedy+first", "a+b+c"],
            "boards": [0, 1, 100_001],
            "head": [b"", b"", seen.head],
            "from_head": [b"", seen.head],
            "version": range(5),
            "from_version": range(5),
            "seat": range(5),
            "text": ["pass", "order", "play Jd", "withdraw", "bid 6"],
            "record": records(record),
            "request_id": ["a request id that is long enough", "short", "the boards of a fuzzed run"],
            "name": ["Ann", "a" * 65],
            "session": ["fuzz", "calm", "s" * 101],
            "locale": ["fr", "nl", "xx"],
            "page_size": [0, 1, 1000, 1001],
            "count": [0, 1, 3, 1001],
            "stage": [0, 1, 2, 3],
        }

    def _tournaments(self) -> list[str]:
        """One that entrants may enter, one whose places are waited for, and one that has ended; and a game's id."""
        stub, made = TournamentServiceStub(self.channel), []
        for number in range(3):
            chosen = tournament.TournamentConfig(name="Fuzzed", ruleset=Ruleset(preset="euchre"), boards=2)
            asked = tournament.CreateTournamentRequest(request_id=f"fuzzed tournament {number}", config=chosen)
            name = stub.CreateTournament(asked, metadata=self.operator, timeout=WITHIN).tournament.tournament
            made.append(name)
            for entrant in ("ann", "bob")[: 2 * number]:
                enters = tournament.RegisterRequest(request_id=entrant * 6, tournament=name, name=entrant)
                stub.Register(enters, metadata=self.operator, timeout=WITHIN)
        stub.StartTournament(
            tournament.StartTournamentRequest(tournament=made[1]), metadata=self.operator, timeout=WITHIN
        )
        stub.CancelTournament(
            tournament.CancelTournamentRequest(tournament=made[2]), metadata=self.operator, timeout=WITHIN
        )
        return [*made, self.well_formed]

    def call(self, method: str, content: list[bytes], metadata: Metadata) -> grpc.RpcError | None:
        """The refusal of a call; None if it was answered. A watch is answered by its first news."""
        path = f"/euchre.v1.{method}"
        try:
            if METHODS[method].client_streaming:
                for _ in self._frames(path)(iter(content), metadata=metadata, timeout=WITHIN):
                    pass
            elif METHODS[method].server_streaming:
                stream = self._news(path)(content[0], metadata=metadata, timeout=WITHIN)
                next(stream, None)
                stream.cancel()
            else:
                self._once(path)(content[0], metadata=metadata, timeout=WITHIN)
        except grpc.RpcError as error:
            return error
        return None

    def memory(self) -> int:
        """Bytes of memory that the server takes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages << 12

    def plays_on(self, most: int) -> bool:
        """Decisions in the game that nobody fuzzes; whether it is over."""
        for _ in range(most):
            view = self.referee.GetView(referee.GetViewRequest(game=self.well_formed), timeout=WITHIN)
            if view.HasField("end"):
                return True
            asked = referee.GetViewRequest(game=self.well_formed, seat=view.view.to_act)
            turn = self.referee.GetView(asked, metadata=self.calm, timeout=WITHIN).turn
            acted = referee.ActRequest(decision=decision(turn, turn.legal[-1].text))
            assert self.referee.Act(acted, metadata=self.calm, timeout=WITHIN).verdict.HasField("accepted")
        return False


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def target() -> AsyncIterator[Target]:
    """A server of its own, without limits of rate, which would hide what lies behind them."""
    limits = ("calls_per_second", "calls_burst", "idle_decisions_per_second", "idle_decisions_burst")
    options = [text for limit in limits for text in ("--limit", f"{limit}=1000000")]
    async with LocalStack(options=tuple(options)) as stack:
        target = Target(stack)
        before = target.memory()
        yield target
        assert target.process.returncode is None
        while not target.plays_on(10):
            pass
        grown = target.memory() - before
        assert grown < GROWS_BY, f"the server took {grown >> 20} MB more"
        target.channel.close()


def test_the_table_has_every_method() -> None:
    assert ALLOWED.keys() == METHODS.keys()
    assert len(REASONS) > 30


@pytest.mark.parametrize("method", METHODS)
def test_whatever_is_sent_is_answered_as_documented(target: Target, method: str) -> None:
    contents = st.lists(wire(METHODS[method].input_type, target.meant), min_size=1, max_size=3)

    @settings(max_examples=EXAMPLES)
    @given(contents, st.sampled_from(target.headers))
    def fuzzed(content: list[bytes], metadata: Metadata) -> None:
        check(method, target.call(method, content, metadata))

    fuzzed()
    target.plays_on(1)


@pytest.mark.parametrize("method", METHODS)
def test_bytes_that_are_no_message_harm_nothing(target: Target, method: str) -> None:
    contents = st.binary(min_size=1, max_size=60) | st.sampled_from(
        (b"\xff" * 20, b"\x0a\x02\xff\xfe", b"\x0a\xff\x0f")
    )

    @settings(max_examples=EXAMPLES // 2)
    @given(contents, st.sampled_from(target.headers))
    def fuzzed(content: bytes, metadata: Metadata) -> None:
        check(method, target.call(method, [content], metadata), beside=NO_MESSAGE)

    fuzzed()
    target.plays_on(1)


@pytest.mark.parametrize("path", ["RefereeService/Cheat", "refereeservice/GetView", "NoService/Act", ""])
def test_a_method_that_there_is_not_is_unimplemented(target: Target, path: str) -> None:
    with pytest.raises(grpc.RpcError) as raised:
        target.channel.unary_unary(f"/euchre.v1.{path}", bytes, bytes)(b"", timeout=WITHIN)
    assert raised.value.code() is grpc.StatusCode.UNIMPLEMENTED
