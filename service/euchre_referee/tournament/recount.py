"""Whether the records of a tournament add up to its `standings.json`, for anybody who has both files."""

import json
from collections.abc import Iterable, Mapping
from typing import Final

from euchre_referee.fairness.seeds import board_seed, combined_commitment, commitment
from euchre_referee.tournament.fields import FieldError, Json, integer, mapping, text
from euchre_referee.tournament.results import Judged
from euchre_referee.tournament.standings import Standings, standings_from_records
from euchre_referee.tournament.standings_json import read_terms, standings_document
from euchre_referee.tournament.terms import SeedMode, Terms

_INCIDENTS: Final = "incidents"
"""What was done to the tournament beside its being played: no record tells it."""


def recount(document: object, records: Iterable[Judged]) -> tuple[str, ...]:
    """What in a parsed `standings.json` does not follow from the records, in sentences; empty if all does.

    The seeds' commitment is held against those in the records' proofs; the proofs themselves are another check.
    """
    kept = tuple(records)
    try:
        terms = read_terms(document)
        commitments = _commitments(terms, kept)
    except FieldError as problem:
        return (str(problem),)
    counted = standings_from_records(terms, kept)
    if not isinstance(counted, Standings):
        return tuple(f"{fault.record}: {fault.problem}" for fault in counted)
    told = mapping(document, "the standings")
    # Through the text and back, as the file was written: tuples are lists then and words of ours plain texts.
    found: Json = json.loads(json.dumps(standings_document(counted)))
    wrong = [key for key in dict.fromkeys([*found, *told]) if key != _INCIDENTS and told.get(key) != found.get(key)]
    return (*_uncommitted(terms, commitments), *(_sentence(key, told, found) for key in wrong))


def _sentence(key: str, told: Json, found: Json) -> str:
    return f"`{key}` is {json.dumps(told.get(key))}, but the records add up to {json.dumps(found.get(key))}"


def _commitments(terms: Terms, records: Iterable[Judged]) -> Mapping[int, str]:
    """The commitment of each board, which must be one at all its tables."""
    found: dict[int, str] = {}
    for record, _ in records:
        if not terms.commitment and "proof" not in record:
            continue
        place, proof = mapping(record.get("tournament"), "`tournament`"), mapping(record.get("proof"), "`proof`")
        board = integer(place.get("board"), "`board`")
        told = text(proof.get("commitment"), "`commitment` of a proof")
        if found.setdefault(board, told) != told:
            raise FieldError(f"the tables of board {board} were committed to different seeds")
        if terms.seed_mode is SeedMode.PROVABLE and proof.get("seed_mode") != "provable":
            raise FieldError(f"the seed of board {board} was chosen, but the terms promise that none was")
    return found


def _run_seed(terms: Terms) -> bytes | str:
    """The seed that all boards' seeds were derived from, or what is wrong with it."""
    try:
        seed = bytes.fromhex(terms.run_seed)
        found = commitment(seed).hex()
    except ValueError as problem:
        return f"`run_seed` is none: {problem}"
    if found != terms.run_commitment:
        return f"the run's seed has the commitment {found}, not the published {terms.run_commitment}"
    return seed


def _uncommitted(terms: Terms, commitments: Mapping[int, str]) -> tuple[str, ...]:
    """Nothing if the boards' commitments combine to the published one, which takes every board."""
    if not terms.commitment:
        return ()
    told = dict(enumerate(terms.commitments, 1))
    if terms.run_seed:
        run_seed = _run_seed(terms)
        if isinstance(run_seed, str):
            return (run_seed,)
        # Whoever has the run's seed can check every board, also those that were not played.
        derived = (commitment(board_seed(run_seed, str(board).encode())) for board in range(1, terms.board_count + 1))
        told = {board: each.hex() for board, each in enumerate(derived, 1)}
    other = [board for board in sorted(commitments) if told.get(board, commitments[board]) != commitments[board]]
    if other:
        where = "the run's seed gives it" if terms.run_seed else "the terms list it"
        return (f"board {other[0]} was committed to as {commitments[other[0]]}, not as {where}",)
    commitments = {**told, **commitments}
    missing = [board for board in range(1, terms.board_count + 1) if board not in commitments]
    if missing:
        return (f"the commitment to all boards cannot be checked: no record of board {missing[0]}",)
    try:
        in_order = [bytes.fromhex(commitments[board]) for board in range(1, terms.board_count + 1)]
        combined = combined_commitment(in_order).hex()
    except ValueError as problem:
        return (f"a record's commitment is none: {problem}",)
    if combined == terms.commitment:
        return ()
    return (f"the boards' commitments combine to {combined}, not to the published {terms.commitment}",)
