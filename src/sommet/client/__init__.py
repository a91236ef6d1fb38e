"""Playing on a Sommet server from Python: a bot that waits in the lobby, or your own client.

    from sommet.client import play
    play("https://play.example.org", token, choose=lambda view: view.legal_moves[0])

`play` does everything; `Server` and `Seat` are its parts. Needs the extra `client`.
"""

from sommet.client.errors import Away, RefusedByServer
from sommet.client.lobby_bot import LobbyBot, Offer, play
from sommet.client.seat import Seat
from sommet.client.server import Account, Challenge, Game, Server

__all__ = [
    "Account",
    "Away",
    "Challenge",
    "Game",
    "LobbyBot",
    "Offer",
    "RefusedByServer",
    "Seat",
    "Server",
    "play",
]
