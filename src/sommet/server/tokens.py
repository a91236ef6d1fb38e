"""Unguessable tokens. Only their hashes are stored."""

import base64
import hashlib
import hmac
import secrets

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def new_token() -> str:
    """Return a token of 256 random bits, 43 characters fit for a link."""
    return secrets.token_urlsafe(32)


def token_from(key: str, table: str) -> str:
    """Return the token that a client's secret `key` stands for at a table: always the same."""
    digest = hmac.digest(key.encode(), f"sommet seat {table}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def new_id() -> str:
    """Return an id for a table or replay: 12 letters and digits, 71 random bits."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def hash_token(token: str) -> str:
    """Return the hash that is stored. A plain hash is enough: tokens are random, not chosen."""
    return hashlib.sha256(token.encode()).hexdigest()


def matches(token: str, hashed: str) -> bool:
    """Return whether `token` is the one `hashed` was made from, in constant time."""
    return hmac.compare_digest(hash_token(token), hashed)
