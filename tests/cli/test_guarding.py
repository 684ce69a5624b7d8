"""What `euchre serve` is told about access, by flags and by the environment."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from euchre_referee.api.limits import Limits
from euchre_referee.cli.guarding import Guard, guard
from euchre_referee.ops.keyring import make_keyring
from tests.cli.configured import configured


def guarded(folder: Path, *arguments: str) -> Guard:
    """What these flags, and the environment, ask for."""
    with ExitStack() as stack:
        return guard(stack, configured(*arguments), folder)


def test_alone_on_its_machine_it_makes_keys_of_its_own_and_asks_nobody(tmp_path: Path) -> None:
    made = guarded(tmp_path)
    assert (tmp_path / "token.keys").exists()
    assert (made.anonymous, made.tls, made.limits, made.sealing.newest) == (True, None, Limits(), None)


def test_the_environment_says_what_flags_do_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys, seal = tmp_path / "keys", tmp_path / "seal"
    make_keyring(keys)
    newest = make_keyring(seal).newest
    for variable, value in (
        ("EUCHRE_KEYS", str(keys)),
        ("EUCHRE_SEAL", str(seal)),
        ("EUCHRE_LIMITS", "streams=7,calls_burst=9"),
        ("EUCHRE_AUTH", "open"),
        ("EUCHRE_INSECURE_PLAINTEXT", "1"),
        ("EUCHRE_AUDIENCE", "here"),
    ):
        monkeypatch.setenv(variable, value)
    made = guarded(tmp_path / "none", "--listen", "0.0.0.0:0", "--limit", "watches=8")
    assert (made.anonymous, made.sealing.newest) == (True, newest)
    assert made.limits == Limits(streams=7, calls_burst=9, watches=8)
    assert not guarded(tmp_path / "none", "--auth", "required").anonymous
