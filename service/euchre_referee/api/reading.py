"""Requests in the referee's terms; what cannot be understood is refused with INVALID_REQUEST, naming the field."""

from typing import Final

from google.protobuf import struct_pb2

from euchre.v1 import game_pb2 as pb
from euchre.v1 import ruleset_pb2
from euchre_referee.api.wording import action_code
from euchre_referee.fairness.chain import HEAD_BYTES
from euchre_referee.referee.triage import MOST_WORDS, Decision
from euchre_referee.referee.verdicts import CallRefused, Refused, ServiceReason, refuse
from euchre_referee.rules.actions import ACTION_TEXT, parse_action
from euchre_referee.rules.ruleset import RuleSet, RuleSetProblem, parse_ruleset

MOST_GAME: Final = 64
"""Characters that are told of a game's name; no game has so long a one."""
MOST_REQUEST_ID: Final = 100
LEAST_SECRET_ID: Final = 16
"""Characters of a request id that a token is given for: whoever guesses it has the seat."""
_MORE_THAN_A_HEAD: Final = HEAD_BYTES + 1


def decision_of(message: pb.Decision) -> Decision:
    """A decision; an action that is none of the grammar becomes None.

    What is too long to be a game, a head or an action is cut where that is certain: it is kept until it is answered.
    """
    text = message.text
    if text:
        action = parse_action(text)
        words = text[:MOST_WORDS]
    else:
        action = action_code(message.action) if message.HasField("action") else None
        words = ACTION_TEXT[action] if action is not None else "an action that is none"
    seat = message.seat if message.HasField("seat") else None
    return Decision(message.game[:MOST_GAME], message.version, message.head[:_MORE_THAN_A_HEAD], seat, action, words)


def options_of(message: struct_pb2.Struct) -> dict[str, object]:
    """Options as JSON has them; whole numbers come as integers, and NaN as a number that no option accepts."""
    return {name: _json(value) for name, value in message.fields.items()}


def _json(value: struct_pb2.Value) -> object:
    match value.WhichOneof("kind"):
        case "number_value":
            number = value.number_value
            return int(number) if number.is_integer() else number
        case "string_value":
            return value.string_value
        case "bool_value":
            return value.bool_value
        case "list_value":
            return [_json(each) for each in value.list_value.values]
        case "struct_value":
            return options_of(value.struct_value)
        case _:
            return None


def problems_of(message: ruleset_pb2.Ruleset) -> RuleSet | tuple[RuleSetProblem, ...]:
    """The rule set, or everything that is wrong with it."""
    rules = parse_ruleset(message.preset, options_of(message.options))
    return rules if isinstance(rules, RuleSet) else rules.problems


def ruleset_of(message: ruleset_pb2.Ruleset) -> RuleSet:
    """The rule set. Raises CallRefused."""
    rules = problems_of(message)
    if isinstance(rules, RuleSet):
        return rules
    told = "; ".join(f"{each.option}: {each.problem}, allowed: {each.allowed}" for each in rules)
    raise refuse(ServiceReason.INVALID_RULESET, told)


def request_id_of(text: str) -> str:
    """A request id. Raises CallRefused."""
    if not 0 < len(text) <= MOST_REQUEST_ID:
        raise invalid("request_id", f"1 to {MOST_REQUEST_ID} characters are needed, best a random UUID")
    return text


def secret_request_id_of(text: str) -> str:
    """The request id of a call that is answered with a token. Raises CallRefused."""
    if len(text) < LEAST_SECRET_ID:
        detail = f"without a token at least {LEAST_SECRET_ID} characters are needed, hard to guess: a random UUID"
        raise invalid("request_id", detail)
    return request_id_of(text)


def bytes_of(field: str, content: bytes, most: int) -> bytes:
    """Bytes of a bounded length. Raises CallRefused."""
    if len(content) > most:
        raise invalid(field, f"at most {most} bytes, not {len(content)}")
    return content


def seed_of(content: bytes) -> bytes:
    """A chosen seed, or none. Raises CallRefused."""
    if len(content) not in (0, 32):
        raise invalid("seed", f"32 bytes are needed, not {len(content)}")
    return content


def text_of(field: str, text: str, most: int) -> str:
    """A text of a bounded length without control characters. Raises CallRefused."""
    if len(text) > most or any(ord(letter) < ord(" ") for letter in text):
        raise invalid(field, f"at most {most} characters, no control characters")
    return text


def invalid(field: str, detail: str) -> CallRefused:
    """A refusal that names the field."""
    return CallRefused(Refused(ServiceReason.INVALID_REQUEST, detail=f"{field}: {detail}"))
