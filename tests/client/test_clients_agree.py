"""The two clients are one interface, blocking and not, and leave out nothing of the contract."""

import inspect

from google.protobuf.message import Message

from euchre.v1.player_service_pb2 import DESCRIPTOR as PLAYER
from euchre.v1.referee_service_pb2 import DESCRIPTOR as REFEREE
from euchre.v1.referee_service_pb2 import CreateGameRequest, JoinGameRequest
from euchre.v1.tournament_service_pb2 import DESCRIPTOR as TOURNAMENT
from euchre.v1.tournament_service_pb2 import (
    CreateBoardsRequest,
    CreateTournamentRequest,
    RegisterRequest,
    ReplaceEntrantRequest,
    RestartGameRequest,
)
from euchre_client import AsyncClient, Client


def _public(kind: type) -> dict[str, inspect.Signature]:
    return {
        name: inspect.signature(member, eval_str=True)
        for name, member in inspect.getmembers(kind, inspect.isfunction)
        if not name.startswith("_")
    }


def test_the_same_methods_with_the_same_parameters() -> None:
    blocking, awaited = _public(Client), _public(AsyncClient)
    assert blocking.keys() == awaited.keys()
    for name, signature in blocking.items():
        assert list(signature.parameters.values()) == list(awaited[name].parameters.values()), name


def test_every_field_of_a_creating_request_can_be_given() -> None:
    fields = {
        "create_game": _fields(CreateGameRequest) | {"action_limit_ms", "strike_limit"},
        "join_game": _fields(JoinGameRequest),
        "create_boards": _fields(CreateBoardsRequest),
        "create_tournament": _fields(CreateTournamentRequest),
        "register": _fields(RegisterRequest),
        "replace_entrant": _fields(ReplaceEntrantRequest),
        "restart_game": _fields(RestartGameRequest),
    }
    for name, signature in _public(AsyncClient).items():
        if name in fields:
            given = {parameter.replace("rules", "ruleset") for parameter in signature.parameters} - {"self"}
            assert given == fields.pop(name), name
    assert fields == {}


def _fields(message: type[Message]) -> set[str]:
    return set(message.DESCRIPTOR.fields_by_name)


def test_every_method_of_the_contract_is_called_somewhere() -> None:
    called = "".join(inspect.getsource(kind) for kind in AsyncClient.__mro__[:-1])
    for file in (REFEREE, PLAYER, TOURNAMENT):
        for service in file.services_by_name.values():
            stub = service.name.removesuffix("Service").lower()
            for method in service.methods:
                assert f"self._{stub}.{method.name}" in called, method.full_name
