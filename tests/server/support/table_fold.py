"""What the page does with what it is told: folds it, and asks the rules for boards and moves."""

import time
from typing import Any

from page_build.boards import pylos_board, round_board, solo_board
from sommet import pacal, pylos
from sommet.pacal.match import ROUNDS_TO_WIN

Json = dict[str, Any]
#: Events after which somebody is waited for anew.
_BEGINS_WAITING = {"moved", "taken_back", "ready", "round_started", "started"}
_HAND, _FACE_DOWN, _CARDS = 15, 10, 50


class TableFold:
    """A table as one connection knows it."""

    def __init__(self) -> None:
        self.setup: Json = {}
        self.standing: Json = {}
        self.moves: list[Json] = []
        self.deals: dict[int, Json] = {}
        self.seq = 0
        self.watchers = 0
        self.since_ms = 0
        self.server_ms = 0
        self._told_at = 0.0

    def welcome(self, message: Json) -> None:
        self.hear_time(message["server_ms"])
        self.setup, self.standing = message["setup"], message["standing"]
        self.seq, self.watchers = message["seq"], message["watchers"]
        if message["moves"] is None:
            self._happen(message["missed"])
        else:
            self.moves, self.deals = list(message["moves"]), {}
        self.since_ms = message["since_ms"]
        self._see(message["deals"])

    def change(self, message: Json) -> None:
        self.seq = message["seq"]
        self._happen(message.get("events", []))
        self.standing = {**self.standing, **message.get("now", {})}
        self._see(message.get("deals", []))

    def presence(self, message: Json) -> None:
        self.watchers = message["watchers"]
        players = zip(self.standing["players"], message["connected"], strict=True)
        seated = [{**player, "connected": connected} for player, connected in players]
        self.standing = {**self.standing, "players": seated}

    def hear_time(self, server_ms: int) -> None:
        self.server_ms, self._told_at = server_ms, time.monotonic()

    def _happen(self, events: list[Json]) -> None:
        for event in events:
            if event["type"] == "started":
                self.moves, self.deals = [], {}
            elif event["type"] == "round_started":
                self.deals.setdefault(event["round"], {})
            elif event["type"] == "moved":
                move = {key: value for key, value in event.items() if key != "type"}
                self.moves.append({**move, "round": max(1, len(self.deals))})
            elif event["type"] == "taken_back":
                del self.moves[event["ply"] :]
            if event["type"] in _BEGINS_WAITING:
                passed_ms = round((time.monotonic() - self._told_at) * 1000)
                self.since_ms = self.server_ms + passed_ms

    def _see(self, deals: list[Json]) -> None:
        for deal in deals:
            self.deals[deal["round"]] = {**self.deals.get(deal["round"], {}), **deal}

    # As screens want it.

    def snapshot(self) -> Json:
        standing, setup = self.standing, self.setup
        board, actor = self._board()
        if standing["outcome"] is not None:
            actor = None
        players = [
            {"seat": seat, "ready": seat in standing["ready"], **player}
            for seat, player in enumerate(standing["players"])
        ]
        told = ("game_number", "status", "next_deal", "outcome", "proposals", "seat_request")
        return {
            "table": setup["table"],
            "seq": self.seq,
            "game": setup["game"],
            "mode": setup["mode"],
            **{name: standing[name] for name in told},
            "you": {
                "role": setup["role"],
                "seats": [] if standing["seat"] is None else [standing["seat"]],
                "seat": standing["seat"],
                "curtain": None,
                "can": self._can(actor),
                "takeback_is_undo": False,
            },
            "players": players,
            "options": setup["options"],
            "board": board,
            "ply": len(self.moves),
            "moves": [
                {"ply": ply, "clock_ms": None, **{k: v for k, v in move.items() if k != "card"}}
                for ply, move in enumerate(self.moves, 1)
            ],
            "clock": None
            if standing["clock"] is None
            else {**setup["control"], **standing["clock"]},
            "match": self._match(),
            "stall": self._stall(actor),
            "thinking": None,
            "watchers": self.watchers,
            "server_ms": self.server_ms,
        }

    def _can(self, actor: int | None) -> list[str]:
        seat, standing = self.standing["seat"], self.standing
        if seat is None or standing["status"] == "waiting":
            return []
        can = ["play"] if actor == seat else []
        if standing["outcome"] is None:
            can.append("resign")
        if standing["next_deal"] is not None and seat not in standing["ready"]:
            can.append("next_round")
        return [*can, *standing["may"]]

    def _stall(self, actor: int | None) -> Json | None:
        patience = self.standing["patience_ms"]
        if patience is None:
            return None
        waited = [seat for seat in (0, 1) if seat not in self.standing["ready"]]
        return {
            "seat": waited[0] if actor is None else actor,
            "until_ms": self.since_ms + patience,
            "may_claim": bool(self.moves),
        }

    def _match(self) -> Json | None:
        if not self.deals or self.setup["mode"] == "solo":
            return None
        finished = [
            {"round": number, "outcome": deal["outcome"], "commitment": commitment_of(deal)}
            for number, deal in sorted(self.deals.items())
            if deal.get("outcome") is not None
        ]
        winners = [each["outcome"]["winner"] for each in finished]
        return {
            "target": ROUNDS_TO_WIN,
            "round": len(self.deals),
            "markers": [winners.count(0), winners.count(1)],
            "finished": finished,
        }

    def _board(self) -> tuple[Json | None, int | None]:
        """Return the board, and the seat to act."""
        if self.standing["status"] == "waiting":
            return None, None
        if self.setup["game"] == "pylos":
            return self._pylos()
        if not self.deals:
            return None, None
        return self._solo() if self.setup["mode"] == "solo" else self._duel()

    def _pylos(self) -> tuple[Json, int | None]:
        state = pylos.State.start(
            options=pylos.Options.preset(self.setup["options"]["preset"], **self.setup["rulings"])
        )
        for move in self.moves:
            state = state.play(move["move"])
        over = self.standing["outcome"] is not None
        actor = None if state.outcome is not None or over else state.side
        last = (self.moves[-1]["seat"], self.moves[-1]["move"]) if self.moves else None
        own = actor is not None and actor == self.standing["seat"]
        return pylos_board(state, last, moves=own, over=over), actor

    def _pacal_options(self) -> pacal.Options:
        return pacal.Options.preset(self.setup["options"]["preset"], **self.setup["rulings"])

    def _actions(self) -> list[Json]:
        return [move for move in self.moves if move["round"] == len(self.deals)]

    def _duel(self) -> tuple[Json, int | None]:
        seen, actions = self.deals[len(self.deals)], self._actions()
        seat = self.standing["seat"]
        over = self.standing["outcome"] is not None
        opened = seen.get("deal") is not None
        deal = pacal.parse_deal(seen["deal"]) if opened else imagine_deal(seen, seat, actions)
        round_ = pacal.Round.from_deal(self._pacal_options(), deal)
        for action in actions:
            round_ = round_.play(action["move"])
        board = round_board(round_.view(seat), round_ if opened else None, over=over)
        plain = {**board, "commitment": commitment_of(seen)}
        return plain, None if over else round_.actor

    def _solo(self) -> tuple[Json, int | None]:
        seen = self.deals[1]
        opened = seen.get("deal") is not None
        deal = pacal.parse_solo_deal(seen["deal"]) if opened else imagine_pile(seen["drawn"])
        solo = pacal.Solo.from_deal(self._pacal_options(), deal)
        for action in self._actions():
            solo = solo.play(action["move"])
        over = self.standing["outcome"] is not None
        own = self.standing["seat"] is not None and not over
        board = solo_board(solo.view(), solo if opened else None, choices=own)
        return {**board, "commitment": commitment_of(seen)}, None if over else 0


