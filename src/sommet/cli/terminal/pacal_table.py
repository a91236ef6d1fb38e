"""The Pacal duel at the terminal: a match of rounds."""

from sommet.cli.terminal.endings import describe_ending, name_seats
from sommet.cli.terminal.hints import hint_pacal
from sommet.cli.terminal.seats import Seat, format_control
from sommet.match.records.record import Record, format_result
from sommet.match.records.rounds import record_round
from sommet.match.rulings import describe_rules, format_rulings, rules_name
from sommet.match.sealing import seal
from sommet.outcome import Outcome
from sommet.pacal import Action, Build, Deal, Match, Offer, Options, Round, Take, View
from sommet.seeding import Random

_HELP = {
    "offer": """\
Lay two cards of your hand open. Your opponent takes one, you keep the other,
and both build.
  17 42      offer 17 and 42 (or: offer 17 42)""",
    "take": """\
Take one of the two cards. The other goes back to the player who offered them.
  42         take 42 (or: take 42)""",
    "build": """\
Build your card on one of your ten fields, 1 (the apex) to 10 (bottom right).
The visible numbers must get smaller from field to field; a field takes two
cards at most. Fields in brackets are open to this card.
  5          build on field 5 (or: build 5)""",
    "last": """\
You may build your last card, or keep it.
  5          build on field 5 (or: build 5)
  decline    keep it""",
}


def deal_of_round(seed: int, number: int) -> Deal:
    """Return the deal of a match's round `number`, counted from 1: the seed's number-th draw."""
    stream = Random(seed)
    for _ in range(number - 1):
        stream.next64()
    return Deal.from_seed(stream.next64())


class PacalTable:
    """A match of Pacal with its past."""

    game = "pacal"
    hides_hands = True

    def __init__(
        self, options: Options, seats: tuple[Seat, ...], *, seed: int, date: str | None = None
    ) -> None:
        self.seats = seats
        self.seed = seed
        self.date = date
        self._matches = [Match.start(options, deal=deal_of_round(seed, 1))]
        self._resigned: Outcome | None = None
        self._finished: Match | None = None

    @property
    def match(self) -> Match:
        """The match now."""
        return self._matches[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, if it has."""
        return self._resigned or self.match.outcome

    @property
    def actor(self) -> int | None:
        """The seat to act, or None when the match is over."""
        return None if self.outcome else self.match.actor

    @property
    def ply(self) -> int:
        """How many actions were made and not undone."""
        return len(self._matches) - 1

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    def draw(self, seat: int | None, *, plain: bool) -> str:
        """Return the score and the round as `seat` may see it."""
        match = self.match
        rules = describe_rules(match.options)
        score = ", ".join(
            f"{name} {wins}" for name, wins in zip(self._names, match.wins, strict=True)
        )
        head = f"Pacal, {rules}. Round {len(match.rounds)}. Rounds won: {score}."
        return f"{head}\n{name_seats(match.view(seat).to_text(plain=plain), self._names)}"

    def view(self, seat: int) -> View:
        """Return what a seat may know."""
        return self.match.view(seat)

    def question(self) -> str:
        """Return what the actor is asked."""
        now = self.match.round
        if now.phase == "take" and now.offer:
            return f"Take {now.offer[0]} or {now.offer[1]}?"
        if now.phase == "build":
            return f"Build {now.card} on which field?"
        if now.phase == "last":
            return f"Last card {now.card}: which field, or decline?"
        return "Offer two cards"

    def help(self) -> str:
        """Return how to answer."""
        return _HELP.get(self.match.round.phase, "")

    def legal(self) -> tuple[str, ...]:
        """Return every legal action as text."""
        return tuple(str(move) for move in self.match.legal_moves)

    def hint(self) -> str:
        """Return a good action and why, by what the actor can know."""
        assert self.actor is not None
        return hint_pacal(self.view(self.actor))

    def play(self, text: str) -> str:
        """Play the action and return it in words; raise if it is refused."""
        before = self.match.round
        match = self.match.play(self._complete(text))
        self._finished = match if match.round.outcome is not None else None
        if match.needs_deal:
            match = match.next_round(deal_of_round(self.seed, len(match.rounds) + 1))
        self._matches.append(match)
        after = match.round if match.round.history else match.earlier[-1]
        return describe_action(before, after.history[-1])

    def _complete(self, text: str) -> str:
        """Return the action that bare numbers mean in this phase."""
        words = text.replace(",", " ").split()
        phase = self.match.round.phase
        if words and all(word.isdecimal() for word in words):
            verb = {"offer": "offer", "take": "take"}.get(phase, "build")
            return f"{verb} {' '.join(words)}"
        if phase == "last" and text.lower() in ("no", "keep"):
            return "decline"
        return text

    def _describe_ending(self, match: Match, *, plain: bool) -> str:
        outcome = match.round.outcome
        assert outcome is not None
        number = len(match.rounds)
        ending = describe_ending(outcome, self._names)
        board = name_seats(match.round.view(None).to_text(plain=plain), self._names)
        return f"Round {number} is over. {ending}\n{board}".rstrip()

    def _describe_deal(self, match: Match) -> str:
        apexes, beginner = match.round.apexes, self._names[match.round.beginner]
        shown = " and ".join(
            f"{name} shows {apex}" for name, apex in zip(self._names, apexes, strict=True)
        )
        return f"Round {len(match.rounds)} is dealt: {shown}. {beginner} begins."

    def news(self, *, plain: bool) -> str:
        """Return the end of a round and the new deal, if the last action brought them about."""
        if self._finished is None:
            return ""
        ending = self._describe_ending(self._finished, plain=plain)
        return ending if self.outcome else f"{ending}\n\n{self._describe_deal(self.match)}"

    def movers(self) -> tuple[int, ...]:
        """Return who made each action of this round; earlier rounds are done with."""
        number = len(self.match.rounds)
        return tuple(
            match.actor
            for match in self._matches[:-1]
            if len(match.rounds) == number and match.actor is not None
        )

    def undo(self) -> None:
        """Take the last action of this round back."""
        self._matches.pop()

    def resign(self, seat: int) -> None:
        """End the match in favour of the other seat."""
        self._resigned = Outcome(1 - seat, "resignation", "")

    def ending(self) -> str:
        """Return how the match ended."""
        return describe_ending(self.outcome, self._names) if self.outcome else "Not over yet."

    def record(self, *, saving: bool = False) -> Record:
        """Return the history; a round's deal is in it only when that round is over."""
        outcome, options = self.outcome, self.match.options
        over = outcome is not None
        return Record(
            game="pacal",
            rules=rules_name(options),
            players=self._names,
            rulings=format_rulings(options),
            date=self.date,
            result=format_result(outcome.winner) if outcome else "*",
            reason=outcome.reason if outcome else None,
            seed=self.seed if over else None,
            sealed=seal(str(self.seed), salt=self.ply) if saving and not over else None,
            tags=(("Seats", format_control(self.seats)),) if saving else (),
            rounds=tuple(record_round(each, self._resigned) for each in self.match.rounds),
        )


def describe_action(before: Round, action: Action) -> str:
    """Return an action in words, as seen from the round before it."""
    if isinstance(action, Offer):
        return f"offers {action.a} and {action.b}"
    if isinstance(action, Take):
        left = next((card for card in before.offer or () if card != action.card), None)
        return f"takes {action.card}, leaves {left}"
    if isinstance(action, Build) and before.actor is not None:
        under = before.pyramids[before.actor].tops[action.field - 1]
        covering = f", covering {under}" if under else ""
        return f"builds {before.card} on field {action.field}{covering}"
    return "keeps the last card"
