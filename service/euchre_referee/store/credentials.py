"""What a store's servers ask of whoever connects, besides what its URL says; asked for anew with every connection."""

from collections.abc import Callable, Mapping
from ssl import SSLContext
from typing import Any, Final, NamedTuple

from redis.asyncio import SSLConnection
from redis.asyncio.sentinel import SentinelManagedSSLConnection
from redis.credentials import CredentialProvider


class Credentials(NamedTuple):
    """Each is called when a connection is made: what it gives may be another than before."""

    password: Callable[[], str] | None = None
    """Of the servers, in the place of the URL's."""
    sentinel_user: str | None = None
    sentinel_password: Callable[[], str] | None = None
    """Of the sentinels; without one they are asked as nobody."""
    tls: Callable[[], SSLContext] | None = None
    """Whom to trust and what to show; without it, as the machine does, showing nothing."""


NO_CREDENTIALS: Final = Credentials()


class Login(CredentialProvider):
    """Who connects, with the password that holds now."""

    def __init__(self, user: str | None, password: Callable[[], str]) -> None:
        self._user: Final = user
        self._password: Final = password

    def get_credentials(self) -> tuple[str] | tuple[str, str]:
        """What AUTH is sent."""
        return (self._user, self._password()) if self._user else (self._password(),)

    async def get_credentials_async(self) -> tuple[str] | tuple[str, str]:
        """The same: a small file at most is read for it."""
        return self.get_credentials()


class EncryptedConnection(SSLConnection):
    """A connection that is made with what holds now."""

    def __init__(self, *, context: Callable[[], SSLContext], **options: Any) -> None:
        super().__init__(**options)
        self._context: Final = context

    def _connection_arguments(self) -> Mapping[str, Any]:
        self.ssl_context.context = self._context()
        return super()._connection_arguments()


class EncryptedToPrimary(SentinelManagedSSLConnection, EncryptedConnection):
    """Such a connection to the server that the sentinels name."""
