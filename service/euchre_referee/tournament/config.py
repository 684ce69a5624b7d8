"""What an operator asks for: a TOML file, flags on the command line, or both, the flags coming first.

rules = "buck"                    # a preset
bots = ["greedy", "second=greedy", "mine=my_package.bots:Careful", "other=stdio:node other.mjs"]
boards = 300
seed = "2026"                     # reproducible, not provable; leave it out for a provable run
concurrency = 32                  # the most games in progress at once
pairings_at_once = 1              # the most meetings in progress at once
board = "deal"                    # or "game": a whole one, to the preset's target
format = "swiss"                  # and what belongs to it: see `form_asked`

[options]                         # of the preset; `max_deals` is 1 where a board is one deal
uncontested = "five_tricks"

[clocks]                          # and [conduct]: see `table_asked`
action_limit_ms = 30000
"""

import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from euchre_referee.referee.entries import Conduct
from euchre_referee.referee.table_terms import AskedClocks
from euchre_referee.rules.ruleset import RuleSet, RuleSetProblems, parse_ruleset
from euchre_referee.tournament.form_asked import FORM_KEYS, MOST_BOARDS, read_form, sizes
from euchre_referee.tournament.formats.form import USUAL_FORM, Form
from euchre_referee.tournament.problems import ConfigProblem, ConfigProblems
from euchre_referee.tournament.programs import TEAM_MARK, allowed_programs, is_program, members
from euchre_referee.tournament.schedule import FEWEST_ENTRANTS, Entrant
from euchre_referee.tournament.table_asked import USUAL_CLOCKS, read_clocks, read_conduct
from euchre_referee.tournament.terms import BoardKind

MOST_CONCURRENT: Final = 4096
MOST_ENTRANTS: Final = 64
DEFAULT_CONCURRENCY: Final = 96
MOST_PAIRINGS_AT_ONCE: Final = 64

KEYS: Final = (
    "rules", "options", "bots", "boards", "board", *FORM_KEYS,
    "seed", "concurrency", "pairings_at_once", "clocks", "conduct",
)  # fmt: skip

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}")


@dataclass(frozen=True, slots=True)
class TournamentConfig:
    """A tournament that can be played. `seed` is the chosen text, None for seeds that nobody chose.

    `conduct`: None for the referee's own rules.
    """

    rules: RuleSet
    entrants: tuple[Entrant, ...]
    boards: int
    seed: str | None
    concurrency: int
    form: Form = USUAL_FORM
    pairings_at_once: int = 1
    clocks: AskedClocks = USUAL_CLOCKS
    conduct: Conduct | None = None


def read_toml(content: str) -> dict[str, object] | ConfigProblems:
    """The values of a configuration file."""
    try:
        return tomllib.loads(content)
    except tomllib.TOMLDecodeError as problem:
        return ConfigProblems((ConfigProblem("the file", f"no TOML: {problem}", "a TOML document"),))


def parse_config(values: Mapping[str, object], built_in: Collection[str]) -> TournamentConfig | ConfigProblems:
    """The configuration that the values (keys: `KEYS`) ask for, or everything that is wrong with them.

    `built_in` are the names of the bots that need no module. `bots` is a list of texts, or one text with
    commas. Whatever a key needs that is missing is a problem too; all but `rules`, `bots` and `boards` may be
    left out.
    """
    problems = [ConfigProblem(key, "there is no such key", ", ".join(KEYS)) for key in values if key not in KEYS]
    rules = read_rules(values, problems)
    entrants = _entrants(values.get("bots"), built_in, problems)
    boards = read_whole(values.get("boards"), "boards", MOST_BOARDS, problems)
    concurrency = read_whole(values.get("concurrency", DEFAULT_CONCURRENCY), "concurrency", MOST_CONCURRENT, problems)
    at_once = read_whole(values.get("pairings_at_once", 1), "pairings_at_once", MOST_PAIRINGS_AT_ONCE, problems)
    clocks = read_clocks(values.get("clocks"), problems)
    conduct = read_conduct(values.get("conduct"), clocks, problems)
    seed = _seed(values.get("seed"), problems)
    form = read_form(values, entrants, problems)
    if rules is not None and not problems:
        sizes(rules, entrants, boards, form, problems)
    if rules is None or problems:
        return ConfigProblems(tuple(problems))
    return TournamentConfig(rules, entrants, boards, seed, concurrency, form, at_once, clocks, conduct)


