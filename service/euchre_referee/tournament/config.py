"""What an operator asks for: a TOML file, flags on the command line, or both, the flags coming first.

rules = "buck"                    # a preset
bots = ["greedy", "second=greedy", "mine=my_package.bots:Careful"]
boards = 300
seed = "2026"                     # reproducible, not provable; leave it out for a provable run
concurrency = 32                  # the most games in progress at once

[options]                         # of the preset; `max_deals` is always 1, since a board is one deal
uncontested = "five_tricks"
"""

import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from euchre_referee.rules.ruleset import RuleSet, RuleSetProblems, parse_ruleset
from euchre_referee.tournament.schedule import FEWEST_ENTRANTS, Entrant, round_robin_size

MOST_BOARDS: Final = 100_000
MOST_CONCURRENT: Final = 4096
MOST_ENTRANTS: Final = 64
MOST_GAMES: Final = 1_000_000
DEFAULT_CONCURRENCY: Final = 96

KEYS: Final = ("rules", "options", "bots", "boards", "seed", "concurrency")

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}")
_CLASS = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class TournamentConfig:
    """A round-robin that can be played. `seed` is the chosen text, None for seeds that nobody chose."""

    rules: RuleSet
    entrants: tuple[Entrant, ...]
    boards: int
    seed: str | None
    concurrency: int


@dataclass(frozen=True, slots=True)
class ConfigProblem:
    """One thing wrong: the key (`options.withdraw`), what is wrong, what would be accepted."""

    key: str
    problem: str
    allowed: str

    def sentence(self) -> str:
        """All of it in one line for people."""
        return f"{self.key}: {self.problem}; allowed: {self.allowed}"


@dataclass(frozen=True, slots=True)
class ConfigProblems:
    """Everything wrong with a configuration, at least one entry."""

    problems: tuple[ConfigProblem, ...]


def read_toml(content: str) -> dict[str, object] | ConfigProblems:
    """The values of a configuration file."""
    try:
        return tomllib.loads(content)
    except tomllib.TOMLDecodeError as problem:
        return ConfigProblems((ConfigProblem("the file", f"no TOML: {problem}", "a TOML document"),))


def parse_config(values: Mapping[str, object], built_in: Collection[str]) -> TournamentConfig | ConfigProblems:
    """The configuration that the values (keys: `KEYS`) ask for, or everything that is wrong with them.

    `built_in` are the names of the bots that need no module. `bots` is a list of texts, or one text with
    commas. Whatever a key needs that is missing is a problem too; `options`, `seed` and `concurrency` may be
    left out.
    """
    problems = [ConfigProblem(key, "there is no such key", ", ".join(KEYS)) for key in values if key not in KEYS]
    rules = _rules(values, problems)
    entrants = _entrants(values.get("bots"), built_in, problems)
    boards = _whole(values.get("boards"), "boards", MOST_BOARDS, problems)
    concurrency = _whole(values.get("concurrency", DEFAULT_CONCURRENCY), "concurrency", MOST_CONCURRENT, problems)
    seed = _seed(values.get("seed"), problems)
    if rules is not None and not problems:
        games = round_robin_size(len(entrants), rules.players, rules.partners, boards)
        if games > MOST_GAMES:
            allowed = f"at most {MOST_GAMES}, with fewer entrants or boards"
            problems.append(ConfigProblem("boards", f"{games} games are too many", allowed))
    if rules is None or problems:
        return ConfigProblems(tuple(problems))
    return TournamentConfig(rules, entrants, boards, seed, concurrency)


def _rules(values: Mapping[str, object], problems: list[ConfigProblem]) -> RuleSet | None:
    options = values.get("options", {})
    if not isinstance(options, Mapping):
        problems.append(ConfigProblem("options", "must be a table", "a table of options by name"))
        options = {}
    if options.get("max_deals", 1) != 1:
        problems.append(ConfigProblem("options.max_deals", "a board is one deal", "1, or left out"))
    rules = parse_ruleset(values.get("rules"), {**options, "max_deals": 1})
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


def _entrant(word: str, built_in: Collection[str], problems: list[ConfigProblem]) -> Entrant:
    name, given, program = word.rpartition("=")
    named = name if given else program
    if not _NAME.fullmatch(named):
        allowed = "letters, digits and . _ -, at most 32, as in mine=my_module:MyBot"
        problems.append(ConfigProblem("bots", f"{word!r} has no usable name", allowed))
    if program not in built_in and not _CLASS.fullmatch(program):
        allowed = f"{', '.join(sorted(built_in))}, or MODULE:CLASS"
        problems.append(ConfigProblem("bots", f"{program!r} is no program", allowed))
    return Entrant(named, program)


def _whole(value: object, key: str, most: int, problems: list[ConfigProblem]) -> int:
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
