"""A report made again from a directory's `games.jsonl` and `standings.json`, whoever wrote them."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from euchre_referee.rules.records import Unreadable, read_json
from euchre_referee.tournament.fields import FieldError, Json, integer, mapping
from euchre_referee.tournament.report.writing import GAMES, STANDINGS, write_report
from euchre_referee.tournament.results import Fault, TableResult, judge, table_result
from euchre_referee.tournament.schedule import GamePlan
from euchre_referee.tournament.standings import standings
from euchre_referee.tournament.standings_json import read_terms
from euchre_referee.tournament.terms import Terms
from euchre_referee.tournament.unfolding import unfold


class NoReport(Exception):
    """No report can be made of what is there; `sentences` name everything that is wrong."""

    def __init__(self, sentences: Sequence[str]) -> None:
        super().__init__("; ".join(sentences))
        self.sentences: Final = tuple(sentences)


class Remade(NamedTuple):
    """How many games the report tells of."""

    games: int


def remake_report(directory: Path) -> Remade:
    """Writes the report of a directory anew. Raises NoReport, OSError.

    Every record is judged by the rules and the standings are counted again; proofs are not looked at, which is
    `euchre tournament check`'s.
    """
    document = _document(directory / STANDINGS)
    try:
        terms = read_terms(document)
        unfold(terms, ())
    except ValueError as problem:
        raise NoReport([f"{directory / STANDINGS} holds no terms of a tournament: {problem}"]) from problem
    results = _results(terms, directory / GAMES)
    write_report(directory, standings(terms, results), results)
    return Remade(len(results))


def _document(path: Path) -> Json:
    found = read_json(path.read_bytes())
    if isinstance(found, Unreadable):
        raise NoReport([f"{path} is no JSON: {found.detail}"])
    if not isinstance(found, dict):
        raise NoReport([f"{path} is no JSON object"])
    return found


def _results(terms: Terms, path: Path) -> list[TableResult]:
    """The results of all records; the file is gone through once for every round that follows from those before."""
    found: dict[GamePlan, TableResult] = {}
    faults: list[str] = []
    schedule = unfold(terms, ()).schedule
    known = 0
    while known < len(schedule.pairings):
        for place, record in _records(path):
            pairing = _pairing(record, place)
            if not known < pairing <= len(schedule.pairings):
                continue
            result = table_result(terms.rules, schedule, judge(record), place)
            if isinstance(result, Fault):
                faults.append(f"{result.record}: {result.problem}")
            elif found.setdefault(result.plan, result) is not result:
                faults.append(f"{place}: its pairing, board and table occur a second time")
        if faults:
            raise NoReport(faults)
        known = len(schedule.pairings)
        schedule = unfold(terms, found.values(), closed=schedule.pairings[-1].round).schedule
    beyond = [place for place, record in _records(path) if _pairing(record, place) > known]
    if beyond:
        raise NoReport([f"{place}: the schedule has no such pairing" for place in beyond])
    return list(found.values())


def _records(path: Path) -> Iterator[tuple[str, Json]]:
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            value = read_json(line.rstrip(b"\r\n"))
            place = f"{path.name}:{number}"
            if isinstance(value, Unreadable) or not isinstance(value, dict):
                raise NoReport([f"{place} is no record"])
            yield place, value


def _pairing(record: Json, place: str) -> int:
    try:
        return integer(mapping(record.get("tournament"), "`tournament`").get("pairing"), "`pairing`")
    except FieldError as problem:
        raise NoReport([f"{place}: {problem}"]) from problem
