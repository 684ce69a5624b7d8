"""What the records of a directory come to: read one after another, and only what they count for is kept."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from euchre_referee.rules.records import Unreadable, read_json
from euchre_referee.tournament.fields import Json, mapping
from euchre_referee.tournament.results import Fault, TableResult, judge, table_result
from euchre_referee.tournament.schedule import GamePlan
from euchre_referee.tournament.terms import Terms
from euchre_referee.tournament.unfolding import unfold


class Counted(NamedTuple):
    """The results of records, and why those that count for nobody do not."""

    results: list[TableResult]
    reasons: dict[GamePlan, str]


def counted(games: Path, terms: Terms) -> Counted:
    """What all records in `games.jsonl` count for. Raises ValueError, naming a line that is none, and OSError."""
    found = Counted([], {})
    schedule = unfold(terms, ()).schedule
    for number, record in enumerate(_records(games), 1):
        judged = judge(record)
        result = table_result(terms.rules, schedule, judged, f"record {number}")
        if isinstance(result, Fault):
            # The records are in the order of the boards: this may be the first one of another round.
            schedule = unfold(terms, found.results, closed=schedule.pairings[-1].round).schedule
            result = table_result(terms.rules, schedule, judged, f"record {number}")
        if isinstance(result, Fault):
            raise ValueError(f"{games}, line {number}: {result.record}: {result.problem}")
        found.results.append(result)
        if result.points is None:
            found.reasons[result.plan] = f"game {record.get('id')} was {result.termination}: {_cause(record)}"
    return found


def _records(games: Path) -> Iterator[Json]:
    with games.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            record = read_json(line)
            if isinstance(record, Unreadable):
                raise ValueError(f"{games}, line {number}: {record.detail}")
            yield mapping(record, f"line {number} of {games}")


def _cause(record: Json) -> str:
    end = record.get("end")
    return str(end.get("cause")) if isinstance(end, dict) else "no cause is given"
