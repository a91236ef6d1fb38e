"""Passkeys: options for browsers, and checks of their answers, with the library `webauthn`."""

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
#: The longest credential id by the standard, and room for every public key in use.
_MOST_NAME_BYTES, _MOST_KEY_BYTES = 1023, 2048


@dataclass(frozen=True, slots=True)
class Site:
    """The relying party: the host name of the passkeys, and the origins that may use them."""

    name: str
    origins: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MadePasskey:
    """A new passkey that has been checked."""

    credential: bytes
    public_key: bytes
    uses: int


async def load_library() -> None:
    """Import the library beforehand, because it takes long."""
    await asyncio.to_thread(importlib.import_module, "webauthn")


def site_of(host: str, origins: Sequence[str]) -> Site:
    """Return the site that a request to `host` belongs to.

    Raises:
        Refused: `host` is an IP address, and passkeys need a host name.
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
    """Return the options for creating a discoverable passkey."""
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
    """Return the options for signing in with any passkey of this site."""
    import webauthn

    options = webauthn.generate_authentication_options(
        rp_id=site.name, challenge=challenge, timeout=_TIMEOUT_MS
    )
    written: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return written


def challenge_in(credential: dict[str, Any]) -> bytes:
    """Return the challenge that an answer belongs to.

    Raises:
        Refused: it is not an answer.
    """
    try:
        data = json.loads(_decode(credential["response"]["clientDataJSON"]))
        return _decode(data["challenge"])
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise Refused("bad_passkey") from error


def credential_in(credential: dict[str, Any]) -> bytes:
    """Return the id of the passkey that an answer was made with.

    Raises:
        Refused: it is not an answer.
    """
    try:
        return _decode(credential["rawId"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refused("bad_passkey") from error


def check_made(site: Site, credential: dict[str, Any], challenge: bytes) -> MadePasskey:
    """Return the new passkey in a device's answer, after checking it.

    Raises:
        Refused: it is for another page or challenge, or not a passkey.
    """
    import webauthn

    try:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=list(site.origins),
        )
    except Exception as error:  # the library raises many types of exceptions for malformed input
        _log.debug("a passkey was not accepted: %s", error)
        raise Refused("bad_passkey") from error
    made = MadePasskey(found.credential_id, found.credential_public_key, found.sign_count)
    if len(made.credential) > _MOST_NAME_BYTES or len(made.public_key) > _MOST_KEY_BYTES:
        raise Refused("bad_passkey")
    return made


def check_used(site: Site, credential: dict[str, Any], challenge: bytes, passkey: Passkey) -> int:
    """Return the passkey's counter of uses, after checking its signature.

    Raises:
        Refused: the signature is wrong, or for another page or challenge.
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
