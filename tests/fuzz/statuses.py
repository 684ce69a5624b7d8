"""What a call may come to, method by method, and what its refusal has to tell (docs/api.md, "Refusals")."""

import re
from pathlib import Path
from typing import Any, Final

import grpc

from tests.api.callers import told

_Code = grpc.StatusCode
_ASKED: Final = frozenset({_Code.OK, _Code.INVALID_ARGUMENT, _Code.RESOURCE_EXHAUSTED, _Code.UNAUTHENTICATED})
_MAY: Final = _ASKED | {_Code.PERMISSION_DENIED}
_OF_A_GAME: Final = _MAY | {_Code.NOT_FOUND}

ALLOWED: Final = {
    "RefereeService/ListPresets": _ASKED - {_Code.INVALID_ARGUMENT},
    "RefereeService/DescribeRules": _ASKED,
    "RefereeService/CheckRuleset": _ASKED - {_Code.INVALID_ARGUMENT},
    "RefereeService/CreateGame": _OF_A_GAME | {_Code.ALREADY_EXISTS},
    "RefereeService/JoinGame": _OF_A_GAME | {_Code.ALREADY_EXISTS, _Code.FAILED_PRECONDITION},
    "RefereeService/GetView": _OF_A_GAME - {_Code.INVALID_ARGUMENT},
    "RefereeService/Act": _OF_A_GAME | {_Code.FAILED_PRECONDITION, _Code.ABORTED},
    "RefereeService/Watch": _OF_A_GAME | {_Code.ABORTED},
    "RefereeService/GetRecord": _OF_A_GAME,
    "RefereeService/Adjudicate": _ASKED,
    "RefereeService/Verify": _ASKED,
    "RefereeService/Resign": _OF_A_GAME | {_Code.FAILED_PRECONDITION},
    "RefereeService/AbortGame": _OF_A_GAME,
    "RefereeService/ListGames": _ASKED,
    "RefereeService/IssueToken": _MAY,
    "RefereeService/IssueStreamTicket": _ASKED,
    "PlayerService/Play": _MAY | {_Code.ABORTED},
    "PlayerService/ListTurns": _MAY,
    "PlayerService/Act": _MAY,
    "TournamentService/CreateBoards": _MAY | {_Code.ALREADY_EXISTS},
    "TournamentService/CreateTournament": _MAY | {_Code.ALREADY_EXISTS},
    "TournamentService/Register": _OF_A_GAME | {_Code.ALREADY_EXISTS, _Code.FAILED_PRECONDITION},
    "TournamentService/StartTournament": _OF_A_GAME - {_Code.INVALID_ARGUMENT} | {_Code.FAILED_PRECONDITION},
    "TournamentService/GetTournament": _OF_A_GAME - {_Code.INVALID_ARGUMENT, _Code.PERMISSION_DENIED},
    "TournamentService/ListTournaments": _ASKED,
    "TournamentService/ListStandings": _OF_A_GAME - {_Code.INVALID_ARGUMENT, _Code.PERMISSION_DENIED},
    "TournamentService/WatchTournament": _OF_A_GAME - {_Code.INVALID_ARGUMENT, _Code.PERMISSION_DENIED}
    | {_Code.ABORTED},
    "TournamentService/ListTournamentGames": _OF_A_GAME - {_Code.PERMISSION_DENIED},
    "TournamentService/ListPlaces": _OF_A_GAME - {_Code.INVALID_ARGUMENT},
    "TournamentService/ExportTournament": _OF_A_GAME - {_Code.INVALID_ARGUMENT, _Code.PERMISSION_DENIED}
    | {_Code.FAILED_PRECONDITION},
    "TournamentService/PauseEntrant": _OF_A_GAME | {_Code.FAILED_PRECONDITION},
    "TournamentService/ResumeEntrant": _OF_A_GAME | {_Code.FAILED_PRECONDITION},
    "TournamentService/ReplaceEntrant": _OF_A_GAME | {_Code.FAILED_PRECONDITION},
    "TournamentService/RestartGame": _OF_A_GAME | {_Code.FAILED_PRECONDITION},
    "TournamentService/CancelTournament": _OF_A_GAME,
}
"""Statuses by method. INTERNAL, UNKNOWN and UNAVAILABLE are nowhere among them."""

OF_GRPC: Final = frozenset({_Code.RESOURCE_EXHAUSTED})
"""Statuses that may come without details: the message was too large."""
NO_MESSAGE: Final = frozenset({_Code.INVALID_ARGUMENT})
"""What bytes come to that are no message of the contract, whatever the method."""

_API: Final = Path(__file__).parents[2] / "docs" / "api.md"
REASONS: Final = {
    match[1]: match[2] for match in re.finditer(r"^\| `([A-Z_]+)` \| ([A-Z_]+) \|", _API.read_text(), re.MULTILINE)
}
"""The closed list of reasons, each with its status."""


def check(method: str, error: Any, beside: frozenset[grpc.StatusCode] = frozenset()) -> str:
    """The reason of a refusal, empty without details; the call came to nothing that the page does not know, but for
    what is allowed `beside`."""
    if error is None:
        return ""
    code, found = error.code(), told(error)
    assert code in ALLOWED[method] | beside, f"{method}: {code}, {error.details()}"
    if not found.reason:
        assert code in OF_GRPC, f"{method}: {code} without details, {error.details()}"
        return ""
    assert REASONS.get(found.reason) == code.name, f"{method}: {found.reason} with {code}"
    assert found.info.domain == "euchre.v1"
    assert found.refusal.reason == found.reason
    assert found.localized.message
    return found.reason
