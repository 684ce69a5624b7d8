"""Rule sets that were met lately stay known, for they are forgotten with the last game that holds them."""

from functools import lru_cache

from euchre_referee.rules.ruleset import RuleSet


@lru_cache(maxsize=64)
def kept(rules: RuleSet) -> RuleSet:
    """The same rule set; making its plan and tables anew takes longer than judging a short record."""
    return rules
