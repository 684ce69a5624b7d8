"""The schemas are exact: what is told fits them, and what would be refused does not."""

import pytest
from google.protobuf.descriptor import Descriptor

from euchre.v1 import game_pb2 as pb
from euchre_referee.api.openapi.document import SERVICES
from euchre_referee.api.openapi.schemas import Schema
from tests.api.openapi.messages import all_messages, as_told, empty, full
from tests.api.openapi.validating import component, faults

METHODS = [method for service in SERVICES for method in service.methods if not method.client_streaming]
ANSWERS = all_messages(method.output_type for method in METHODS)
REQUESTS = all_messages(method.input_type for method in METHODS)


@pytest.mark.parametrize("message", ANSWERS.values(), ids=ANSWERS)
def test_every_answer_fits_its_schema(openapi: Schema, message: Descriptor) -> None:
    for made in (empty(message), full(message)):
        assert faults(openapi, component(message.name), as_told(made)) == []


@pytest.mark.parametrize("message", REQUESTS.values(), ids=REQUESTS)
def test_a_request_may_be_empty_but_holds_nothing_unknown(openapi: Schema, message: Descriptor) -> None:
    schema = component(message.name)
    if message.name not in openapi["components"]["schemas"]:
        # All of it stands in the query.
        assert message.name.endswith("Request")
        return
    assert faults(openapi, schema, {}) == []
    assert faults(openapi, schema, {"nothing": 1})


def test_what_is_always_told_is_required_of_answers_and_what_may_be_absent_is_not(openapi: Schema) -> None:
    view = openapi["components"]["schemas"]["View"]
    assert {"phase", "hand", "turnedDown"} <= set(view["required"])
    assert not {"viewer", "maker", "bestBid"} & set(view["required"])


def test_of_several_choices_one_at_most_is_set(openapi: Schema) -> None:
    schema = component("Decision")
    assert faults(openapi, schema, {"text": "pass"}) == []
    assert faults(openapi, schema, {"text": "pass", "action": {"kind": "ACTION_KIND_PASS"}})


def test_values_of_another_type_do_not_fit(openapi: Schema) -> None:
    told = as_told(full(pb.Turn.DESCRIPTOR))
    assert faults(openapi, component("Turn"), told) == []
    for field, wrong in (
        ("version", "3"),
        ("version", -1),
        ("version", 2**32),
        ("head", 3),
        ("view", []),
        ("legal", {}),
    ):
        assert faults(openapi, component("Turn"), {**told, field: wrong}), (field, wrong)


def test_enums_are_told_by_name(openapi: Schema) -> None:
    assert faults(openapi, component("Phase"), "PHASE_PLAY") == []
    assert faults(openapi, component("Phase"), 15)
    assert faults(openapi, component("Phase"), "PHASE_NOTHING")