def commitment_of(deal: Json) -> Json:
    """Return a deal's commitment, with its opening where it is open."""
    return {name: deal.get(name) for name in ("sha256", "numbers", "opening", "deal")}


def imagine_deal(seen: Json, seat: int | None, actions: list[Json]) -> pacal.Deal:
    """Return some deal that looks the same to whoever sees these cards."""
    hands: list[list[int]] = [[], []]
    for action in actions:
        words = action["move"].split()
        hands[action["seat"]] += [int(card) for card in words[1:] if words[0] == "offer"]
        if action.get("card") is not None:
            hands[action["seat"]].append(action["card"])
    if seat is not None:
        hands[seat] = list(seen["hand"])
    known = {*seen["apexes"], *hands[0], *hands[1]}
    rest = [card for card in range(1, _CARDS + 1) if card not in known]
    for hand in hands:
        hand += [rest.pop() for _ in range(_HAND - len(hand))]
    downs = [(apex, *(rest.pop() for _ in range(_FACE_DOWN - 1))) for apex in seen["apexes"]]
    return pacal.Deal((downs[0], downs[1]), (tuple(sorted(hands[0])), tuple(sorted(hands[1]))))


def imagine_pile(drawn: list[int]) -> pacal.SoloDeal:
    """Return some solo deal whose pile begins with the cards `drawn`."""
    rest = [card for card in range(1, _CARDS + 1) if card not in drawn]
    down, pile = rest[:_FACE_DOWN], [*drawn, *rest[_FACE_DOWN:]]
    return pacal.SoloDeal.from_deck(bytes([*down, *pile]))
