"""How to reach the referee: the target, its certificate, the caller's token and language."""

import json
from dataclasses import dataclass, replace
from typing import Final

import grpc
import grpc.aio

from euchre_client.tls import tls

_ENCRYPTED: Final = "grpcs://"
_MEBIBYTE: Final = 1 << 20

_SERVICE_CONFIG: Final = json.dumps({"loadBalancingConfig": [{"pick_first": {"shuffleAddressList": True}}]})
"""Of several referees each client keeps to one, taken by lot: what it plays stays in that one's memory."""

CHANNEL_OPTIONS: Final[tuple[tuple[str, int | str], ...]] = (
    # A dead connection is noticed within half a minute; the server permits a ping every ten seconds.
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 1_000),
    ("grpc.max_reconnect_backoff_ms", 2_000),
    # Records of long games are bigger than gRPC's 4 MiB.
    ("grpc.max_receive_message_length", 64 * _MEBIBYTE),
    # Every client has its own connection: two sessions of one process share no fate.
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.service_config", _SERVICE_CONFIG),
)

Metadata = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Connection:
    """Where and as whom a client calls.

    `address` is a gRPC target: `host:port`, or several referees as `ipv4:10.0.0.1:7000,10.0.0.2:7000`, of which one
    is taken by lot, and another one when it is gone; with `grpcs://` before it the connection is encrypted, as `tls()`
    does it unless `credentials` are given.
    `token` is empty for a caller without one. `language` (en, fr, nl) is that of the messages for people.
    """

    address: str
    token: str = ""
    language: str = "en"
    credentials: grpc.ChannelCredentials | None = None

    @property
    def target(self) -> str:
        """The address as gRPC wants it."""
        return self.address.removeprefix(_ENCRYPTED)

    def with_token(self, token: str) -> "Connection":
        """The same, as the bearer of this token."""
        return replace(self, token=token)

    def metadata(self) -> Metadata:
        """What goes with every call."""
        language = ("accept-language", self.language)
        return (language, ("authorization", f"Bearer {self.token}")) if self.token else (language,)

    def channel(self) -> grpc.Channel:
        """A new channel for blocking calls."""
        credentials = self._credentials()
        if credentials is None:
            return grpc.insecure_channel(self.target, options=CHANNEL_OPTIONS)
        return grpc.secure_channel(self.target, credentials, options=CHANNEL_OPTIONS)

    def aio_channel(self) -> grpc.aio.Channel:
        """A new channel for the running event loop."""
        credentials = self._credentials()
        if credentials is None:
            return grpc.aio.insecure_channel(self.target, options=CHANNEL_OPTIONS)
        return grpc.aio.secure_channel(self.target, credentials, options=CHANNEL_OPTIONS)

    def _credentials(self) -> grpc.ChannelCredentials | None:
        return tls() if self.credentials is None and self.address.startswith(_ENCRYPTED) else self.credentials
