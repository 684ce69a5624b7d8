"""Holds what players were told against what is on record."""

from base64 import b64decode
from collections.abc import Sequence
from json import loads

from euchre_client import AsyncClient
from euchre_referee.referee.entries import Acted, Lost, Mark, Struck, decode
from euchre_referee.referee.verifying import verify
from euchre_referee.rules.actions import action_text
from tests.chaos.tables import Tables
from tests.chaos.tally import Tally
from tests.referee.heads import heads_of


async def count(tables: Tables, operator: AsyncClient, tally: Tally) -> None:
    """Looks at every game."""
    tally.games = len(tables.preset_of)
    tally.presets = len(set(tables.preset_of.values()))
    tally.with_animals = len(tables.guests)
    for game in sorted(tables.open):
        seen = await operator.get_view(game)
        state = "over, but no player was told" if seen.HasField("end") else f"seat {seen.view.to_act} is to act"
        tally.unfinished.append(f"{game} at version {seen.version}: {state}")
    tally.repeated = tables.repeated
    tally.wrong += tables.contradicted
    for game in tables.preset_of:
        if game in tables.open:
            continue
        record = loads(await operator.get_record(game))
        tally.wrong += [f"{game}: {fault}" for fault in verify(record)]
        log = [b64decode(text) for text in record["proof"]["entries"]]
        check(game, log, tables, tally)


def check(game: str, log: Sequence[bytes], tables: Tables, tally: Tally) -> None:
    """Every verdict stands in the log at its place, and nothing else than what was decided there."""
    heads = heads_of(log)
    entries = [decode(raw) for raw in log]
    for version, verdict in tables.verdicts[game].items():
        tally.acknowledged += 1
        entry = entries[version] if version < len(entries) else None
        place = f"{game} version {version}: {verdict.accepted.action}"
        said = verdict.seat, verdict.accepted.action, Mark.OWN
        if not isinstance(entry, Acted) or (entry.seat, action_text(entry.action), entry.mark) != said:
            tally.lost.append(place)
        elif heads[verdict.accepted.next_version] != verdict.accepted.next_head:
            tally.wrong.append(f"{place}: the head that the verdict names is not the log's")
    guest = tables.guests.get(game)
    decided = tables.decided[game]
    for version, entry in enumerate(entries):
        if isinstance(entry, Struck) and entry.seat != guest:
            tally.wrong.append(f"{game} version {version}: seat {entry.seat} is struck, which did nothing illegal")
        if not isinstance(entry, Acted | Lost):
            continue
        if entry.mark is not Mark.OWN:
            tally.referees_own[entry.mark.name.lower()] += 1
        # A decision that was carried out twice stands at a version on which nobody decided so.
        elif isinstance(entry, Acted) and entry.seat != guest and decided.get(version) != action_text(entry.action):
            tally.doubled.append(f"{game} version {version}: {action_text(entry.action)}")
