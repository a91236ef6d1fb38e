"""Passkeys: what a browser is asked, and whether its answer is right. The library is `webauthn`."""

import asyncio
import base64
import importlib
import ipaddress
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from sommet.match.refused import Refused
from sommet.server.storage.accounts import Passkey

_log = logging.getLogger(__name__)
_TIMEOUT_MS = 5 * 60_000
#: As long as the standard lets the name of a passkey be, and any public key in use.
_MOST_NAME_BYTES, _MOST_KEY_BYTES = 1023, 2048


@dataclass(frozen=True, slots=True)
class Site:
    """The server as passkeys know it: a name, and the pages that may ask for them."""

    name: str
    origins: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MadePasskey:
    """A passkey that a device has made, after checking."""

    credential: bytes
    public_key: bytes
    uses: int


async def load_library() -> None:
    """Import the library, which takes long, and nobody else should wait for it."""
    await asyncio.to_thread(importlib.import_module, "webauthn")


def site_of(host: str, origins: Sequence[str]) -> Site:
    """Return the site that a request for `host` is about.

    Raises:
        Refused: passkeys belong to a name, and `host` is a number.
    """
    name = urlsplit(f"//{host}").hostname or ""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return Site(name, tuple(origins) or (f"http://{host}", f"https://{host}"))
    raise Refused("passkeys_need_name")


def options_to_make(
    site: Site, account: str, name: str, challenge: bytes, known: Sequence[Passkey] = ()
) -> dict[str, Any]:
    """Return what a browser needs to make a passkey that it can find by itself later."""
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_registration_options(
        rp_id=site.name,
        rp_name="Sommet",
        user_name=name,
        user_display_name=name,
        user_id=account.encode(),
        challenge=challenge,
        timeout=_TIMEOUT_MS,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(id=each.credential) for each in known
        ],
    )
    written: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return written


def options_to_use(site: Site, challenge: bytes) -> dict[str, Any]:
    """Return what a browser needs to offer the passkeys it has for this site."""
    import webauthn

    options = webauthn.generate_authentication_options(
        rp_id=site.name, challenge=challenge, timeout=_TIMEOUT_MS
    )
    written: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return written


def challenge_in(credential: dict[str, Any]) -> bytes:
    """Return which challenge an answer is for.

    Raises:
        Refused: it is not an answer.
    """
    try:
        data = json.loads(_decode(credential["response"]["clientDataJSON"]))
        return _decode(data["challenge"])
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise Refused("bad_passkey") from error


def credential_in(credential: dict[str, Any]) -> bytes:
    """Return which passkey an answer was made with.

    Raises:
        Refused: it is not an answer.
    """
    try:
        return _decode(credential["rawId"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refused("bad_passkey") from error


def check_made(site: Site, credential: dict[str, Any], challenge: bytes) -> MadePasskey:
    """Return the passkey that a device has made.

    Raises:
        Refused: it was made for another page or challenge, or is none.
    """
    import webauthn

    try:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=list(site.origins),
        )
    except Exception as error:  # whatever a library says of bytes that anybody may send
        _log.debug("a passkey was not accepted: %s", error)
        raise Refused("bad_passkey") from error
    made = MadePasskey(found.credential_id, found.credential_public_key, found.sign_count)
    if len(made.credential) > _MOST_NAME_BYTES or len(made.public_key) > _MOST_KEY_BYTES:
        raise Refused("bad_passkey")
    return made


def check_used(site: Site, credential: dict[str, Any], challenge: bytes, passkey: Passkey) -> int:
    """Return how often a device says that its passkey was used, after checking its signature.

    Raises:
        Refused: the signature is not the passkey's, or for another page or challenge.
    """
    import webauthn

    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=list(site.origins),
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.uses,
        )
    except Exception as error:  # as above
        _log.debug("a passkey was not accepted: %s", error)
        raise Refused("bad_passkey") from error
    return found.new_sign_count


def _decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
