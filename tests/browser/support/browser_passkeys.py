"""Chromium's own authenticator for passkeys, without a finger to press it."""

from playwright.sync_api import Page

_PLATFORM = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def add_authenticator(page: Page) -> None:
    """Let a page make and use passkeys, as a telephone or a laptop does."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": _PLATFORM})
