"""The assessment in `standings.json`: strengths in the rows, duels in the pairs, and what stands beside both."""

from euchre_referee.tournament.assessment import Assessment, Tested
from euchre_referee.tournament.explanations import EXPLANATIONS
from euchre_referee.tournament.statistics import Estimate, Skill

_DECIMALS = 6


def strength_keys(assessment: Assessment | None, name: str) -> dict[str, object]:
    """An entrant's Elo and OpenSkill rating, null where there is none."""
    found = assessment.strengths[name] if assessment else None
    return {
        "elo": estimate_document(found.elo if found else None),
        "openskill": _skill(found.skill if found else None),
    }


def duel_keys(assessment: Assessment | None, first: str, second: str) -> dict[str, object]:
    """What two have of each other, null in provisional standings."""
    if assessment is None:
        return {"boards": None, "elo": None, "superiority": None}
    found = assessment.duel(first, second)
    return {
        "boards": {"won": found.won, "even": found.even, "lost": found.lost},
        "elo": estimate_document(found.elo),
        "superiority": rounded(found.superiority),
    }


def assessment_keys(assessment: Assessment | None) -> dict[str, object]:
    """What belongs to no entrant and to no pair alone, and what all these figures are."""
    return {
        "log_likelihood": rounded(assessment.log_likelihood if assessment else None),
        "sequential_test": _tested(assessment.tested if assessment else None),
        "explanations": {each.key: each.sentence for each in EXPLANATIONS},
    }


def estimate_document(found: Estimate | None) -> dict[str, object] | None:
    """A mean with its interval."""
    if found is None:
        return None
    return {
        "boards": found.boards,
        "mean": rounded(found.mean),
        "low": rounded(found.low),
        "high": rounded(found.high),
    }


def rounded(value: float | None) -> float | None:
    """To six decimals."""
    # Adding zero turns the minus zero of rounding into zero.
    return None if value is None else round(value, _DECIMALS) + 0.0


def _skill(skill: Skill | None) -> dict[str, object] | None:
    if skill is None:
        return None
    return {"mu": rounded(skill.mu), "sigma": rounded(skill.sigma), "ordinal": rounded(skill.ordinal)}


def _tested(tested: Tested | None) -> dict[str, object] | None:
    if tested is None:
        return None
    test, result = tested.test, tested.result
    return {
        "first": tested.first,
        "second": tested.second,
        "measure": test.measure,
        "h0": test.h0,
        "h1": test.h1,
        "alpha": test.alpha,
        "beta": test.beta,
        "lower": rounded(test.lower),
        "upper": rounded(test.upper),
        "boards": result.boards,
        "ratio": rounded(result.ratio),
        "status": result.status,
        "sentence": f"the sequential test {tested.sentence()}",
    }
