"""Files of keys: what is in them, who may read them, how they change."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from euchre_referee.ops.keyring import KeyProblem, Keyring, change_keyring, make_keyring, parse_keyring, read_keyring
from euchre_referee.ops.reloading import Watched
from euchre_referee.ops.secret_files import Exposed, check_private, make_private

ONE, TWO = "11" * 32, "22" * 32
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def one_more(ring: Keyring) -> Keyring:
    """With a new key, in use."""
    return ring.with_new(in_use=True)


def test_the_last_key_is_for_what_is_new() -> None:
    ring = parse_keyring(f"# of the house\n\na {ONE}\nold retired 2026-01-01\nb {TWO}\n", "here")
    assert ring.newest == "b"
    assert ring.keys == {"a": bytes.fromhex(ONE), "b": bytes.fromhex(TWO)}
    assert ring.retired == {"old": "2026-01-01"}
    assert parse_keyring(ring.text(), "here") == ring


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no key that is in use"),
        ("old retired 2026-01-01\n", "no key that is in use"),
        ("a 11\n", "'a' has 1 bytes"),
        ("a\n", "'a' has 0 bytes"),
        (f"a {ONE[:-1]}\n", "line 1: expected"),
        (f"a {ONE}\na {TWO}\n", "line 2: there is a key 'a' already"),
        (f"a {ONE}\na retired 2026\n", "line 2: there is a key 'a' already"),
        (f"é {ONE}\n", "name"),
        (f"{'x' * 65} {ONE}\n", "name"),
    ],
)
def test_what_is_no_file_of_keys_is_told_without_telling_a_key(text: str, why: str) -> None:
    with pytest.raises(KeyProblem, match=r"^keys") as raised:
        parse_keyring(text, "keys")
    assert why in str(raised.value)
    assert ONE[:20] not in str(raised.value)


def test_keys_are_added_used_and_retired() -> None:
    ring = parse_keyring(f"a {ONE}\n", "here")
    prepared = ring.with_new(in_use=False)
    (new,) = prepared.keys.keys() - {"a"}
    assert prepared.newest == "a"
    rotated = prepared.using(new)
    assert rotated.newest == new
    assert ring.with_new(in_use=True).newest != "a"
    retired = rotated.without("a", NOW)
    assert retired.keys.keys() == {new}
    assert retired.retired == {"a": "2026-05-01T12:00:00+00:00"}
    with pytest.raises(KeyProblem, match="rotate first"):
        retired.without(new, NOW)
    with pytest.raises(KeyProblem, match="its bytes are gone"):
        retired.using("a")
    with pytest.raises(KeyProblem, match="there is no key 'x'"):
        retired.using("x")
    with pytest.raises(KeyProblem, match="retired and in use"):
        Keyring(ring.keys, {"a": "today"})


def test_a_file_is_made_once_and_only_for_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "new" / "keys"
    first = make_keyring(path)
    assert make_keyring(path) == first
    assert not make_private(path, "other")
    assert path.stat().st_mode & 0o777 == 0o600
    change_keyring(path, one_more)
    assert path.stat().st_mode & 0o777 == 0o600
    assert len(read_keyring(path).keys) == 2
    assert [each.name for each in path.parent.iterdir()] == ["keys"]


def test_two_do_not_change_a_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    ring = make_keyring(path)
    (tmp_path / "keys.new").touch()
    with pytest.raises(FileExistsError, match=r"is being changed.*remove .*keys\.new"):
        change_keyring(path, one_more)
    (tmp_path / "keys.new").unlink()

    def disturbed(ring: Keyring) -> Keyring:
        with pytest.raises(FileExistsError):
            change_keyring(path, one_more)
        return ring

    change_keyring(path, disturbed)
    with pytest.raises(KeyProblem, match="there is no key"):
        change_keyring(path, lambda ring: ring.using("x"))
    assert read_keyring(path) == ring
    assert [each.name for each in tmp_path.iterdir()] == ["keys"]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644, 0o610])
def test_a_file_that_others_may_read_is_refused_by_name(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "keys"
    make_keyring(path)
    path.chmod(mode)
    with pytest.raises(Exposed, match=rf"keys: others may .*\(mode {mode:04o}\); chmod 600"):
        read_keyring(path)


def test_a_secret_that_root_mounts_for_a_group_is_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "keys"
    make_keyring(path)
    owner = path.stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    path.chmod(0o440)
    if owner == 0:
        check_private(path)
        path.chmod(0o444)
        with pytest.raises(Exposed, match="chmod 640"):
            check_private(path)
    else:
        with pytest.raises(Exposed, match="belongs to user"):
            check_private(path)


def test_files_are_read_again_when_they_change_and_stay_when_they_are_broken(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    known = [make_keyring(path)]
    watched = Watched("keys", (path,), lambda: known.append(read_keyring(path)))
    watched.look()
    assert len(known) == 1
    change_keyring(path, one_more)
    watched.look()
    watched.look()
    assert [len(ring.keys) for ring in known] == [1, 2]
    path.write_text("nonsense\n")
    watched.look()
    path.unlink()
    watched.look()
    assert len(known) == 2
    make_private(path, known[0].text())
    watched.look(always=True)
    watched.look(always=True)
    assert [len(ring.keys) for ring in known] == [1, 2, 1, 1]


def test_what_could_not_be_used_is_read_once_it_can_be(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "keys"
    known = [make_keyring(path)]
    watched = Watched("keys", (path,), lambda: known.append(read_keyring(path)))
    path.write_text(known[0].with_new(in_use=True).text())
    path.chmod(0o644)
    for _ in range(3):
        watched.look()
    assert len(known) == 1
    (told,) = caplog.messages
    assert "chmod 600" in told
    path.chmod(0o600)
    watched.look()
    watched.look()
    assert [len(ring.keys) for ring in known] == [1, 2]


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    make_private(path, "")
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="keys: it is no text"):
        read_keyring(path)
