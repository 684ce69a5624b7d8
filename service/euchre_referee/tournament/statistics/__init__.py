"""What board results say about the truth behind them, as pure functions of numbers (docs/statistics.md).

Nothing here knows cards, records or files. Every figure is the same for the same results, on any machine.
"""

from euchre_referee.tournament.statistics.bootstrap import FEWEST_TO_DRAW_FROM, RESAMPLES, bootstrapped
from euchre_referee.tournament.statistics.bradley_terry import Comparison, Fit, bradley_terry
from euchre_referee.tournament.statistics.estimates import (
    CONFIDENCE,
    FEWEST_FOR_A_VERDICT,
    Estimate,
    Verdict,
    estimate,
    verdict,
)
from euchre_referee.tournament.statistics.sequential import Measure, SequentialResult, SequentialTest, Status
from euchre_referee.tournament.statistics.skill import Skill, skills
from euchre_referee.tournament.statistics.superiority import superiority

__all__ = [
    "CONFIDENCE",
    "FEWEST_FOR_A_VERDICT",
    "FEWEST_TO_DRAW_FROM",
    "RESAMPLES",
    "Comparison",
    "Estimate",
    "Fit",
    "Measure",
    "SequentialResult",
    "SequentialTest",
    "Skill",
    "Status",
    "Verdict",
    "bootstrapped",
    "bradley_terry",
    "estimate",
    "skills",
    "superiority",
    "verdict",
]
