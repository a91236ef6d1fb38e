"""Sending to push services: encrypted for the device (RFC 8291), signed by us (RFC 8292)."""

import asyncio
import base64
import time
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

import http_ece
import httpcore
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from sommet.server.community.notices.addresses import PrivateAddress, PublicNetwork
from sommet.server.storage.notices.devices import Device

#: A push service that is silent or unfinished after this long is tried again.
_PATIENCE_S = 10.0
_IN_ALL_S = 20.0
#: A notice that could not be delivered for this long is dropped.
_LIFE_S = 24 * 60 * 60
_SIGNED_FOR_S = 6 * 60 * 60
_GONE = (404, 410)
_LATER = (408, 425, 429)
Result = Literal["sent", "gone", "later", "refused"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a message; for `later`, after how many seconds, if the service said so."""

    result: Result
    wait_s: float | None = None


def encode(data: bytes) -> str:
    """Return bytes as base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Return the bytes that `encode` made text of."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_key() -> str:
    """Return a new private key."""
    numbers = ec.generate_private_key(ec.SECP256R1()).private_numbers()
    return encode(numbers.private_value.to_bytes(32, "big"))


def is_point(p256dh: str) -> bool:
    """Return whether a device's key is a point on the curve, so that something can be encrypted."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(p256dh))
    except (ValueError, UnsupportedAlgorithm):
        return False
    return True


def encrypt(device: Device, content: bytes) -> bytes:
    """Return what only this device can read. RFC 8291."""
    sealed: bytes = http_ece.encrypt(
        content,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=decode(device.p256dh),
        auth_secret=decode(device.auth),
        version="aes128gcm",
    )
    return sealed


class PushClient:
    """Sends messages to the push services of browsers."""

    def __init__(self, key: str, contact: str, *, anywhere: bool) -> None:
        self._vapid = Vapid02.from_raw(key.encode())
        self._contact = contact
        self._signed: dict[str, tuple[float, str]] = {}
        self._pool = httpcore.AsyncConnectionPool(
            max_connections=20,
            keepalive_expiry=30,
            network_backend=PublicNetwork(anywhere=anywhere),
        )

    @property
    def public_key(self) -> str:
        """The public key by which browsers recognise the server."""
        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return encode(point)

    async def close(self) -> None:
        """Close all connections."""
        await self._pool.aclose()

    async def send(self, device: Device, content: bytes, topic: str) -> Answer:
        """Send a message; with the same topic it takes the place of one that was not delivered."""
        headers: dict[bytes | str, bytes | str] = {
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_LIFE_S),
            "Urgency": "normal",
            "Topic": topic,
            "Authorization": self._sign(device.endpoint),
        }
        limits = dict.fromkeys(("connect", "read", "write", "pool"), _PATIENCE_S)
        try:
            async with (
                asyncio.timeout(_IN_ALL_S),
                self._pool.stream(
                    "POST",
                    device.endpoint,
                    headers=headers,
                    content=encrypt(device, content),
                    extensions={"timeout": limits},
                ) as response,
            ):
                return _answer_of(response)
        except PrivateAddress:
            return Answer("gone")
        except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError, OSError):
            return Answer("later")

    def _sign(self, endpoint: str) -> str:
        parts = urlsplit(endpoint)
        audience = f"{parts.scheme}://{parts.netloc}"
        now = time.time()
        until, header = self._signed.get(audience, (0.0, ""))
        if until < now + 60:
            until = now + _SIGNED_FOR_S
            claims = {"aud": audience, "sub": self._contact, "exp": int(until)}
            header = self._vapid.sign(claims)["Authorization"]
            if len(self._signed) > 100:
                self._signed.clear()
            self._signed[audience] = (until, header)
        return header


def _answer_of(response: httpcore.Response) -> Answer:
    status = response.status
    if 200 <= status < 300:
        return Answer("sent")
    if status in _GONE:
        return Answer("gone")
    if status in _LATER or status >= 500:
        return Answer("later", _retry_after(response))
    return Answer("refused")


def _retry_after(response: httpcore.Response) -> float | None:
    for name, value in response.headers:
        if name.lower() == b"retry-after" and value.isdigit() and len(value) < 7:
            return float(value)
    return None
