"""Where a server may listen, and what it must have for it."""

import pytest

from euchre_referee.cli.exposure import Auth, Exposed, allows_anonymous, check_exposure, is_local


@pytest.mark.parametrize("address", ["127.0.0.1:7447", "127.8.8.8:0", "[::1]:7447", "localhost:7447"])
def test_a_loopback_address_needs_nothing(address: str) -> None:
    assert is_local(address)
    check_exposure(address, keys=False, tls=False, plaintext=False)
    assert allows_anonymous(address, Auth.AUTO)
    assert not allows_anonymous(address, Auth.REQUIRED)


@pytest.mark.parametrize("address", ["0.0.0.0:7447", "[::]:7447", ":7447", "192.0.2.1:7447", "[2001:db8::1]:7447"])
def test_any_other_needs_keys_and_encryption(address: str) -> None:
    assert not is_local(address)
    with pytest.raises(Exposed, match="EUCHRE_KEYS"):
        check_exposure(address, keys=False, tls=True, plaintext=False)
    with pytest.raises(Exposed, match="--insecure-plaintext"):
        check_exposure(address, keys=True, tls=False, plaintext=False)
    check_exposure(address, keys=True, tls=True, plaintext=False)
    check_exposure(address, keys=True, tls=False, plaintext=True)
    assert not allows_anonymous(address, Auth.AUTO)
    assert not allows_anonymous(address, Auth.REQUIRED)
    assert allows_anonymous(address, Auth.OPEN)
