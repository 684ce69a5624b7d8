"""How the entrants are to meet, as an operator's configuration says it.

format = "swiss"                  # round-robin, double-round-robin, gauntlet, elimination, match
rounds = 5                        # of a Swiss tournament
challenger = "mine"               # of a gauntlet; the first of the bots if left out
duplicate = true                  # false: every game has cards of its own
seatings = "rotations"            # or "all"
scoring = "points"                # or "matchpoints"
draw = "order"                    # how entrants are seeded: in their order, or by "lots"
test = { h0 = 0, h1 = 0.1, alpha = 0.05, beta = 0.05, measure = "deviations" }    # ends a match when it is decided
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from math import lcm
from typing import Final, TypeVar

from euchre_referee.rules.ruleset import RuleSet
from euchre_referee.tournament.formats.form import Draw, Form, Format, Scoring, Seatings
from euchre_referee.tournament.formats.swiss import most_rounds
from euchre_referee.tournament.problems import ConfigProblem
from euchre_referee.tournament.schedule import Entrant
from euchre_referee.tournament.sequential_asked import read_test
from euchre_referee.tournament.terms import Isolation, SeedMode, Terms

FORM_KEYS: Final = ("format", "rounds", "challenger", "duplicate", "seatings", "scoring", "draw", "test")
MOST_BOARDS: Final = 100_000
MOST_GAMES: Final = 1_000_000
MOST_PLACES: Final = 128
"""Places of one pairing, each of which has a process while it plays."""

Word = TypeVar("Word", bound=StrEnum)


def read_form(values: Mapping[str, object], entrants: Sequence[Entrant], problems: list[ConfigProblem]) -> Form:
    """The form that the values ask for; what is wrong is added to `problems`."""
    kind = _word(values, "format", Format.ROUND_ROBIN, problems)
    duplicate = values.get("duplicate", True)
    if not isinstance(duplicate, bool):
        problems.append(ConfigProblem("duplicate", f"{duplicate!r} is no choice", "true or false"))
    form = Form(
        format=kind,
        rounds=_rounds(values.get("rounds"), kind, len(entrants), problems),
        challenger=_challenger(values.get("challenger"), kind, entrants, problems),
        duplicate=duplicate is True,
        seatings=_word(values, "seatings", Seatings.ROTATIONS, problems),
        scoring=_word(values, "scoring", Scoring.POINTS, problems),
        draw=_word(values, "draw", Draw.ORDER, problems),
        test=read_test(values.get("test"), kind, problems),
    )
    if form.scoring is Scoring.MATCHPOINTS and duplicate is False:
        told = "without duplicate boards there is no other result to hold one against"
        problems.append(ConfigProblem("scoring", told, "points, or matchpoints with duplicate boards"))
    if kind is Format.MATCH and len(entrants) != 2:
        problems.append(ConfigProblem("bots", f"a match is between two, not {len(entrants)}", "2 entrants"))
    return form


def _word(values: Mapping[str, object], key: str, default: Word, problems: list[ConfigProblem]) -> Word:
    value = values.get(key, default)
    for member in type(default):
        if member == value:
            return member
    allowed = ", ".join(type(default))
    problems.append(ConfigProblem(key, f"{value!r} is no choice", f"one of {allowed}"))
    return default


def _rounds(value: object, kind: Format, entrants: int, problems: list[ConfigProblem]) -> int:
    """As many as tell a winner from the others, if they are left out."""
    if kind is not Format.SWISS:
        if value is not None:
            problems.append(ConfigProblem("rounds", f"the rounds of a {kind} follow from its entrants", "left out"))
        return 0
    most = most_rounds(max(entrants, 2))
    if value is None:
        return max(1, (entrants - 1).bit_length())
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most:
        return value
    told = f"{value!r} is out of range for {entrants} entrants"
    problems.append(ConfigProblem("rounds", told, f"a whole number from 1 to {most}"))
    return 1


def _challenger(value: object, kind: Format, entrants: Sequence[Entrant], problems: list[ConfigProblem]) -> str | None:
    if kind is not Format.GAUNTLET:
        if value is not None:
            problems.append(ConfigProblem("challenger", f"a {kind} has none", "left out, or a gauntlet"))
        return None
    names = [entrant.name for entrant in entrants]
    if value is None:
        return names[0] if names else None
    if value not in names:
        problems.append(ConfigProblem("challenger", f"{value!r} is no entrant", f"one of {', '.join(names)}"))
    return str(value)


def sizes(rules: RuleSet, entrants: Sequence[Entrant], boards: int, form: Form, problems: list[ConfigProblem]) -> None:
    """Adds to `problems` what cannot be played, or not evenly, under terms that are right one by one."""
    teams = [entrant for entrant in entrants if len(entrant.programs) > 1]
    if teams and not rules.partners:
        told = f"{teams[0].name!r} is a team of two, but {rules.preset} has no partners"
        problems.append(ConfigProblem("bots", told, "one bot for each entrant, or a preset with partners"))
        return
    # Neither seeds nor isolation change what there is to play.
    terms = Terms(rules, tuple(entrants), boards, SeedMode.PROVABLE, Isolation.LOCAL_PROCESSES, form=form)
    tables = {shape.size: len(terms.tables().of(shape.size)) for shape in terms.scheduler().shapes}
    most = max(tables.values())
    if most * rules.players > MOST_PLACES:
        told = f"{most} seatings need {most * rules.players} processes at once"
        problems.append(ConfigProblem("seatings", told, f"at most {MOST_PLACES} processes, as with rotations"))
    even = lcm(*tables.values())
    if not form.duplicate and boards % even:
        told = f"{boards} cannot be shared out evenly among {even} seatings"
        problems.append(ConfigProblem("boards", told, f"without duplicate boards a multiple of {even}"))
    if terms.game_count > MOST_GAMES:
        allowed = f"at most {MOST_GAMES}, with fewer entrants or boards"
        problems.append(ConfigProblem("boards", f"{terms.game_count} games are too many", allowed))
    elif terms.board_count > MOST_BOARDS:
        told = f"{terms.board_count} boards in all are too many"
        problems.append(ConfigProblem("boards", told, f"at most {MOST_BOARDS}, with fewer entrants or boards"))
