"""A record with its proof, checked from its seed to its end."""

from base64 import b64decode
from collections.abc import Iterator, Sequence

from euchre_referee.referee.entries import Acted, decode
from euchre_referee.referee.game import BrokenLog, Game
from euchre_referee.referee.games import empty_game
from euchre_referee.referee.recording import PROOF_FORMAT, Json
from euchre_referee.referee.verifying.chain import chain_faults, committed_seed, seed_faults
from euchre_referee.referee.verifying.conduct import conduct_faults
from euchre_referee.referee.verifying.deals import deal_faults
from euchre_referee.referee.verifying.ends import end_faults
from euchre_referee.referee.verifying.passage import Passage, passages, place_of
from euchre_referee.referee.verifying.told import proof_faults, told_faults
from euchre_referee.rules.actions import action_text


def verify(record: object) -> tuple[str, ...]:
    """Every fault that is found, each with its place; none if the record is in order."""
    if not isinstance(record, dict):
        return ("the record is no JSON object",)
    proof = record.get("proof")
    if not isinstance(proof, dict):
        return ("proof: the record has none",)
    log = _log(proof)
    if isinstance(log, str):
        return (log,)
    try:
        game = empty_game(log[0])
    except BrokenLog as error:
        return (f"{place_of(0)}: {error}",)
    return tuple(_faults(record, proof, game, log))


def _log(proof: Json) -> list[bytes] | str:
    if proof.get("format") != PROOF_FORMAT:
        return f"proof.format: {proof.get('format')!r} is not the format {PROOF_FORMAT} that is read here"
    entries = proof.get("entries")
    if not isinstance(entries, list) or not entries:
        return "proof.entries: a list of at least one entry is needed"
    log = []
    for at, text in enumerate(entries):
        try:
            log.append(b64decode(text, validate=True))
        except (TypeError, ValueError):
            return f"{place_of(at)}: not base64"
    return log


def _faults(record: Json, proof: Json, game: Game, log: Sequence[bytes]) -> Iterator[str]:
    seed = committed_seed(game.created, log)
    yield from seed_faults(game.created, log)
    yield from chain_faults(seed, log, proof.get("head"))
    game.begin(log[0])
    passed: list[Passage] = []
    broken: BrokenLog | None = None
    try:
        passed.extend(passages(game, log[1:]))
    except BrokenLog as error:
        broken = error
    yield from proof_faults(proof, game)
    yield from deal_faults(game, seed, passed)
    yield from conduct_faults(game.created, passed)
    if broken is not None:
        yield f"{place_of(game.version)}: {broken}{_instead(game, log[game.version])}"
        return
    yield from end_faults(passed[-1] if passed else None, len(log))
    yield from told_faults(record, log)


def _instead(game: Game, raw: bytes) -> str:
    """What could have stood in place of an action that was refused."""
    state = game.state
    try:
        acted = isinstance(decode(raw), Acted)
    except ValueError:
        acted = False
    if not acted or state.to_act < 0:
        return ""
    return f"; seat {state.to_act} was to act: {', '.join(map(action_text, state.legal))}"
