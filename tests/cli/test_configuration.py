"""What `euchre serve` is told by flags, environment and file: which goes first, and what is said of what is wrong."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from euchre_referee.cli import config
from euchre_referee.cli.configuration.judging import problems_of
from euchre_referee.cli.configuration.options import options_of
from euchre_referee.cli.configuration.showing import as_json, as_toml, without_password
from euchre_referee.cli.configuration.sources import Configuration, Source, gathered
from euchre_referee.cli.printing import READER_GONE
from euchre_referee.cli.serving_options import serving_parser
from euchre_referee.cli.store_options import access_to_store
from euchre_referee.ops.keyring import make_keyring
from euchre_referee.store.address import parse_address

DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "configuration.md"
PASSWORD: Final = "hid/den@xyz"


def asked(folder: Path, text: str = "", *arguments: str, **environment: str) -> Configuration:
    """A configuration of a file with this text, of flags and of an environment."""
    file = folder / "referee.toml"
    file.write_text(text)
    return gathered(serving_parser("euchre serve", None), ["--config", str(file), *arguments], environment)


def test_a_flag_goes_before_the_environment_that_before_the_file_that_before_the_default(tmp_path: Path) -> None:
    text = 'listen = "a:1"\nmetrics = "a:2"\nbank-ms = 3\n'
    found = asked(tmp_path, text, "--listen", "c:1", EUCHRE_LISTEN="b:1", EUCHRE_METRICS="b:2")
    said = {name: found.settings[name] for name in ("listen", "metrics", "bank-ms", "strike-limit")}
    assert [each.value for each in said.values()] == ["c:1", "b:2", 3, 3]
    assert [each.source for each in said.values()] == list(Source)
    places = [each.place for each in said.values()]
    assert places == ["--listen", "EUCHRE_METRICS", f"{tmp_path}/referee.toml:3: bank-ms", "--strike-limit"]
    assert (found.options.listen, found.options.bank_ms, found.problems) == ("c:1", 3, ())


def test_a_variable_names_the_file_and_empty_ones_say_nothing(tmp_path: Path) -> None:
    file = tmp_path / "referee.toml"
    file.write_text("bank-ms = 7\n")
    parser = serving_parser("euchre serve", None)
    found = gathered(parser, [], {"EUCHRE_CONFIG": str(file), "EUCHRE_BANK_MS": ""})
    assert (found.options.bank_ms, found.file) == (7, file)


def test_only_limits_are_put_together(tmp_path: Path) -> None:
    text = 'http-origin = ["https://a"]\n[limit]\nstreams = 1\nwatches = 1\ncalls_burst = 1\n'
    flags = ("--limit", "streams=3", "--http-origin", "https://c")
    found = asked(tmp_path, text, *flags, EUCHRE_LIMITS="streams=2,watches=2", EUCHRE_HTTP_ORIGINS="https://b")
    assert found.options.http_origin == ["https://c"]
    assert as_json(found)["limit"]["value"] == {"streams": 3, "watches": 2, "calls_burst": 1}


def test_paths_in_a_file_are_meant_from_its_directory(tmp_path: Path) -> None:
    found = asked(tmp_path, 'keys = "k"\nseal = "/s"\n', "--tls-cert", "c")
    options = found.options
    assert (options.keys, options.seal, options.tls_cert) == (tmp_path / "k", Path("/s"), Path("c"))


def test_every_kind_of_value_can_stand_in_every_source(tmp_path: Path) -> None:
    text = 'house-bots = ["greedy", "first"]\ninsecure-plaintext = true\ndrain-seconds = 1\nauth = "open"\n'
    for found in (
        asked(tmp_path, text),
        asked(
            tmp_path, EUCHRE_HOUSE_BOTS="greedy,first", EUCHRE_INSECURE_PLAINTEXT="1", EUCHRE_DRAIN_SECONDS="1",
            EUCHRE_AUTH="open",
        ),
        asked(
            tmp_path, "", "--house-bots", "greedy,first", "--insecure-plaintext", "--drain-seconds", "1",
            "--auth", "open",
        ),
    ):  # fmt: skip
        options = found.options
        said = (options.house_bots, options.insecure_plaintext, options.drain_seconds, options.auth.value)
        assert (said, found.problems) == ((("greedy", "first"), True, 1.0, "open"), ())


def test_everything_that_is_wrong_is_told_at_once_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("k1 00\n")
    (tmp_path / "keys").chmod(0o600)
    text = (
        'lisen = "127.0.0.1:1"\nfsync = "sometimes"\nbank-ms = "soon"\nstrike-limit = -1\nkeys = "keys"\n'
        'tls-key = "none"\nseal = [1, {}]\nhttp-origin = "https://a/b"\nwait-flushed = "perhaps"\n'
        'audit-log = "none/audit"\n[limit]\nstreams = 0\n'
    )
    found = asked(
        tmp_path, text, "--metrics", "nowhere", EUCHRE_HOUSE_BOTS="whist", EUCHRE_LISTEN="0.0.0.0:0", REDIS_URL="x://y",
        EUCHRE_STORE_WAIT="-1", EUCHRE_HTTP="127.0.0.1:66666",
    )  # fmt: skip
    told = [str(problem) for problem in problems_of(found)]
    file = f"{tmp_path}/referee.toml"
    expected = [
        f"{file}:1: lisen: there is no such option; did you mean `listen`?",
        f"{file}:2: fsync: 'sometimes' cannot be: one of always, everysec is needed",
        f"{file}:3: bank-ms: 'soon' cannot be: a whole number is needed",
        f"{file}:4: strike-limit: --strike-limit: whole numbers from 0",
        f"{file}:5: keys: {tmp_path}/keys: the key 'k1' has 1 bytes",
        f"{file}:6: tls-key: --tls-cert and --tls-key are needed both",
        f"{file}:7: seal: a text, a number or a list of them is needed",
        f"{file}:8: http-origin: 'https://a/b' is no origin",
        f"{file}:9: wait-flushed: 'perhaps' is neither yes nor no",
        f"{file}:10: audit-log: the audit log cannot be made in {tmp_path}/none",
        f"{file}:11: limit: the limit streams cannot be '0'",
        "--metrics: 'nowhere' is no address",
        "EUCHRE_HOUSE_BOTS: no built-in bot is called 'whist'",
        "EUCHRE_LISTEN: --listen 0.0.0.0:0 is reached by others than this machine",
        "REDIS_URL: the store's URL has an unknown scheme 'x'",
        "EUCHRE_STORE_WAIT: -1 seconds cannot be",
        "EUCHRE_HTTP: '127.0.0.1:66666' is no address",
    ]
    for beginning in expected:
        assert sum(line.startswith(beginning) for line in told) == 1, (beginning, told)
    assert len(told) == len(expected)


def test_of_limits_and_of_a_tables_terms_all_that_is_wrong_is_told(tmp_path: Path) -> None:
    limits = "streams=0,speed=1"
    flags = ("--action-limit-ms", "-1", "--spectator-delay-decisions", "-1", "--retention-hours", "0")
    told = " ".join(map(str, problems_of(asked(tmp_path, "lag-quota-ms = 99999999\n", *flags, EUCHRE_LIMITS=limits))))
    for named in ("streams", "speed", "--action-limit-ms", "delay-decisions", "--lag-quota-ms", "--retention-hours"):
        assert named in told, (named, told)


def test_an_address_is_had_once(tmp_path: Path) -> None:
    one = "127.0.0.1:7000"
    found = asked(tmp_path, f'metrics = "{one}"\nhttp = "127.0.0.1:0"\n', "--listen", one)
    (problem,) = problems_of(found)
    assert str(problem).startswith(f"{tmp_path}/referee.toml:1: metrics: --metrics cannot be had at {one}, which is")
    assert not problems_of(asked(tmp_path, "", "--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0"))
    # HTTP that nobody named does without an address that is taken.
    assert not problems_of(asked(tmp_path, "", "--listen", "127.0.0.1:7448"))


def test_a_file_may_begin_with_the_mark_of_its_encoding_and_an_empty_path_is_none(tmp_path: Path) -> None:
    (problem,) = problems_of(asked(tmp_path, '\ufeffbank-ms = 1\nkeys = ""\n'))
    assert str(problem).startswith(f"{tmp_path}/referee.toml:2: keys: a path is needed")


def test_a_key_that_is_there_twice_is_told_as_such(tmp_path: Path) -> None:
    (problem,) = problems_of(asked(tmp_path, "bank-ms = 1\nbank-ms = 2\n"))
    assert problem.remedy == "name each key once"


def test_what_is_wrong_with_several_options_is_told_at_the_one_that_its_words_name(tmp_path: Path) -> None:
    (problem,) = problems_of(asked(tmp_path, "bank-ms = 1\n", "--strike-limit", "-1"))
    assert str(problem).startswith("--strike-limit: --strike-limit: whole numbers")
    (problem,) = problems_of(asked(tmp_path, "", "--store", "redis://a", "--store-password-file", "/none"))
    assert str(problem).startswith("--store-password-file: /none: No such file")
    assert problem.remedy == "name another with --store-password-file"
    (problem,) = problems_of(asked(tmp_path, "wait-replicas = 1\n"))
    assert problem.place == f"{tmp_path}/referee.toml:1: wait-replicas"


def test_a_file_that_cannot_be_read_is_told_with_its_line(tmp_path: Path) -> None:
    (problem,) = asked(tmp_path, "listen = 127.0.0.1:1\n").problems
    assert "it is no TOML" in str(problem)
    assert "line 1" in str(problem)
    missing = gathered(serving_parser("euchre serve", None), ["--config", str(tmp_path / "none")], {})
    assert "none: it cannot be read" in str(missing.problems[0])


def test_a_slip_in_a_variable_is_warned_of_and_others_variables_are_not(tmp_path: Path) -> None:
    strangers = {
        "EUCHRE_LISTN": "a:1", "EUCHRE_PORT": "tcp://10.0.0.1:7447", "EUCHRE_METRICS_SERVICE_HOST": "10.0.0.1",
        "EUCHRE_KEY": "client.pem", "EUCHRE_SERVER": "a:1", "EUCHRE_TOKEN": "x.y.z", "EUCHRE_HTTP_PORT": "tcp://a",
    }  # fmt: skip
    (warning,) = asked(tmp_path, **strangers).warnings
    assert str(warning) == "EUCHRE_LISTN: nothing reads this variable; did you mean EUCHRE_LISTEN?"


def test_a_password_that_everybody_can_read_is_warned_of(tmp_path: Path) -> None:
    for store, mode, number in (("redis://me:x@a", 0o644, 1), ("redis://me:x@a", 0o640, 0), ("redis://me@a", 0o644, 0)):
        (tmp_path / "referee.toml").touch()
        (tmp_path / "referee.toml").chmod(mode)
        found = asked(tmp_path, f'store = "{store}"\n')
        assert len(found.warnings) == number, (store, mode)
        assert all(f"mode {mode:04o}" in str(warning) for warning in found.warnings)


def test_a_password_of_the_store_can_come_from_a_file_and_is_never_shown(tmp_path: Path) -> None:
    secret = tmp_path / "password"
    secret.write_text(f"{PASSWORD}\n")
    secret.chmod(0o600)
    found = asked(tmp_path, 'store-password-file = "password"\n', REDIS_URL="redis+sentinel://me@a,b/games")
    access = access_to_store(found.options)
    assert access.url is not None
    assert access.credentials.password is not None
    assert (parse_address(access.url).username, access.credentials.password()) == ("me", PASSWORD)
    assert problems_of(found) == []
    secret.chmod(0o644)
    (problem,) = problems_of(found)
    assert "chmod 600" in str(problem)
    for store in (
        f"redis://me:{PASSWORD}@a", "redis://me:p%40ss@a/1", PASSWORD, "redis://me:hidden", "redis://a?password=hidden",
        "redis://me:p%40ss@a?password=hidden",
    ):  # fmt: skip
        wrong = asked(tmp_path, f'store = "{store}"\n')
        shown = f"{as_toml(wrong)} {json.dumps(as_json(wrong))} {problems_of(wrong)}"
        assert not re.search("hid|den|xyz|p%40ss", shown)
    assert without_password("redis://me:p%40ss@a/1") == "redis://me:***@a/1"
    assert without_password("redis://a") == "redis://a"


def test_what_is_shown_is_a_file_that_says_the_same(tmp_path: Path) -> None:
    make_keyring(tmp_path / "keys")
    text = 'keys = "keys"\nhouse-bots = "off"\nhttp-origin = ["https://a"]\n[limit]\nstreams = 7\n'
    first = asked(tmp_path, text, "--bank-ms", "5", EUCHRE_AUTH="required")
    second = asked(tmp_path, as_toml(first))
    assert second.problems == ()
    values = [{name: entry["value"] for name, entry in as_json(each).items()} for each in (first, second)]
    assert values[0] == values[1]
    assert "bank-ms = 5  # flag: --bank-ms" in as_toml(first)


def test_the_commands_end_with_what_they_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("REDIS_URL", raising=False)
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text("bank-ms = 1\n")
    bad.write_text("bank = 1\n")
    for arguments, code, said in (
        (["check"], 0, "in order"),
        (["check", str(good)], 0, f"in order: {good}"),
        (["check", str(bad)], 1, f"{bad}:1: bank: there is no such option"),
        (["check", str(bad), "--json"], 1, '"problems"'),
        (["check", "--listen", "x"], 1, "--listen: 'x' is no address"),
        (["show", str(good)], 0, "bank-ms = 1  # file"),
        (["show", str(bad)], 1, "bank-ms = 0  # default"),
        (["show", "--json"], 0, '"source": "default"'),
        (["--help"], 0, "usage: euchre config"),
        ([], 2, ""),
        (["mend"], 2, ""),
    ):
        assert config.main(arguments) == code, arguments
        assert said in capsys.readouterr().out, arguments
    with pytest.raises(SystemExit, match="2"):
        config.main(["check", "--bank-ms", "soon"])


def test_the_table_of_the_documents_is_what_there_is() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (.*?) \| .*? \| (.*?) \|", DOCUMENT.read_text(encoding="utf-8"), re.M)
    options = options_of(serving_parser("euchre serve", None))
    assert sorted(name for name, _, _ in rows) == sorted(options)
    for name, variables, default in rows:
        option = options[name]
        assert tuple(re.findall(r"`(\w+)`", variables)) == option.variables, name
        known = as_json(gathered(serving_parser("euchre serve", None), [], {}))[name]["value"]
        if name in ("house-bots", "http"):
            continue
        if re.fullmatch("`[^`]+`", default):
            assert default.strip("`") == (f"{known:g}" if isinstance(known, float) else str(known)).lower(), name
        else:
            assert known in (None, "", [], {}, False), name
    assert not set(re.findall(r"EUCHRE_[A-Z_]+[A-Z]", DOCUMENT.read_text(encoding="utf-8"))).difference(
        variable for option in options.values() for variable in option.variables
    )


@pytest.mark.parametrize("command", [("config", "show"), ("config", "check"), ("doctor", "--json")])
def test_a_reader_that_leaves_early_is_no_error(command: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "euchre_referee.cli.main", *command, "--metrics", "off", "--http", "off"],
            stdout=writer, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    finally:
        os.close(writer)
    assert (ended.returncode, ended.stderr) == (READER_GONE, "")
