"""Checks a finished game's record against its proof, offline (docs/fairness.md, docs/log.md)."""

from base64 import b64decode
from collections.abc import Iterator, Sequence
from typing import Final

from euchre_referee.fairness.seeds import SEED_BYTES, commitment
from euchre_referee.fairness.shuffle import first_dealer, permutation
from euchre_referee.referee.conduct_faults import conduct_faults, place_of
from euchre_referee.referee.entries import NOBODY, Acted, Created, Dealt, Ended, Lost, Struck, Termination
from euchre_referee.referee.game import BrokenLog, Game, shuffled
from euchre_referee.referee.history import Happening, History
from euchre_referee.referee.recording import PROOF_FORMAT, Json, full_record
from euchre_referee.referee.timing import Accounts, charged, opened
from euchre_referee.rules.dealing import deck
from euchre_referee.rules.losing import forfeit_winners
from euchre_referee.rules.state import State

COMPARED: Final = ("id", "ruleset", "players", "deals", "end", "marks")
"""What a record must have exactly as its log has it."""


def verify(record: object) -> tuple[str, ...]:
    """Every fault that is found, each with its place; none if the record is in order."""
    if not isinstance(record, dict):
        return ("the record is no JSON object",)
    proof = record.get("proof")
    if not isinstance(proof, dict):
        return ("proof: the record has none",)
    log = _entries(proof)
    if isinstance(log, str):
        return (log,)
    try:
        history = History(log[0])
    except BrokenLog as error:
        return (f"proof.entries[0]: {error}",)
    return tuple(_faults(record, proof, history, log))


def _entries(proof: Json) -> list[bytes] | str:
    if proof.get("format") != PROOF_FORMAT:
        return f"proof.format: {proof.get('format')!r} is not the format {PROOF_FORMAT} that is read here"
    entries = proof.get("entries")
    if not isinstance(entries, list) or not entries:
        return "proof.entries: a list of at least one entry is needed"
    log = []
    for place, text in enumerate(entries):
        try:
            log.append(b64decode(text, validate=True))
        except (TypeError, ValueError):
            return f"proof.entries[{place}]: not base64"
    return log


def _faults(record: Json, proof: Json, history: History, log: Sequence[bytes]) -> Iterator[str]:
    happenings: list[Happening] = []
    broken: BrokenLog | None = None
    try:
        happenings.extend(history.follow(log[1:]))
    except BrokenLog as error:
        broken = error
    game = history.game
    yield from _seed_faults(game.created, proof)
    if game.started and proof.get("nonces") != [nonce.hex() for nonce in game.nonces]:
        yield "proof.nonces: not those of the entries"
    yield from _deal_faults(game, happenings)
    yield from conduct_faults(game.created, happenings)
    if broken is not None:
        yield f"proof.entries[{game.version}]: {broken}"
        return
    yield from _end_faults(game)
    if proof.get("head") != game.head.hex():
        yield f"proof.head: the chain of the entries ends in {game.head.hex()}"
    rebuilt = full_record(log)
    for key in COMPARED:
        if record.get(key) != rebuilt.get(key):
            where = _first_difference(record.get(key), rebuilt.get(key))
            yield f"{key}: not what the log's entries say{where}"


def _seed_faults(created: Created, proof: Json) -> Iterator[str]:
    if len(created.seed) != SEED_BYTES or proof.get("seed") != created.seed.hex():
        yield "proof.seed: not the seed in the first entry"
    if commitment(created.seed) != created.commitment:
        yield "proof.entries[0]: the commitment is not the SHA-256 of the seed"
    if proof.get("commitment") != created.commitment.hex():
        yield "proof.commitment: not the commitment in the first entry"
    if proof.get("board") != created.board:
        yield "proof.board: not the board in the first entry"
    if proof.get("seed_mode") != created.seed_mode.name.lower():
        yield "proof.seed_mode: not the mode in the first entry"


