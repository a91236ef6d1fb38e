"""Where notices may be sent: a browser that subscribes gives an address that the server calls.

So it must not be led to what only the server can reach. An address has to be https with a public
name on the usual port; the name is looked up when something is sent, and the connection is made to
the very address that was checked.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

import httpcore

from sommet.match.refused import Refused

#: All IPv6 addresses that were ever given out; others lead to some IPv4 address, or nowhere.
_GIVEN_OUT = ipaddress.ip_network("2000::/3")
#: Names that mean something on this network only.
_INNER = (".local", ".localhost", ".internal", ".lan", ".home", ".home.arpa", ".test", ".onion")


class PrivateAddress(Exception):  # noqa: N818
    """A name that leads to an address that is not public."""


def check_endpoint(endpoint: str, *, anywhere: bool) -> None:
    """Raise `Refused` where notices are not sent; with `anywhere`, only where they cannot be."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise Refused("bad_push_address") from error
    if not host or parts.username is not None or parts.password is not None or parts.fragment:
        raise Refused("bad_push_address")
    if anywhere:
        return
    if parts.scheme != "https" or port not in (None, 443) or not _is_public_name(host):
        raise Refused("bad_push_address")


def _is_public_name(host: str) -> bool:
    try:
        return is_public(host)
    except ValueError:
        name = host.rstrip(".").lower()
        # Numbers in other notations (0x7f.1, 2130706433) are names without letters at the end.
        ends_in_letters = name.rpartition(".")[2].isalpha()
        return "." in name and ends_in_letters and not name.endswith(_INNER)


def is_public(address: str) -> bool:
    """Return whether an IP address can be reached from everywhere.

    Raises:
        ValueError: it is none.
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        elif found not in _GIVEN_OUT or found.sixtofour is not None or found.teredo is not None:
            return False
    return found.is_global and not found.is_multicast


class PublicNetwork(httpcore.AsyncNetworkBackend):
    """Connects to public addresses only."""

    def __init__(self, *, anywhere: bool) -> None:
        self._anywhere = anywhere
        self._inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to where a name leads, if that is a public address."""
        try:
            async with asyncio.timeout(timeout):
                found = await asyncio.get_running_loop().getaddrinfo(
                    host, port, type=socket.SOCK_STREAM
                )
        except (OSError, TimeoutError) as error:
            raise httpcore.ConnectError(f"{host} is not known") from error
        addresses = [str(each[4][0]) for each in found]
        if not self._anywhere and not all(map(is_public, addresses)):
            raise PrivateAddress(host)
        return await self._inner.connect_tcp(
            addresses[0], port, timeout, local_address, socket_options
        )

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ARG002
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,  # noqa: ARG002
    ) -> httpcore.AsyncNetworkStream:
        """Refuse: nothing is sent to Unix sockets."""
        raise PrivateAddress(path)

    async def sleep(self, seconds: float) -> None:
        """Wait between two tries."""
        await self._inner.sleep(seconds)
