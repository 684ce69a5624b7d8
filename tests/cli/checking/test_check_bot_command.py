"""`euchre check-bot`: programs that are sound, and one for each fault that there is a point about."""

import asyncio
import json
import shlex
import sys
from pathlib import Path

import pytest

from euchre_client import AsyncClient
from euchre_referee.rules.presets import PRESETS
from tests.cli.commands import Said, euchre
from tests.cli.stdio.scripts import FIRST_LEGAL, HIGH_CARD, command_line
from tests.conftest import Server

READ = "while read -r turn; do case $turn in "
STEPS = "buck: every step"
ELSE = '*) legal "$turn";; esac; done'


def verdicts(said: Said) -> dict[str, tuple[str, str]]:
    """By point."""
    return {each["point"]: (each["verdict"], each["reason"]) for each in json.loads(said.out)}


@pytest.mark.parametrize("command", [FIRST_LEGAL, HIGH_CARD], ids=["shell", "javascript"])
def test_the_examples_are_sound_in_every_preset(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = euchre(capsys, "check-bot", "--command", command, "--json")
    found = verdicts(said)
    assert {point: told for point, told in found.items() if told[0] != "ok"} == {}
    assert said.status == 0
    assert {f"{preset}: every step" for preset in PRESETS} <= set(found)
    assert {f"{preset}: a game" for preset in PRESETS} <= set(found)


def test_the_table_is_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    said = euchre(capsys, "check-bot", "--command", FIRST_LEGAL, "--rules", "american-belote-two")
    assert said.status == 0
    first, second, *_ = said.out.splitlines()
    assert first.split() == ["point", "verdict", "reason"]
    assert second.split(maxsplit=2) == ["starts", "ok", "its first answer is legal"]


@pytest.mark.parametrize(
    ("script", "point", "why"),
    [
        (f"{READ} *'\"pick_up\"'*) echo 'discard Zz';; {ELSE}", STEPS, "pick_up (discard): it answered 'discard Zz'"),
        (f"{READ} *'\"phase\":\"stay\"'*) exit 9;; {ELSE}", STEPS, "stay (stay, withdraw): the program ended"),
        (f"{READ} *'\"refused\"'*) echo sorry;; {ELSE}", "a refused action", "it answered 'sorry'"),
        (f"{READ} *check-later*) echo stale;; {ELSE}", "a turn that it lost to the clock", "it answered 'stale'"),
        ('[ -e "$MARK" ] && exit 6; : > "$MARK"; while read -r turn; do legal "$turn"; done', "a break", "exit code 6"),
        (f"{READ} *) legal \"$turn\"; echo thinking;; esac; done", "nothing but answers", "without being asked"),
        ('while read -r turn; do legal "$turn"; done; while :; do sleep 1; done', "ends with its input", "is killed"),
    ],
)  # fmt: skip
def test_a_fault_is_found_and_named(
    script: str,
    point: str,
    why: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MARK", str(tmp_path / "mark"))
    said = euchre(capsys, "check-bot", "--command", command_line(script), "--rules", "buck", "--json")
    assert said.status == 1
    verdict, reason = verdicts(said)[point]
    assert verdict == "fails"
    assert why in reason


def test_nothing_more_is_asked_of_one_that_does_not_start(capsys: pytest.CaptureFixture[str]) -> None:
    said = euchre(capsys, "check-bot", "--command", command_line("exit 3"), "--rules", "buck", "--json")
    assert said.status == 1
    found = verdicts(said)
    assert found.pop("starts") == ("fails", "the program ended with exit code 3")
    assert set(found.values()) == {("not checked", "it does not start")}


def program(tmp_path: Path, body: str) -> str:
    """A program that joins by itself: `body` has a `client`."""
    script = tmp_path / "joiner.py"
    script.write_text(
        "import os, sys\n"
        "from euchre_client import Client, decision\n"
        'with Client(os.environ["EUCHRE_SERVER"], os.environ["EUCHRE_TOKEN"]) as client:\n'
        f"    {body}\n"
    )
    return shlex.join((sys.executable, str(script)))


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        ("client.play(lambda turn: turn.legal[0])", "it leaves it to the clock, and goes on with the next one"),
        (
            "client.play(lambda turn: turn.legal[0], on_refusal=lambda told: next(reversed(told.refusal.legal), None))",
            "it answers again, legally, and goes on with the next one",
        ),
        (
            "while True: client.decide([decision(turn, turn.legal[0]) for turn in client.list_turns()])",
            "it answers again, legally, and goes on with the next one",
        ),
    ],
    ids=["streaming", "answering refusals", "asking"],
)
def test_a_program_that_joins_by_itself_is_sound(
    body: str, refused: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = euchre(capsys, "check-bot", "--program", program(tmp_path, body), "--rules", "buck", "--json")
    found = verdicts(said)
    assert {point: told for point, told in found.items() if told[0] != "ok"} == {}
    assert found["a refused action"] == ("ok", refused)
    assert said.status == 0


def test_a_program_that_does_not_come_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gives_up = "turn.game == 'check-break' and turn.version > 11"
    body = f"client.play(lambda turn: sys.exit(4) if {gives_up} else turn.legal[0])"
    said = euchre(capsys, "check-bot", "--program", program(tmp_path, body), "--rules", "buck", "--json")
    assert said.status == 1
    verdict, reason = verdicts(said)["a break"]
    assert verdict == "fails"
    assert reason.startswith("the program ended with exit code 4: no stream (this is a check")


def test_a_program_that_never_comes(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--program", "sleep 60", "--rules", "buck", "--within", "0.5", "--json")
    said = euchre(capsys, "check-bot", *arguments)
    assert said.status == 1
    assert verdicts(said)["starts"] == ("fails", "it did not answer within 0.5 s, and never opened a stream")


async def test_a_program_that_plays_already(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    async with AsyncClient(server.address, server.operator_token) as operator:
        token = await operator.issue_token("checked")
    arguments = ("--running", "--server", server.address, "--token", token, "--rules", "buck", "--json")
    async with AsyncClient(server.address, token) as client:
        playing = asyncio.create_task(client.play(lambda turn: turn.legal[0]))
        # The command has an event loop of its own.
        said = await asyncio.to_thread(euchre, capsys, "check-bot", *arguments)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    assert verdicts(said) == {"buck: a deal": ("ok", "it played every seat of it")}
    absent = await asyncio.to_thread(euchre, capsys, "check-bot", *arguments, "--within", "0.5")
    why = "it did not play its trial game in time, and had no stream open"
    assert verdicts(absent) == {"buck: a deal": ("fails", why)}
    assert (said.status, absent.status) == (0, 1)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--command", "no-such-program"), "there is no program no-such-program"),
        (("--command", FIRST_LEGAL, "--rules", "bridge"), "there is no preset 'bridge'; choose from euchre, "),
        (("--command", FIRST_LEGAL, "--program", "true"), "not allowed with argument"),
        ((), "one of the arguments --command --program --running is required"),
        (("--command", FIRST_LEGAL, "--within", "0"), "invalid"),
    ],
)
def test_what_cannot_be_checked(arguments: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = euchre(capsys, "check-bot", *arguments)
    assert said.status == 2
    assert why in said.err
