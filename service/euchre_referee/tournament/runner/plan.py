"""What the runner of a tournament remembers, so that it can go on after it was stopped, or killed at any moment."""

import json
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Final

from euchre_referee.tournament.config import TournamentConfig
from euchre_referee.tournament.fields import FieldError, flag, integer, mapping, sequence, text

_FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament as it was asked for, and how far it came before its first board.

    `values` are those of the configuration (`config.parse_config`); `server` is None for a referee of one's own.
    `request_id` makes the tournament, however often it is asked for; `tournament` is its id once it was made, and
    `nonces` the entrants', drawn only then. `over`: nothing is left to play.
    """

    values: Mapping[str, object]
    server: str | None
    request_id: str
    tournament: str = ""
    nonces: tuple[bytes, ...] = ()
    over: bool = False

    @classmethod
    def drawn(cls, values: Mapping[str, object], server: str | None) -> "Plan":
        """The plan of a tournament that was never asked for before."""
        return cls(values, server, str(uuid.uuid4()))

    def registering(self, name: str) -> str:
        """The request id that registers an entrant, however often."""
        return str(uuid.uuid5(uuid.UUID(self.request_id), f"register {name}"))


def plan_text(plan: Plan) -> str:
    """A plan as a JSON text."""
    told = {
        "format": _FORMAT,
        "request_id": plan.request_id,
        "server": plan.server,
        "tournament": plan.tournament,
        "nonces": [nonce.hex() for nonce in plan.nonces],
        "over": plan.over,
        "values": plan.values,
    }
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


def read_plan(content: str) -> Plan:
    """The plan in a JSON text. Raises ValueError, which says what is wrong with it."""
    told = mapping(json.loads(content), "the plan")
    if integer(told.get("format"), "`format`") != _FORMAT:
        raise FieldError(f"`format` must be {_FORMAT}, not {told['format']}")
    server = told.get("server")
    request_id = text(told.get("request_id"), "`request_id`")
    uuid.UUID(request_id)
    return Plan(
        values=mapping(told.get("values"), "`values`"),
        server=None if server is None else text(server, "`server`"),
        request_id=request_id,
        tournament=text(told.get("tournament"), "`tournament`"),
        nonces=tuple(bytes.fromhex(text(each, "a nonce")) for each in sequence(told.get("nonces"), "`nonces`")),
        over=flag(told.get("over"), "`over`"),
    )


def differences(kept: TournamentConfig, asked: TournamentConfig) -> Iterator[str]:
    """What of a configuration is not as it was when the tournament began, a sentence each."""
    before, now = _told(kept), _told(asked)
    for key, value in before.items():
        if now[key] != value:
            yield f"{key}: it was begun with {_shown(value)}, not with {_shown(now[key])}"


def _told(config: TournamentConfig) -> dict[str, object]:
    """The configuration by the keys that a person writes."""
    form = {field.name: getattr(config.form, field.name) for field in fields(config.form)}
    return {
        "rules": config.rules.canonical,
        "bots": [f"{entrant.name}={entrant.program}" for entrant in config.entrants],
        "boards": config.boards,
        "seed": config.seed,
        **form,
        "concurrency": config.concurrency,
        "pairings_at_once": config.pairings_at_once,
        "clocks": config.clocks,
        "conduct": config.conduct,
    }


def _shown(value: object) -> str:
    return "nothing" if value is None else str(value)
