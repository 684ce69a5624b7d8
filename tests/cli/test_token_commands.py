"""`euchre token` and `euchre keys`."""

from pathlib import Path
from time import time

import jwt
import pytest

from euchre_referee.api.tokens import OPERATOR_SCOPES, Caller, Role, Scope, Tokens
from euchre_referee.cli.main import main
from euchre_referee.ops.keyring import make_keyring, read_keyring


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    """A file of one key."""
    path = tmp_path / "keys"
    make_keyring(path)
    return path


def signed(capsys: pytest.CaptureFixture[str], keys: Path, *options: str) -> str:
    """The token that is printed."""
    assert main(["token", "--keys", str(keys), "--session", "s", *options]) == 0
    return capsys.readouterr().out.strip()


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Why a command line is refused."""
    assert main(list(arguments)) == 2
    said = capsys.readouterr()
    assert not said.out
    return said.err


@pytest.mark.parametrize(
    ("options", "role", "scopes"),
    [
        ([], Role.PLAYER, frozenset()),
        (["--spectator"], Role.SPECTATOR, frozenset()),
        (["--operator"], Role.OPERATOR, OPERATOR_SCOPES),
        (["--operator", "--scope", "abort", "--scope", "full_view"], Role.OPERATOR, {Scope.ABORT, Scope.FULL_VIEW}),
    ],
)
def test_a_token_is_for_a_role_with_its_scopes(
    capsys: pytest.CaptureFixture[str], keys: Path, options: list[str], role: Role, scopes: frozenset[Scope]
) -> None:
    ring = read_keyring(keys)
    token = signed(capsys, keys, *options)
    assert Tokens(ring).caller(token) == Caller("s", role, frozenset(scopes), ring.newest)
    expires = jwt.decode(token, options={"verify_signature": False})["exp"]
    assert abs(expires - time() - 86_400) < 600


def test_what_a_token_cannot_be_is_told(
    capsys: pytest.CaptureFixture[str], keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("EUCHRE_KEYS", raising=False)
    named = ("token", "--keys", str(keys), "--session")
    assert "EUCHRE_KEYS" in complaint(capsys, "token", "--session", "s")
    assert "add --operator" in complaint(capsys, *named, "s", "--scope", "abort")
    assert "bytes" in complaint(capsys, *named, "x" * 101)
    assert "expired already" in complaint(capsys, *named, "s", "--days", "-1")
    assert "expired already" in complaint(capsys, *named, "s", "--not-before", "2020-01-01")
    keys.chmod(0o644)
    assert "chmod 600" in complaint(capsys, *named, "s")


def test_keys_come_from_the_environment_too(
    capsys: pytest.CaptureFixture[str], keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EUCHRE_KEYS", str(keys))
    assert main(["token", "--session", "s"]) == 0
    assert main(["keys", "list"]) == 0
    assert main(["token", "keys", "list"]) == 0
    assert capsys.readouterr().out.count(read_keyring(keys).newest) == 2


def test_keys_are_rotated_and_retired(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "keys"
    named = ("--keys", str(path))

    def told(*arguments: str) -> list[list[str]]:
        assert main(["keys", *arguments]) == 0
        said = capsys.readouterr().out
        assert not any(key.hex() in said for key in read_keyring(path).keys.values())
        return [line.split() for line in said.splitlines()]

    ((first, what),) = told("rotate", *named)
    assert what == "newest"
    (second, accepted), (_, newest) = told("add", *named)
    assert (accepted, newest) == ("accepted", "newest")
    assert told("rotate", *named, second) == [[first, "accepted"], [second, "newest"]]
    token = signed(capsys, path)
    assert jwt.get_unverified_header(token)["kid"] == second
    assert [line[:2] for line in told("retire", *named, first)] == [[first, "retired"], [second, "newest"]]
    assert "rotate first" in complaint(capsys, "keys", "retire", *named, second)
    assert "already" in complaint(capsys, "keys", "retire", *named, first)
    assert "there is no key" in complaint(capsys, "keys", "rotate", *named, "none")
    assert "No such file" in complaint(capsys, "keys", "list", "--keys", str(tmp_path / "none"))
