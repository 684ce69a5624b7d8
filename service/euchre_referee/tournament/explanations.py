"""What each figure of the statistics is, in sentences that the report and `standings.json` share."""

from typing import Final, NamedTuple

from euchre_referee.tournament.statistics import FEWEST_TO_DRAW_FROM, RESAMPLES


class Explanation(NamedTuple):
    """A figure's key in `standings.json`, its name, and what it is."""

    key: str
    name: str
    sentence: str


EXPLANATIONS: Final = (
    Explanation(
        "interval",
        "95 % interval",
        "Bootstrap over boards: as many boards as there are, drawn from them with replacement, and their mean; the "
        f"middle of {RESAMPLES} such means, somewhat widened for few boards (below {FEWEST_TO_DRAW_FROM} boards "
        "Student's t). Were the tournament played again and again with other cards, about 95 of 100 such intervals "
        "would hold the true mean.",
    ),
    Explanation(
        "elo",
        "Elo",
        "Bradley-Terry ratings from which of two was better on a board, boards on which both did alike counting by "
        "halves: 100 Elo more win 64 % of the boards, 200 win 76 %. Zero is the mean of the field. The error bars take "
        "all results of one board together. One drawn board against a rating of zero is assumed of everybody, which "
        "keeps ratings finite.",
    ),
    Explanation(
        "openskill",
        "OpenSkill",
        "Plackett-Luce ratings after Weng and Lin, moved board by board from 25: what skill is believed to be (mu), "
        "how unsure that is (sigma), and what it almost surely exceeds (mu less 3 sigma). The last boards weigh most.",
    ),
    Explanation(
        "superiority",
        "Likelihood of superiority",
        "How probable it is, with no opinion beforehand, that the first of two truly scores more points a board than "
        "the second.",
    ),
    Explanation(
        "sequential_test",
        "Sequential test",
        "For a match of two: the logarithm of the likelihood ratio of two hypotheses about how much better the first "
        "is. At the upper bound H1 is accepted, at the lower one H0; both error rates are as stated for whoever stops "
        "there. A deviation is the standard deviation of a board's points.",
    ),
)
