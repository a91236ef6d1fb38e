"""A table on a server, rebuilt from its messages as a view that bots can play from."""

from typing import Any

from sommet import pacal, pylos
from sommet.pacal.cards import CARDS, FIELDS, HAND

Json = dict[str, Any]
View = pylos.State | pacal.View


class RemoteTable:
    """A table as one seat knows it, kept up to date by the messages `welcome` and `change`."""

    def __init__(self) -> None:
        self.setup: Json = {}
        self.standing: Json = {}
        #: What is known of each round's deal, by round.
        self.deals: dict[int, Json] = {}
        self._moves: list[Json] = []

    def welcome(self, message: Json) -> None:
        """Take over the whole table from a `welcome` message."""
        self.setup, self.standing = message["setup"], message["standing"]
        self._moves, self.deals = list(message["moves"]), {}
        self._see(message["deals"])

    def change(self, message: Json) -> None:
        """Apply the events of a `change` message."""
        for event in message.get("events", ()):
            match event["type"]:
                case "started":
                    self._moves, self.deals = [], {}
                case "round_started":
                    self.deals.setdefault(event["round"], {})
                case "moved":
                    self._moves.append({**event, "round": max(1, len(self.deals))})
                case "taken_back":
                    del self._moves[event["ply"] :]
        self.standing = {**self.standing, **message.get("now", {})}
        self._see(message.get("deals", ()))

    def _see(self, deals: Any) -> None:
        for deal in deals:
            self.deals[deal["round"]] = {**self.deals.get(deal["round"], {}), **deal}

    @property
    def seat(self) -> int | None:
        """This player's seat; None before the first game."""
        seat: int | None = self.standing["seat"]
        return seat

    @property
    def ply(self) -> int:
        """How many moves were played in the game."""
        return len(self._moves)

    @property
    def outcome(self) -> Json | None:
        """How the game ended, or None while it runs."""
        outcome: Json | None = self.standing["outcome"]
        return outcome

    @property
    def wanted_deal(self) -> Json | None:
        """The deal that waits for this player's number (`round`, `sha256`), or None."""
        deal: Json | None = self.standing["next_deal"]
        waits = deal is not None and self.seat not in self.standing["ready"]
        return deal if waits and self.standing["status"] != "waiting" else None

    @property
    def proposal(self) -> Json | None:
        """The opponent's open proposal, or None."""
        asked = (each for each in self.standing["proposals"] if each["by"] != self.seat)
        return next(asked, None)

    def view(self) -> View | None:
        """Return this seat's view if it has to move, or None."""
        if self.standing["status"] != "playing" or self.outcome is not None or self.seat is None:
            return None
        if self.setup["game"] == "pylos":
            return self._pylos(self.seat)
        return self._pacal(self.seat) if self.deals else None

    def _pylos(self, seat: int) -> pylos.State | None:
        state = pylos.State.start(
            options=pylos.Options.preset(self.setup["options"]["preset"], **self.setup["rulings"])
        )
        for move in self._moves:
            state = state.play(move["move"])
        return state if state.outcome is None and state.side == seat else None

    def _pacal(self, seat: int) -> pacal.View | None:
        options = pacal.Options.preset(self.setup["options"]["preset"], **self.setup["rulings"])
        number = len(self.deals)
        actions = [move for move in self._moves if move["round"] == number]
        round_ = pacal.Round.from_deal(options, imagine_deal(self.deals[number], seat, actions))
        for action in actions:
            round_ = round_.play(action["move"])
        return round_.view(seat) if round_.outcome is None and round_.actor == seat else None


def imagine_deal(seen: Json, seat: int, actions: list[Json]) -> pacal.Deal:
    """Return a deal consistent with what `seat` sees; hidden cards are arbitrary."""
    hands: list[list[int]] = [[], []]
    for action in actions:
        word, *cards = action["move"].split()
        if word == "offer":
            hands[action["seat"]] += [int(card) for card in cards]
        if action.get("card") is not None:
            hands[action["seat"]].append(action["card"])
    hands[seat] = list(seen["hand"])
    known = {*seen["apexes"], *hands[0], *hands[1]}
    rest = [card for card in range(1, CARDS + 1) if card not in known]
    for hand in hands:
        hand += [rest.pop() for _ in range(HAND - len(hand))]
    light, dark = [(apex, *(rest.pop() for _ in range(FIELDS - 1))) for apex in seen["apexes"]]
    return pacal.Deal((light, dark), (tuple(sorted(hands[0])), tuple(sorted(hands[1]))))
