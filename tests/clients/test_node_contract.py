"""Another toolchain reads the same contract as our generated code."""

import json
import subprocess

from euchre.v1 import player_service_pb2, referee_service_pb2
from tests.clients.conftest import Node


def test_node_finds_the_methods_that_the_generated_code_has(node: Node) -> None:
    command = node.command("contract.js")
    run = subprocess.run(command, env=node.environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    for module in (referee_service_pb2, player_service_pb2):
        for name, service in module.DESCRIPTOR.services_by_name.items():
            assert found[name] == [f"/{service.full_name}/{method.name}" for method in service.methods]