def _deal_faults(game: Game, happenings: Sequence[Happening]) -> Iterator[str]:
    previous: Happening | None = None
    strikes = [0] * game.rules.players
    clocks = game.created.clocks
    accounts = opened(clocks, game.rules.players)
    for happening in happenings:
        entry = happening.entry
        if isinstance(entry, Struck):
            strikes[entry.seat] += 1
            if entry.strikes != strikes[entry.seat]:
                yield f"{place_of(happening)}: it is strike {strikes[entry.seat]} of seat {entry.seat}"
        elif isinstance(entry, Acted | Lost):
            accounts = charged(clocks, accounts, entry.seat, entry.spent_ms, entry.lag_ms)
        elif isinstance(entry, Dealt):
            where = f"{place_of(happening)} (deal {entry.deal_number})"
            for fault in _deal_fault(game, happening.before, entry):
                yield f"{where}: {fault}"
            if Accounts(entry.banks, entry.lag_quotas) != accounts:
                yield f"{where}: its banks and lag quotas are not what the entries before left"
            if entry.strikes != tuple(strikes):
                yield f"{where}: its strikes are not those of the entries before"
            if previous is not None and entry.head != previous.head:
                yield f"{where}: its head is not that of the entry before"
        previous = happening


def _deal_fault(game: Game, before: State, entry: Dealt) -> Iterator[str]:
    created, nonces, players = game.created, game.nonces, game.rules.players
    board = created.board.encode()
    order = permutation(created.seed, nonces, board, before.deal_number, len(deck(game.rules)))
    if entry.order != shuffled(game.rules, order):
        yield "the cards are not those of the seed's shuffle"
    expected = before.dealer if before.dealer >= 0 else created.first_dealer
    if expected == NOBODY:
        expected = first_dealer(created.seed, nonces, board, players)
    if entry.dealer != expected:
        yield f"seat {entry.dealer} deals, it was seat {expected}'s turn to"
    told = (entry.deal_number, entry.scored_deals, entry.scores)
    if told != (before.deal_number + 1, before.scored_deals, before.scores) or not before.needs_deal:
        yield "its numbers or scores are not those of the deals before"
    if entry.carried != before.carried:
        yield "its carried points are not those of the game"


def _end_faults(game: Game) -> Iterator[str]:
    ended: Ended | None = game.ended
    if ended is None:
        yield "proof.entries: the log has no end, the game is not over"
        return
    if ended.seed != game.created.seed:
        yield "proof.entries: the seed revealed at the end is not the one committed to"
    if ended.scores != game.state.scores:
        told, played = list(ended.scores), list(game.state.scores)
        yield f"proof.entries: the end tells the scores {told}, the play gives {played}"
    if (ended.termination is Termination.NORMAL) != game.state.finished or ended.winners != _winners(game, ended):
        yield "proof.entries: the end tells another result than the play"
    if ended.seat >= game.rules.players and (ended.termination is Termination.FORFEIT or ended.seat != NOBODY):
        yield "proof.entries: the end names a seat that the game does not have"


def _winners(game: Game, ended: Ended) -> tuple[int, ...]:
    if ended.termination is Termination.FORFEIT:
        return forfeit_winners(game.state, ended.seat)
    return game.state.winners if ended.termination is Termination.NORMAL else ()


def _first_difference(told: object, expected: object) -> str:
    if isinstance(told, list) and isinstance(expected, list):
        for place, (one, other) in enumerate(zip(told, expected, strict=False)):
            if one != other:
                inner = ""
                if isinstance(one, dict) and isinstance(other, dict):
                    keys = [key for key in {**one, **other} if one.get(key) != other.get(key)]
                    inner = f".{keys[0]}{_first_difference(one.get(keys[0]), other.get(keys[0]))}"
                return f", first at [{place}]{inner}"
        return f": {len(told)} instead of {len(expected)}"
    return ""
