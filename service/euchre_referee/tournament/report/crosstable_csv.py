"""`crosstable.csv`: a row for every entrant against every other, both ways, for whoever goes on computing."""

import csv
from io import StringIO
from typing import Final

from euchre_referee.tournament.assessment import Duel
from euchre_referee.tournament.report.material import Material
from euchre_referee.tournament.standings import Pair
from euchre_referee.tournament.statistics import Estimate

COLUMNS: Final = (
    "entrant", "opponent", "boards", "mean", "low", "high", "won", "even", "lost", "elo", "elo_low", "elo_high",
    "superiority", "verdict",
)  # fmt: skip
_DECIMALS: Final = 6
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What spreadsheets take for the beginning of a formula, which a name is not."""


def crosstable_csv(material: Material) -> str:
    """The table, best placed first, with a row of headings; lines end as RFC 4180 has it.

    Figures are rounded to six decimals as in `standings.json`, and empty where there is none.
    """
    out = StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    pairs = material.standings.pairs
    both = {(pair.first, pair.second): pair for pair in (*pairs, *(pair.turned() for pair in pairs))}
    assessment = material.standings.assessment
    for first in material.by_rank:
        for second in material.by_rank:
            if first != second:
                found = assessment.duel(first, second) if assessment else Duel()
                writer.writerow(_row(both[first, second], found))
    return out.getvalue()


def _row(pair: Pair, duel: Duel) -> list[object]:
    return [
        _name(pair.first),
        _name(pair.second),
        pair.difference.boards if pair.difference else 0,
        *_figures(pair.difference),
        duel.won,
        duel.even,
        duel.lost,
        *_figures(duel.elo),
        "" if duel.superiority is None else round(duel.superiority, _DECIMALS),
        pair.verdict,
    ]


def _figures(found: Estimate | None) -> list[object]:
    if found is None:
        return ["", "", ""]
    return ["" if value is None else round(value, _DECIMALS) for value in (found.mean, found.low, found.high)]


def _name(name: str) -> str:
    return f"'{name}" if name.startswith(_FORMULA) else name
