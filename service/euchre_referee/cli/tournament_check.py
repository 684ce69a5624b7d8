"""`euchre tournament check`: whether a tournament's files bear each other out, in words."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from euchre_referee.cli.record_files import IN_ORDER, SOME_ERROR, SOME_UNREADABLE, record_values
from euchre_referee.rules.records import Unreadable, read_json
from euchre_referee.tournament.archive import GAMES, STANDINGS
from euchre_referee.tournament.checking import Findings, check
from euchre_referee.tournament.standings_json import read_terms
from euchre_referee.tournament.terms import isolation_statement, seed_statement
from euchre_referee.tournament.unfolding import unfold

_MOST_NAMED: Final = 20


class Unfit(Exception):
    """There is nothing to check; the text says what is missing."""


def check_directory(directory: Path) -> int:
    """Prints what was found: 0 if everything holds, 1 if something does not, 2 if a record is unreadable.

    Raises Unfit, OSError where there are no files of a tournament.
    """
    document = _standings(directory / STANDINGS)
    with (directory / GAMES).open("rb") as games:
        findings = check(document, record_values(games))
    for line in _lines(document, findings):
        print(line)
    if findings.unreadable:
        return SOME_UNREADABLE
    return IN_ORDER if findings.in_order else SOME_ERROR


def _standings(path: Path) -> object:
    document = read_json(path.read_bytes())
    if isinstance(document, Unreadable):
        raise Unfit(f"{path} is no JSON: {document.detail}")
    try:
        unfold(read_terms(document), ())
    except ValueError as problem:
        raise Unfit(f"{path} holds no terms of a tournament: {problem}") from problem
    return document


def _lines(document: object, findings: Findings) -> Iterator[str]:
    terms = read_terms(document)
    yield f"{findings.games} games of {terms.game_count}, {terms.board_count} boards, {len(terms.entrants)} entrants"
    yield from _said("Records", "every line can be read", "cannot be read", findings.unreadable)
    yield from _said("Play", "every action is legal, every score is right", "against the rules", findings.plays)
    yield from _said(
        "Proofs",
        "cards, first dealers and histories follow from the seeds, and the referee acted where it had to",
        "that do not hold",
        findings.proofs,
    )
    yield from _said("Boards", "every board was dealt alike at all its tables", "not dealt alike", findings.cards)
    yield from _said("Deals", "no two boards are alike", "of boards that are alike", findings.alike)
    right = "they are what the games add up to"
    if terms.commitment:
        right += f", and the boards' commitments combine to {terms.commitment}"
    yield from _said("Standings", right, "that the games do not bear out", findings.standings)
    yield "The rest is a matter of trust:"
    yield f"  {seed_statement(terms.seed_mode)}"
    yield f"  {isolation_statement(terms.isolation)}"


def _said(what: str, right: str, wrong: str, faults: Sequence[str]) -> Iterator[str]:
    if not faults:
        yield f"{what}: {right}."
        return
    yield f"{what}: {len(faults)} {wrong}:"
    for fault in faults[:_MOST_NAMED]:
        yield f"  {fault}"
    if len(faults) > _MOST_NAMED:
        yield f"  and {len(faults) - _MOST_NAMED} more"
