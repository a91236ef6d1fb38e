"""A passkey made of code: real keys and signatures, no hardware."""

import base64
import hashlib
import json
import secrets
from collections.abc import Callable
from itertools import count
from typing import Any, Self
from urllib.parse import urlsplit

import cbor2
import httpx
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from seat_client import PATIENCE_S, Json, new_client

_PRESENT, _VERIFIED, _ATTESTED = 0x01, 0x04, 0x40


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class SoftPasskey:
    """An authenticator with one key, that answers for one page."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.id = secrets.token_bytes(20)
        self.uses = 0
        self.user = b""
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: Json) -> Json:
        """Answer `navigator.credentials.create`."""
        self.user = decode(options["user"]["id"])
        numbers = self._key.public_key().public_numbers()
        public = cbor2.dumps(
            {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        )
        attested = bytes(16) + len(self.id).to_bytes(2) + self.id + public
        told = self._told(options["rp"]["id"], _ATTESTED) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": told})
        return self._answer(
            clientDataJSON=encode(self._client_data("webauthn.create", options["challenge"])),
            attestationObject=encode(attestation),
        )

    def use(self, options: Json) -> Json:
        """Answer `navigator.credentials.get`."""
        self.uses += 1
        data = self._client_data("webauthn.get", options["challenge"])
        told = self._told(options["rpId"])
        signature = self._key.sign(told + hashlib.sha256(data).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(
            clientDataJSON=encode(data),
            authenticatorData=encode(told),
            signature=encode(signature),
            userHandle=encode(self.user),
        )

    def _client_data(self, kind: str, challenge: str) -> bytes:
        data = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(data).encode()

    def _told(self, site: str, flags: int = 0) -> bytes:
        seen = bytes([_PRESENT | _VERIFIED | flags])
        return hashlib.sha256(site.encode()).digest() + seen + self.uses.to_bytes(4)

    def _answer(self, **response: Any) -> Json:
        name = encode(self.id)
        return {
            "id": name,
            "rawId": name,
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
        }


class Device:
    """A browser: it keeps cookies, and may have a passkey."""

    def __init__(self, url: str) -> None:
        port = urlsplit(url).port
        self.origin = f"http://localhost:{port}"
        # Asked by its name, because passkeys belong to a name.
        self.http = new_client(
            url, headers={"Host": f"localhost:{port}", "Origin": self.origin}, timeout=PATIENCE_S
        )
        self.passkey = SoftPasskey(self.origin)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def post(self, path: str, **body: Any) -> httpx.Response:
        return await self.http.post(path, json=body)

    async def done(self, path: str, **body: Any) -> Json:
        """Ask for something that is done."""
        answer = await self.post(path, **body)
        assert answer.is_success, answer.text
        return dict(answer.json())

    async def refused(self, path: str, **body: Any) -> tuple[int, str]:
        """Ask for something that is not done, and return how it was refused."""
        answer = await self.post(path, **body)
        assert not answer.is_success, answer.text
        return answer.status_code, answer.json()["code"]

    async def register(self, name: str, label: str = "test") -> str:
        """Make an account, and return its recovery code."""
        options = (await self.done("/api/account/register/options", name=name))["options"]
        made = await self.done(
            "/api/account/register", credential=self.passkey.make(options), label=label
        )
        return str(made["recovery_code"])

    async def sign_in(self) -> Json:
        options = (await self.done("/api/account/sign-in/options"))["options"]
        return await self.done("/api/account/sign-in", credential=self.passkey.use(options))

    async def add_passkey(self, label: str = "further") -> Json:
        options = (await self.done("/api/account/devices/options"))["options"]
        return await self.done(
            "/api/account/devices", credential=self.passkey.make(options), label=label
        )

    async def me(self) -> httpx.Response:
        return await self.http.get("/api/account")


NewDevice = Callable[[], Device]
_numbers = count()


async def person(device: NewDevice) -> tuple[Device, str]:
    """Return a browser whose owner has made an account, and the name of it."""
    made, name = device(), f"Ada{next(_numbers)}"
    await made.register(name)
    return made, name
