"""`euchre rules`: presets and rule sets told to people in three languages, and to programs."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from euchre_referee.api.phrases import LOCALES
from euchre_referee.api.rule_words import option_meaning, preset_summary
from euchre_referee.rules.presets import PRESETS
from tests.cli.commands import euchre

TABLE = Path(__file__).parents[1] / "conformance" / "presets.json"


def words(text: str) -> str:
    """The text in one line, however it was broken."""
    return " ".join(text.replace("-\n    ", "-").split())


def test_the_list_has_every_preset_with_what_is_fixed(capsys: pytest.CaptureFixture[str]) -> None:
    said = euchre(capsys, "rules")
    rows = [" ".join(line.split()) for line in said.out.splitlines()[1:14]]
    assert (said.status, said.err) == (0, "")
    assert [row.split()[0] for row in rows] == list(PRESETS)
    assert rows[0] == "euchre 4 in pairs 24 (9-A) order_up 0 to 10"
    assert rows[3] == "euchre-two-handed 2, each alone 20 (10-A) name_only 0 to 10"
    assert rows[5] == "euchre-auction 5, each alone 25 (9-A, joker) auction 0 to 10"
    assert rows[8] == "buck-three 3, each alone 24 (9-A) order_up 15 to 0"


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_explained_with_every_option(capsys: pytest.CaptureFixture[str], preset: str, locale: str) -> None:
    said = euchre(capsys, "rules", preset, "--lang", locale)
    assert (said.status, said.err) == (0, "")
    told = words(said.out)
    assert preset_summary(preset, locale) in told
    for name, option in PRESETS[preset].options.items():
        value = json.dumps(option.default) if isinstance(option.default, bool) else option.default or None
        assert f"{name} = {'' if value is None else value}" in told
        assert option_meaning(name, locale) in told


def test_the_languages_differ(capsys: pytest.CaptureFixture[str]) -> None:
    headings = [euchre(capsys, "rules", "--lang", locale).out.splitlines()[0] for locale in LOCALES]
    assert len(set(headings)) == len(LOCALES)


def test_options_that_are_set_show_their_effect_canonical_form_and_hash(capsys: pytest.CaptureFixture[str]) -> None:
    plain = euchre(capsys, "rules", "buck")
    said = euchre(capsys, "rules", "buck", "--set", "withdraw=secret", "--set", "penalty=5")
    assert "  withdraw = secret  (default: public)\n" in said.out
    assert "  penalty = 5\n" in said.out
    assert 'canonical form  {"options":{"withdraw":"secret"},"preset":"buck"}\n' in said.out
    assert plain.out.splitlines()[-1] != said.out.splitlines()[-1]


@pytest.mark.parametrize("text", ["no_face,ace_no_face", '["no_face", "ace_no_face"]'])
def test_a_list_is_written_with_commas_or_as_json(capsys: pytest.CaptureFixture[str], text: str) -> None:
    said = euchre(capsys, "rules", "euchre", "--set", f"misdeal_claims={text}", "--json")
    assert json.loads(said.out)["options"]["misdeal_claims"]["value"] == ["ace_no_face", "no_face"]


def test_an_empty_list_is_a_list(capsys: pytest.CaptureFixture[str]) -> None:
    said = euchre(capsys, "rules", "euchre", "--set", "misdeal_claims=", "--json")
    assert json.loads(said.out)["ruleset"]["canonical"] == '{"options":{},"preset":"euchre"}'


def test_a_longer_deck_gives_the_two_handed_game_a_turn_up(capsys: pytest.CaptureFixture[str]) -> None:
    said = euchre(capsys, "rules", "euchre-two-handed", "--set", "min_rank=9")
    assert "24 cards, 9 to A\n" in said.out
    assert "10 cards each, a card turned up\n" in said.out
    assert "order up the turned suit" in said.out


def test_every_problem_is_named_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    settings = ["withdraw=never", "colour=blue", "penalty=101", "loose", "min_rank=10", "penalty=3"]
    said = euchre(capsys, "rules", "buck", *(part for each in settings for part in ("--set", each)))
    assert (said.status, said.out) == (2, "")
    told = {line.split(": ")[1]: line for line in said.err.splitlines() if "twice" not in line}
    assert set(told) == {"withdraw", "colour", "penalty", "loose", "min_rank"}
    assert told["withdraw"].endswith("the value is not allowed; allowed: one of off, public, secret")
    assert "withdraw_floor" in told["colour"]
    assert told["penalty"].endswith("allowed: a whole number from 0 to 100")
    assert told["loose"].endswith("an option needs a value; allowed: OPTION=VALUE")
    assert "penalty: the option is set twice; allowed: one value" in said.err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["whist"], "no such preset: whist; allowed: one of euchre, euchre-benny"),
        (["--set", "penalty=1"], "--set: options belong to a preset; name one"),
        (["buck", "--lang", "de"], "invalid choice: 'de'"),
        (["buck", "--set", "penalty=" + "9" * 5000], "penalty: the value is not allowed"),
        (["buck", "--set", "penalty=" + "[" * 100_000], "penalty: the value is not allowed"),
        (["buck", "--set", "penalty=NaN"], "penalty: the value is not allowed"),
        (["buck", "--set", "penalty=5.0"], "penalty: the value is not allowed"),
        (["buck", "--set", "sweep_wins=1"], "sweep_wins: the value is not allowed; allowed: one of false, true"),
    ],
)
def test_what_cannot_be_told_is_named(capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str) -> None:
    said = euchre(capsys, "rules", *arguments)
    assert (said.status, said.out) == (2, "")
    assert complaint in said.err


def test_the_machine_form_of_all_presets_is_the_published_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert euchre(capsys, "rules", "--json").out == TABLE.read_text()


def test_the_machine_form_of_a_rule_set(capsys: pytest.CaptureFixture[str]) -> None:
    said = euchre(capsys, "rules", "buck", "--set", "penalty=7", "--set", "min_rank=8", "--json")
    told = json.loads(said.out)
    ruleset = told.pop("ruleset")
    values = {name: option.pop("value") for name, option in told["options"].items()}
    assert told == {"preset": "buck", **json.loads(TABLE.read_text())["buck"]}
    assert values == {name: option["default"] for name, option in told["options"].items()} | {
        "penalty": 7,
        "min_rank": 8,
    }
    assert ruleset["canonical"] == '{"options":{"min_rank":8,"penalty":7},"preset":"buck"}'
    assert len(ruleset["hash"]) == 64
    assert (ruleset["turn_up"], ruleset["bidding"]) == (True, "order_up")
    assert ruleset["deck"].split()[:2] == ["8c", "9c"]
    assert len(ruleset["deck"].split()) == 28


def test_with_a_language_the_machine_form_has_words(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(euchre(capsys, "rules", "--json", "--lang", "nl").out)["buck"]
    assert told["summary"] == preset_summary("buck", "nl")
    assert told["options"]["penalty"]["meaning"] == option_meaning("penalty", "nl")


@pytest.mark.parametrize("arguments", [["rules"], ["rules", "buck", "--set", "withdraw=secret", "--lang", "fr"]])
def test_a_terminal_gets_a_table(arguments: list[str]) -> None:
    reading, writing = os.openpty()
    command = [sys.executable, "-m", "euchre_referee.cli.main", *arguments]
    environment = {"TERM": "xterm-256color", "COLUMNS": "90", "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(command, stdout=writing, stdin=subprocess.DEVNULL, env=environment) as process:
        os.close(writing)
        shown = b""
        try:
            while piece := os.read(reading, 4096):
                shown += piece
        except OSError:
            # So Linux tells that nobody holds the terminal any more.
            pass
        os.close(reading)
        assert process.wait() == 0
    assert "───" in shown.decode()
    assert "\x1b[" in shown.decode()


def test_letters_that_an_encoding_lacks_do_not_end_it() -> None:
    command = [sys.executable, "-m", "euchre_referee.cli.main", "rules", "buck", "--lang", "fr"]
    done = subprocess.run(command, capture_output=True, env={"PYTHONIOENCODING": "ascii"}, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"ench?res" in done.stdout