def read_rules(values: Mapping[str, object], problems: list[ConfigProblem]) -> RuleSet | None:
    """The rules that `rules`, `options` and `board` ask for, or None; what is wrong is added to `problems`."""
    options = values.get("options", {})
    if not isinstance(options, Mapping):
        problems.append(ConfigProblem("options", "must be a table", "a table of options by name"))
        options = {}
    board = values.get("board", BoardKind.DEAL)
    if board not in tuple(BoardKind):
        problems.append(ConfigProblem("board", f"{board!r} is no choice", f"one of {', '.join(BoardKind)}"))
    if board != BoardKind.GAME:
        if options.get("max_deals", 1) != 1:
            told = ConfigProblem("options.max_deals", "a board is one deal", '1, or left out, or `board = "game"`')
            problems.append(told)
        options = {**options, "max_deals": 1}
    elif options.get("max_deals", 0) == 1:
        problems.append(ConfigProblem("options.max_deals", "a board is a whole game", "another number, or left out"))
    rules = parse_ruleset(values.get("rules"), options)
    if not isinstance(rules, RuleSetProblems):
        return rules
    for found in rules.problems:
        key = "rules" if found.option == "preset" else f"options.{found.option}"
        problems.append(ConfigProblem(key, found.problem, found.allowed))
    return None


def _entrants(bots: object, built_in: Collection[str], problems: list[ConfigProblem]) -> tuple[Entrant, ...]:
    texts = [word.strip() for word in bots.split(",")] if isinstance(bots, str) else bots
    if not isinstance(texts, Sequence) or not all(isinstance(each, str) for each in texts):
        problems.append(ConfigProblem("bots", "must be a list of texts", "NAME, NAME=NAME or NAME=MODULE:CLASS"))
        return ()
    entrants = [_entrant(each, built_in, problems) for each in texts]
    names = [entrant.name for entrant in entrants]
    for name in sorted({name for name in names if names.count(name) > 1}):
        allowed = f"another name for each, as in second={name}"
        problems.append(ConfigProblem("bots", f"{name!r} enters more than once", allowed))
    if not FEWEST_ENTRANTS <= len(entrants) <= MOST_ENTRANTS:
        allowed = f"{FEWEST_ENTRANTS} to {MOST_ENTRANTS} entrants"
        problems.append(ConfigProblem("bots", f"a table cannot be filled with {len(entrants)}", allowed))
    return tuple(entrants)


def is_entrant_name(text: str) -> bool:
    """Whether an entrant may be called so: letters, digits and . _ -, at most 32."""
    return _NAME.fullmatch(text) is not None


def _entrant(word: str, built_in: Collection[str], problems: list[ConfigProblem]) -> Entrant:
    # A command may have the mark in it as well.
    name, given, program = word.partition("=")
    named = name if given else word
    programs = members(program if given else word)
    if not is_entrant_name(named):
        allowed = "letters, digits and . _ -, at most 32, as in mine=my_module:MyBot"
        problems.append(ConfigProblem("bots", f"{word!r} has no usable name", allowed))
    for each in programs:
        if not is_program(each, built_in):
            problems.append(ConfigProblem("bots", f"{each!r} is no program", allowed_programs(built_in)))
    if len(programs) > 2:
        problems.append(ConfigProblem("bots", f"{word!r} is a team of {len(programs)}", "two, as in team=greedy+first"))
    return Entrant(named, TEAM_MARK.join(programs))


def read_whole(value: object, key: str, most: int, problems: list[ConfigProblem]) -> int:
    """A whole number from 1 on; what is wrong is added to `problems`."""
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most:
        return value
    problem = "missing" if value is None else f"{value!r} is out of range"
    problems.append(ConfigProblem(key, problem, f"a whole number from 1 to {most}"))
    return 1


def _seed(value: object, problems: list[ConfigProblem]) -> str | None:
    """A chosen seed; a whole number stands for its digits."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if value is None or (isinstance(value, str) and value):
        return value
    problems.append(ConfigProblem("seed", f"{value!r} is no seed", "a text or a whole number"))
    return None
