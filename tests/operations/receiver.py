"""A receiver of traces, as a collector is: OTLP in protobuf over HTTP."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import ResourceSpans, Span


class Received:
    """All spans that have come until now."""

    def __init__(self, url: str) -> None:
        self.url: Final = url
        self.requests: Final[list[ExportTraceServiceRequest]] = []

    @property
    def resources(self) -> list[ResourceSpans]:
        """Spans by the process that they come from."""
        return [each for request in list(self.requests) for each in request.resource_spans]

    @property
    def spans(self) -> list[Span]:
        """All of them."""
        return [span for each in self.resources for scope in each.scope_spans for span in scope.spans]

    @property
    def names(self) -> set[str]:
        """How they are called."""
        return {span.name for span in self.spans}


class _Server(ThreadingHTTPServer):
    received: Received


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_POST(self) -> None:
        """Takes an export."""
        body = self.rfile.read(int(self.headers["content-length"]))
        known = self.path == "/v1/traces" and self.headers["content-type"] == "application/x-protobuf"
        if known:
            self.server.received.requests.append(ExportTraceServiceRequest.FromString(body))
        self.send_response(HTTPStatus.OK if known else HTTPStatus.BAD_REQUEST)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        """Writes none."""


@contextmanager
def receiving() -> Iterator[Received]:
    """A receiver on this machine."""
    with _Server(("127.0.0.1", 0), _Handler) as server:
        server.received = Received(f"http://127.0.0.1:{server.server_port}")
        thread = threading.Thread(target=server.serve_forever, name="receiver")
        thread.start()
        try:
            yield server.received
        finally:
            server.shutdown()
            thread.join()
