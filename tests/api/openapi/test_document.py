"""The OpenAPI document is valid, complete and always the same."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from google.api import annotations_pb2
from google.protobuf.descriptor import MethodDescriptor
from openapi_spec_validator import OpenAPIV31SpecValidator

from euchre_referee.api.openapi.document import SERVICES, document_text
from euchre_referee.api.openapi.schemas import Schema
from euchre_referee.api.openapi.streams import message_of
from euchre_referee.api.refusing import code_of
from euchre_referee.referee.verdicts import ServiceReason
from tests.api.openapi.validating import faults

HTTP: Any = annotations_pb2.http


def methods() -> list[MethodDescriptor]:
    return [method for service in SERVICES for method in service.methods]


def operations(openapi: Schema) -> Iterator[tuple[str, str, Schema]]:
    for path, item in openapi["paths"].items():
        for verb, operation in item.items():
            yield path, verb, operation


def operation(openapi: Schema, name: str) -> Schema:
    return next(each for _, _, each in operations(openapi) if each["operationId"] == name)


def test_it_is_valid(openapi: Schema) -> None:
    assert [error.message for error in OpenAPIV31SpecValidator(openapi).iter_errors()] == []


def test_its_text_is_always_the_same() -> None:
    program = "from euchre_referee.api.openapi.document import document_text as text; print(text(), end='')"
    for seed in ("0", "1"):
        run = subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        )
        assert run.stdout == document_text()


@pytest.mark.parametrize("method", methods(), ids=lambda method: method.full_name.removeprefix("euchre.v1."))
def test_every_method_with_a_place_in_http_is_there_with_its_comment(openapi: Schema, method: MethodDescriptor) -> None:
    rule = method.GetOptions().Extensions[HTTP]
    verb = rule.WhichOneof("pattern")
    name = f"{method.containing_service.name}_{method.name}"
    found = [(verb, each) for _, verb, each in operations(openapi) if each["operationId"] == name]
    if verb is None:
        assert found == []
        return
    ((found_verb, told),) = found
    assert found_verb == verb
    assert told["description"]
    assert told["summary"] in told["description"]
    assert ("requestBody" in told) == bool(rule.body)
    (kind,) = told["responses"]["200"]["content"]
    assert kind == ("text/event-stream" if method.server_streaming else "application/json")


def test_everything_has_a_description(openapi: Schema) -> None:
    for path, verb, told in operations(openapi):
        for parameter in told["parameters"]:
            assert parameter["description"], (path, verb, parameter["name"])
    for name, schema in openapi["components"]["schemas"].items():
        assert schema["description"], name
        for field, inner in schema.get("properties", {}).items():
            assert inner["description"], (name, field)


def test_what_stands_in_the_path_is_not_in_the_body(openapi: Schema) -> None:
    act = openapi["paths"]["/v1/games/{game}:act"]["post"]
    assert [(each["name"], each["in"], each["required"]) for each in act["parameters"] if each["in"] == "path"] == [
        ("game", "path", True)
    ]
    assert "game" not in openapi["components"]["schemas"]["JoinGameRequest"]["properties"]
    assert "game" in openapi["components"]["schemas"]["Decision"]["properties"]


def test_what_is_not_in_the_path_of_a_get_stands_in_the_query(openapi: Schema) -> None:
    parameters = operation(openapi, "RefereeService_GetView")["parameters"]
    assert [each["name"] for each in parameters if each["in"] == "query"] == ["seat", "full"]
    assert [each["name"] for each in parameters if each["in"] == "header"] == ["If-None-Match"]
    assert all(not each["required"] for each in parameters if each["in"] == "query")


def test_tags_are_told_where_they_are_served(openapi: Schema) -> None:
    view, act = operation(openapi, "RefereeService_GetView"), operation(openapi, "RefereeService_Act")
    assert "ETag" in view["responses"]["200"]["headers"]
    assert "304" in view["responses"]
    assert "If-Match" in [each["name"] for each in act["parameters"]]
    assert "412" in act["responses"]
    others = [each for _, _, each in operations(openapi) if "412" in each["responses"]]
    assert others == [act]


def test_streams_tell_their_events_and_how_to_resume_them(openapi: Schema) -> None:
    watch = operation(openapi, "RefereeService_Watch")
    content = watch["responses"]["200"]["content"]["text/event-stream"]
    assert message_of(content) == {"$ref": "#/components/schemas/WatchResponse"}
    names = [each["properties"]["event"]["const"] for each in content["schema"]["anyOf"]]
    assert names == ["message", "end", "refused", "drain"]
    assert {"Last-Event-ID", "ticket"} <= {each["name"] for each in watch["parameters"]}
    assert "204" in watch["responses"]


def test_examples_in_the_document_fit_the_schemas_beside_them(openapi: Schema) -> None:
    for path, verb, told in operations(openapi):
        shown = [each for each in told["parameters"] if "examples" in each]
        bodies = [told["requestBody"]] if "requestBody" in told else []
        for response in (*bodies, *told["responses"].values()):
            shown += response.get("content", {}).values()
        for each in shown:
            for name, example in each.get("examples", {}).items():
                assert faults(openapi, each["schema"], example["value"]) == [], (path, verb, name)


def test_numbers_of_the_contract_are_json_numbers_and_bytes_are_base64(openapi: Schema) -> None:
    turn = openapi["components"]["schemas"]["Turn"]["properties"]
    assert turn["version"]["type"] == "integer"
    assert (turn["head"]["type"], turn["head"]["contentEncoding"]) == ("string", "base64")
    assert turn["view"]["$ref"] == "#/components/schemas/View"


def test_every_reason_of_a_call_stands_at_its_status_and_at_no_other(openapi: Schema) -> None:
    found: dict[str, list[int]] = {}
    for name, response in openapi["components"]["responses"].items():
        if name == "Problem412":
            # The same reasons, told to who names a tag.
            continue
        narrowed = response["content"]["application/problem+json"]["schema"]["allOf"][1]["properties"]
        for reason in narrowed["reason"]["enum"]:
            found.setdefault(reason, []).append(narrowed["status"]["const"])
    # What reaches no method has this reason, too.
    assert len(found.pop("INVALID_REQUEST")) > 1
    assert all(len(statuses) == 1 for statuses in found.values()), found
    assert set(map(str, ServiceReason)) - {"INVALID_REQUEST"} <= set(found)
    assert found["MUST_FOLLOW_SUIT"] == found["NOT_YOUR_TURN"] == [400]
    assert code_of("MUST_FOLLOW_SUIT") is code_of("NOT_YOUR_TURN")
