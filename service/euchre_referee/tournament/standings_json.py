"""`standings.json`: the standings with the terms they were played under, and back to the terms.

With the terms in the file and the records beside it, anybody can compute the same file again.
"""

import json
from dataclasses import asdict
from enum import StrEnum
from typing import TypeVar

from euchre_referee.rules.ruleset import RuleSet, parse_ruleset
from euchre_referee.tournament.assessment_json import assessment_keys, duel_keys, estimate_document, strength_keys
from euchre_referee.tournament.fields import FieldError, Json, flag, integer, mapping, number, sequence, text
from euchre_referee.tournament.formats.form import Draw, Form, Format, Scoring, Seatings
from euchre_referee.tournament.schedule import Entrant
from euchre_referee.tournament.standings import Pair, Row, Standings
from euchre_referee.tournament.statistics import CONFIDENCE, Measure, SequentialTest
from euchre_referee.tournament.terms import (
    Isolation,
    SeedMode,
    Terms,
    form_statement,
    isolation_statement,
    score_statement,
    seed_statement,
)

Word = TypeVar("Word", bound=StrEnum)

FORMAT = 1


def standings_json(standings: Standings) -> str:
    """The standings as a JSON text, indented, ending in a newline; the same for the same results."""
    return json.dumps(standings_document(standings), ensure_ascii=False, indent=2) + "\n"


def standings_document(standings: Standings) -> dict[str, object]:
    """The standings as a JSON object; figures of statistics are rounded to six decimals."""
    return {
        "format": FORMAT,
        "terms": _terms(standings.terms),
        "complete": standings.complete,
        "games": {"planned": standings.games_planned, "played": standings.games_played},
        "terminations": {str(end): count for end, count in standings.terminations},
        "boards": {"planned": standings.boards_planned, "complete": standings.boards_complete},
        "score": score_statement(standings.terms),
        "confidence": CONFIDENCE,
        "standings": [{**_row(row), **strength_keys(standings.assessment, row.entrant.name)} for row in standings.rows],
        "pairs": [
            {**_pair(pair), **duel_keys(standings.assessment, pair.first, pair.second)} for pair in standings.pairs
        ],
        **assessment_keys(standings.assessment),
    }


def read_terms(document: object) -> Terms:
    """The terms in a parsed `standings.json`; raises FieldError, naming the field, if they are not there."""
    whole = mapping(document, "the standings")
    if whole.get("format") != FORMAT:
        raise FieldError(f"`format` must be {FORMAT}, not {whole.get('format')!r}")
    terms = mapping(whole.get("terms"), "`terms`")
    seeds = mapping(terms.get("seeds"), "`seeds`")
    isolation = mapping(terms.get("isolation"), "`isolation`")
    return Terms(
        rules=_read_rules(mapping(terms.get("rules"), "`rules`")),
        entrants=tuple(_read_entrant(each) for each in sequence(terms.get("entrants"), "`entrants`")),
        boards=integer(terms.get("boards"), "`boards`"),
        seed_mode=_member(SeedMode, seeds.get("mode"), "`mode` of the seeds"),
        isolation=_member(Isolation, isolation.get("kind"), "`kind` of the isolation"),
        commitment=text(seeds.get("commitment"), "`commitment`"),
        form=_read_form(mapping(terms.get("form"), "`form`")),
        commitments=tuple(
            text(each, "one of the `commitments`") for each in sequence(seeds.get("commitments"), "`commitments`")
        ),
        run_commitment=text(seeds.get("run_commitment", ""), "`run_commitment`"),
        run_seed=text(seeds.get("run_seed", ""), "`run_seed`"),
    )


def _terms(terms: Terms) -> dict[str, object]:
    return {
        "rules": {"preset": terms.rules.preset, "canonical": terms.rules.canonical, "hash": terms.rules.hash},
        "entrants": [{"name": entrant.name, "program": entrant.program} for entrant in terms.entrants],
        "boards": terms.boards,
        "form": {
            "format": terms.form.format,
            "rounds": terms.form.rounds,
            "challenger": terms.form.challenger,
            "board": terms.board_kind,
            "duplicate": terms.form.duplicate,
            "seatings": terms.form.seatings,
            "scoring": terms.form.scoring,
            "draw": terms.form.draw,
            "test": terms.form.test and asdict(terms.form.test),
            "statement": form_statement(terms),
        },
        "seeds": {
            "mode": terms.seed_mode,
            "statement": seed_statement(terms.seed_mode),
            "commitment": terms.commitment,
            "commitments": list(terms.commitments),
            **({"run_commitment": terms.run_commitment} if terms.run_commitment else {}),
            **({"run_seed": terms.run_seed} if terms.run_seed else {}),
        },
        "isolation": {"kind": terms.isolation, "statement": isolation_statement(terms.isolation)},
    }


def _row(row: Row) -> dict[str, object]:
    return {
        "rank": row.rank,
        "name": row.entrant.name,
        "score": estimate_document(row.score),
        "meetings": row.meetings._asdict(),
        "figures": row.figures._asdict(),
    }


def _pair(pair: Pair) -> dict[str, object]:
    return {
        "first": pair.first,
        "second": pair.second,
        "difference": estimate_document(pair.difference),
        "verdict": pair.verdict,
        "sentence": pair.sentence(),
    }


def _read_rules(rules: Json) -> RuleSet:
    canonical = text(rules.get("canonical"), "`canonical` of the rules")
    try:
        form = mapping(json.loads(canonical), "`canonical` of the rules")
    except json.JSONDecodeError as problem:
        raise FieldError(f"`canonical` of the rules is no JSON: {problem}") from problem
    found = parse_ruleset(form.get("preset"), form.get("options", {}))
    if not isinstance(found, RuleSet):
        raise FieldError(
            "`canonical` of the rules: " + "; ".join(f"{each.option}: {each.problem}" for each in found.problems)
        )
    return found


def _read_entrant(value: object) -> Entrant:
    entrant = mapping(value, "an entrant")
    return Entrant(
        text(entrant.get("name"), "an entrant's `name`"),
        text(entrant.get("program"), "an entrant's `program`"),
    )


def _read_form(form: Json) -> Form:
    challenger = form.get("challenger")
    return Form(
        format=_member(Format, form.get("format"), "`format` of the form"),
        rounds=integer(form.get("rounds"), "`rounds`"),
        challenger=None if challenger is None else text(challenger, "`challenger`"),
        duplicate=flag(form.get("duplicate"), "`duplicate`"),
        seatings=_member(Seatings, form.get("seatings"), "`seatings`"),
        scoring=_member(Scoring, form.get("scoring"), "`scoring`"),
        draw=_member(Draw, form.get("draw"), "`draw`"),
        test=None if form.get("test") is None else _read_test(mapping(form.get("test"), "`test`")),
    )


def _read_test(test: Json) -> SequentialTest:
    h0, h1, alpha, beta = (number(test.get(key), f"`{key}` of the test") for key in ("h0", "h1", "alpha", "beta"))
    try:
        return SequentialTest(h0, h1, alpha, beta, _member(Measure, test.get("measure"), "`measure` of the test"))
    except ValueError as problem:
        raise FieldError(f"`test`: {problem}") from problem


def _member(kind: type[Word], value: object, what: str) -> Word:
    """The member of `kind` that `value` writes."""
    for member in kind:
        if member == value:
            return member
    raise FieldError(f"{what} must be one of {', '.join(kind)}, not {value!r}")
