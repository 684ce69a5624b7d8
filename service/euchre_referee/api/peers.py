"""Where a call comes from, as far as a connection tells."""

from ipaddress import IPv6Address, ip_address
from typing import Final
from urllib.parse import unquote

_NETWORK: Final = 64
"""Bits of an IPv6 address that one household or machine has for itself; the rest it may choose."""


def peer_of(told: str | None) -> str:
    """The machine behind gRPC's text for a connection, `ipv4:10.0.0.7:50312`; IPv6 by its network, as one is given it.

    Behind a proxy this is the proxy.
    """
    kind, _, rest = unquote(told or "").partition(":")
    if kind not in ("ipv4", "ipv6"):
        return kind or "unknown"
    host = rest.rpartition(":")[0].strip("[]").partition("%")[0]
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    network = IPv6Address(int(address) >> (128 - _NETWORK) << (128 - _NETWORK))
    return f"{network}/{_NETWORK}"
