"""Every method of the contract is where its annotation says, and answers as the contract says."""

from typing import Any

import pytest
from google.protobuf import descriptor_pool
from google.protobuf.json_format import ParseDict
from google.protobuf.message_factory import GetMessageClass

from euchre_referee.api.http.bindings import Binding, bindings_of
from euchre_referee.api.server import SERVICES
from tests.api.http.callers import Site

DESCRIPTORS: list[Any] = list(map(descriptor_pool.Default().FindServiceByName, SERVICES))
BINDINGS = {binding.name: binding for binding in bindings_of(DESCRIPTORS)}
REFUSED = {400, 401, 403, 404, 409, 412, 429}


def path_of(binding: Binding) -> str:
    """The place of a method, for things that do not exist."""
    path = binding.template.text
    for field in binding.template.fields:
        path = path.replace(f"{{{field}}}", "none")
    return path


@pytest.mark.parametrize("name", sorted(BINDINGS))
async def test_a_method_is_reached(anybody: Site, operator: Site, name: str) -> None:
    binding = BINDINGS[name]
    for site in (anybody, operator):
        body: dict[str, object] | None = {} if binding.body else None
        response = await site.http.request(binding.verb, path_of(binding), json=body)
        told = response.json()
        if response.status_code == 200:
            # What is answered is the message that the contract promises, and nothing else.
            ParseDict(told, GetMessageClass(binding.answered)())
        else:
            assert response.status_code in REFUSED, told
            assert response.headers["content-type"] == "application/problem+json"
            # The method itself has refused, not the way to it.
            assert "there is nothing at" not in told["detail"]
            assert told["reason"]
