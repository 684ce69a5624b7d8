"""What may be chosen for a tournament, and whether its entrants fit it: everything that is wrong is named at once.

The checks are those of a configuration file (`config`, `form_asked`); only the entrants come later here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Final, NamedTuple

from euchre_referee.referee.delay import Delay
from euchre_referee.referee.entries import Clocks, Conduct
from euchre_referee.tournament.config import (
    DEFAULT_CONCURRENCY,
    MOST_CONCURRENT,
    MOST_ENTRANTS,
    MOST_PAIRINGS_AT_ONCE,
    read_rules,
    read_whole,
)
from euchre_referee.tournament.form_asked import MOST_BOARDS, read_form, sizes
from euchre_referee.tournament.formats.form import Form, Format
from euchre_referee.tournament.log.offer import USUAL_PAUSE, Offer
from euchre_referee.tournament.problems import ConfigProblem, ConfigProblems
from euchre_referee.tournament.programs import members
from euchre_referee.tournament.schedule import FEWEST_ENTRANTS, Entrant
from euchre_referee.tournament.terms import Isolation

MOST_NAME: Final = 64
MOST_PROGRAM: Final = 200
MOST_PAUSE: Final = 1000
_MOST_ROUNDS: Final = MOST_ENTRANTS - 1


class Manner(NamedTuple):
    """How every game of a tournament is played, beside its rules."""

    clocks: Clocks
    conduct: Conduct
    delay: Delay


def read_offer(values: Mapping[str, object], manner: Manner) -> Offer | ConfigProblems:
    """The offer that the values ask for, or everything that is wrong with them.

    The keys are those of a configuration file but `bots` and `seed`, and `name`, `pause_after`, `close_rounds`,
    `isolation`.
    """
    problems: list[ConfigProblem] = []
    name = str(values.get("name", ""))
    if not 0 < len(name) <= MOST_NAME or any(letter < " " for letter in name):
        problems.append(
            ConfigProblem(
                "name", f"{name[:MOST_NAME]!r} is no name", f"1 to {MOST_NAME} letters, no control characters"
            )
        )
    rules = read_rules(values, problems)
    boards = read_whole(values.get("boards"), "boards", MOST_BOARDS, problems)
    concurrency = read_whole(values.get("concurrency", DEFAULT_CONCURRENCY), "concurrency", MOST_CONCURRENT, problems)
    at_once = read_whole(values.get("pairings_at_once", 1), "pairings_at_once", MOST_PAIRINGS_AT_ONCE, problems)
    form = _asked_form(values, problems)
    pause_after = values.get("pause_after", USUAL_PAUSE)
    if not isinstance(pause_after, int) or not 0 <= pause_after <= MOST_PAUSE:
        allowed = f"a whole number from 0 to {MOST_PAUSE}"
        problems.append(ConfigProblem("pause_after", f"{pause_after!r} is out of range", allowed))
    isolation = values.get("isolation", Isolation.REMOTE_SESSIONS)
    if isolation not in tuple(Isolation):
        allowed = f"one of {', '.join(Isolation)}"
        problems.append(ConfigProblem("isolation", f"{isolation!r} is no choice", allowed))
    if rules is None or problems:
        return ConfigProblems(tuple(problems))
    return Offer(
        name=name,
        rules=rules,
        form=form,
        boards=boards,
        concurrency=concurrency,
        pairings_at_once=at_once,
        clocks=manner.clocks,
        conduct=manner.conduct,
        delay=manner.delay,
        pause_after=pause_after if isinstance(pause_after, int) else USUAL_PAUSE,
        close_rounds=values.get("close_rounds", True) is True,
        isolation=Isolation(str(isolation)),
    )


def _asked_form(values: Mapping[str, object], problems: list[ConfigProblem]) -> Form:
    """The form as far as it can be known without the entrants: as many as there may be stand in for them."""
    kind, challenger = values.get("format"), values.get("challenger")
    stand_ins = [Entrant(f"entrant-{number}", "") for number in range(2 if kind == Format.MATCH else MOST_ENTRANTS)]
    if isinstance(challenger, str):
        stand_ins[0] = Entrant(challenger, "")
    form = read_form(values, stand_ins, problems)
    rounds = values.get("rounds", 0)
    return Form(
        form.format,
        rounds if isinstance(rounds, int) and 0 <= rounds <= _MOST_ROUNDS else 0,
        challenger if isinstance(challenger, str) and kind == Format.GAUNTLET else None,
        form.duplicate,
        form.seatings,
        form.scoring,
        form.draw,
        form.test,
    )


def program_problem(program: str) -> str:
    """What is wrong with the label of a program; empty: nothing."""
    if not 0 < len(program) <= MOST_PROGRAM or any(letter < " " for letter in program):
        return f"1 to {MOST_PROGRAM} characters are needed, no control characters"
    programs = members(program)
    if len(programs) > 2 or not all(programs):
        return f"a team of {len(programs)}: one program, or two as in greedy+careful"
    return ""


def settle(offer: Offer, entrants: Sequence[Entrant]) -> Form | ConfigProblems:
    """The form with what the entrants settle of it, or everything that does not fit."""
    problems: list[ConfigProblem] = []
    if not FEWEST_ENTRANTS <= len(entrants) <= MOST_ENTRANTS:
        allowed = f"{FEWEST_ENTRANTS} to {MOST_ENTRANTS} entrants"
        problems.append(ConfigProblem("entrants", f"a table cannot be filled with {len(entrants)}", allowed))
        return ConfigProblems(tuple(problems))
    form = read_form(_form_values(offer.form), entrants, problems)
    if not problems:
        sizes(offer.rules, entrants, offer.boards, form, problems)
    if not problems:
        return form
    return ConfigProblems(tuple(_of_entrants(problem) for problem in problems))


def _of_entrants(problem: ConfigProblem) -> ConfigProblem:
    """A configuration file has the entrants under another key."""
    return problem if problem.key != "bots" else ConfigProblem("entrants", problem.problem, problem.allowed)


def _form_values(form: Form) -> dict[str, object]:
    values: dict[str, object] = {
        "format": form.format,
        "duplicate": form.duplicate,
        "seatings": form.seatings,
        "scoring": form.scoring,
        "draw": form.draw,
    }
    if form.rounds:
        values["rounds"] = form.rounds
    if form.challenger is not None:
        values["challenger"] = form.challenger
    if form.test is not None:
        values["test"] = asdict(form.test)
    return values
