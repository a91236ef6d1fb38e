"""Who may say what at a table: every message of the protocol, by everybody who may not.

The list of messages is the protocol itself, so a new one fails here until it says what a player
would send, and who else tries.
"""

import json
import secrets
from typing import Any, get_args

import pytest
from bot_tokens import BotByHand, new_bot
from seat_client import Json, RefusedByServer, Seat
from server_client import Api, ThreadServer
from soft_passkey import Device, NewDevice, person

from sommet.server.protocol import messages
from sommet.server.protocol.base import PROTOCOL_VERSION

#: What a player would send, without what belongs to every message.
SAMPLES: dict[str, Json] = {
    "hello": {"protocol": PROTOCOL_VERSION},
    "play": {"ply": 0, "move": "1a1"},
    "propose": {"what": "draw", "ply": 0},
    "answer": {"proposal": 1, "accept": True},
    "withdraw": {"proposal": 1},
    "resign": {},
    "next_round": {"sha256": "0" * 64, "number": "0" * 64},
    "claim": {},
    "leave": {},
    "hand_back": {"request": 1, "accept": True},
    "greet": {"what": "hello"},
    "ping": {},
    "echo": {"probe": 1},
}
#: What everybody who looks may send: it says that somebody is there.
SIGNS_OF_LIFE = {"ping", "echo"}


def kinds() -> set[str]:
    """Return the type of every message that a client may send."""
    union = get_args(messages.ClientMessage)[0]
    return {get_args(each.model_fields["type"].annotation)[0] for each in get_args(union)}


def test_every_message_is_tried_by_somebody_who_may_not() -> None:
    assert kinds() == set(SAMPLES)


async def rated_game(one: Device, other: Device) -> tuple[Json, Json]:
    """Return the seats of two accounts; the first begins."""
    opened = await one.done("/api/tables", game="pylos", mode="friend", seat="light")
    invite = opened["links"]["invite"].partition("#")[2]
    return opened, await other.done(f"/api/tables/{opened['table']}/join", invite=invite)


async def ask(seat: Seat, kind: str, **changes: Any) -> str:
    """Send a message of this kind; return why it is refused."""
    with pytest.raises(RefusedByServer) as refused:
        await seat.ask(kind, **{**SAMPLES[kind], **changes})
    return refused.value.code


async def test_whoever_only_looks_changes_nothing(
    server: ThreadServer, api: Api, device: NewDevice
) -> None:
    (one, _), (other, _) = await person(device), await person(device)
    light, dark = await rated_game(one, other)
    async with api.seat(light) as player, Seat(server.url, light["table"]) as guest:
        heard = len(player.events)
        for kind in sorted(kinds() - SIGNS_OF_LIFE - {"hello"}):
            assert await ask(guest, kind) == "spectator", kind
        await guest.ask("ping")
        await guest.send_raw(json.dumps({"type": "echo", "probe": 1}))
        # Nobody becomes a player by saying hello once more.
        again = {"type": "hello", "protocol": PROTOCOL_VERSION, "token": light["token"]}
        await guest.send_raw(json.dumps(again))
        assert await ask(guest, "resign") == "spectator"
        await player.ask("ping")
        assert len(player.events) == heard
        assert not player.over
    assert dark["table"] == light["table"]


async def test_tokens_of_others_open_no_seat(
    server: ThreadServer, api: Api, device: NewDevice
) -> None:
    """A third account with seats elsewhere, a guest's, a program's own token, and its seats'."""
    (one, _), (other, _), (third, name) = [await person(device) for _ in range(3)]
    light, _ = await rated_game(one, other)
    elsewhere, _ = await rated_game(third, other)
    (own,) = (await third.done("/api/account/seats"))["seats"]
    secret = new_bot(server, f"Tokens {name}")
    waiting = await BotByHand(api, secret).open()
    guests = (await api.http.post("/api/tables", json={"game": "pylos"})).json()
    tokens = [each["token"] for each in (elsewhere, own, waiting, guests)]
    for token in (*tokens, secret, third.http.cookies["sommet_session"], secrets.token_urlsafe(32)):
        with pytest.raises(RefusedByServer) as refused:
            async with Seat(server.url, light["table"], token):
                pass
        assert refused.value.code == "bad_token"


async def test_a_player_acts_for_nobody_else(api: Api, device: NewDevice) -> None:
    """Also one whom the other has blocked, who may do what a player may and is not heard."""
    (one, name), (other, theirs) = await person(device), await person(device)
    light, dark = await rated_game(one, other)
    async with api.seat(light) as mine, api.seat(dark) as blocked:
        await one.done("/api/account/blocked", name=theirs)
        assert await ask(blocked, "play") == "not_your_turn"
        await mine.ask("propose", what="draw", ply=0)
        await blocked.until(lambda: bool(blocked.snapshot["proposals"]))
        (asked,) = blocked.snapshot["proposals"]
        # Each answers what the other asked for, and takes back what is their own.
        assert await ask(mine, "answer", proposal=asked["id"]) != "internal"
        assert await ask(blocked, "withdraw", proposal=asked["id"]) != "internal"
        for kind in ("claim", "leave", "hand_back", "next_round", "answer"):
            changes = {"proposal": asked["id"] + 1} if kind == "answer" else {}
            code = await ask(blocked, kind, **changes)
            assert code not in ("internal", "malformed"), kind
        await blocked.ask("greet", what="hello")
        await mine.ask("ping")
        await blocked.ask("answer", proposal=asked["id"], accept=False)
        await mine.until(lambda: not mine.snapshot["proposals"])
        assert not any('"greeting"' in text for text in mine.raw)
        assert not mine.over
    assert name != theirs
