"""The loop around a table: whose turn it is, commands at the prompt, undo, save, leave."""

from pathlib import Path

from sommet.cli.terminal.console import Console, LeaveTable
from sommet.cli.terminal.endings import name_seats
from sommet.cli.terminal.seats import Seat
from sommet.cli.terminal.table import Table
from sommet.errors import IllegalMove, InvalidMove, SommetError
from sommet.match.records.text import format_record
from sommet.seeding import Random

COMMANDS = """\
  ?            this help
  moves        every move you may make now
  board        the table again
  hint         a good move and why, for one person
  undo         take your last move back
  save FILE    write the game to FILE; continue with --resume FILE
  resign       give up
  quit         stop; you are asked whether to save"""


class TurnLoop:
    """Plays a table to its end, or until a player leaves."""

    def __init__(
        self,
        console: Console,
        table: Table,
        seats: tuple[Seat, ...],
        *,
        seed: int,
        save_to: Path | None = None,
    ) -> None:
        self.console = console
        self.table = table
        self.seats = seats
        self.seed = seed
        self.save_to = save_to
        self.people = [number for number, seat in enumerate(seats) if seat.bot is None]
        #: Who is looking at the screen; with hidden hands, two people are warned before it changes.
        alone = len(self.people) == 1 or (self.people and not table.hides_hands)
        self.watching = self.people[0] if alone else None
        #: What happened since the screen last changed hands: the next player did not see it.
        self.messages: list[str] = []

    def run(self) -> int:
        """Play; return the exit status."""
        try:
            if not self.people:
                self._draw()
            while (seat := self.table.actor) is not None:
                self._take_turn(seat)
        except LeaveTable as leave:
            self._leave(can_ask=leave.can_ask)
            return 0
        except KeyboardInterrupt:  # while a bot was thinking
            self.console.say()
            self._leave(can_ask=True)
            return 0
        self._finish()
        return 0

    def _take_turn(self, seat: int) -> None:
        bot = self.seats[seat].bot
        if bot is None:
            self._ask_person(seat)
        else:
            # A seed of its own for every move, so that a resumed game goes on the same way.
            seed = Random(self.seed * 1_000_003 + self.table.ply).next64()
            self._carry_out(str(bot.choose(self.table.view(seat), seed=seed)), seat)
            if not self.people:
                self._draw()

    def _draw(self) -> None:
        seat = self.watching
        self.console.say(self.table.draw(seat, plain=self.console.plain).rstrip("\n"))
        self.console.say()

    def _ask_person(self, seat: int) -> None:
        if seat != self.watching:
            if self.table.hides_hands:
                self.console.hand_over(self.seats[seat].name)
                if self.messages:
                    self.console.say("\n".join(self.messages))
                    self.messages.clear()
            self.watching = seat
        self._draw()
        name = f"{self.seats[seat].name}: " if len(self.people) > 1 else ""
        ply = self.table.ply
        while self.table.actor == seat and self.table.ply == ply:
            answer = self.console.ask(f"{name}{self.table.question()} (? for help):")
            if answer and not self._command(answer, seat):
                self._play(answer, seat)

    def _play(self, text: str, seat: int) -> None:
        try:
            self._carry_out(text, seat)
        except SommetError as error:
            names = tuple(each.name for each in self.seats)
            self.console.say(f"No: {name_seats(_explain(error), names)}")

    def _carry_out(self, text: str, seat: int) -> None:
        said = f"{self.seats[seat].name}: {self.table.play(text)}"
        news = self.table.news(plain=self.console.plain)
        if news:
            said += f"\n\n{news}\n"
        self.console.say(said)
        self.messages.append(said)
        self._autosave()

    def _command(self, answer: str, seat: int) -> bool:
        """Carry out a command; False if `answer` is none, and so must be a move."""
        word, _, rest = answer.partition(" ")
        match word.lower():
            case "?" | "help" | "h":
                self.console.say(f"{self.table.help()}\n{COMMANDS}")
            case "moves":
                self.console.say(", ".join(self.table.legal()))
            case "board":
                self._draw()
            case "hint":
                self._hint()
            case "undo":
                self._undo(seat)
            case "save":
                self._save(rest.strip())
            case "resign":
                if self._sure("Really give up? (yes or no)"):
                    self.table.resign(seat)
                    self._autosave()
            case "quit" | "exit" | "q":
                raise LeaveTable(can_ask=True)
            case _:
                return False
        return True

    def _hint(self) -> None:
        if len(self.people) > 1:
            self.console.say("No: there are no hints between two people.")
            return
        try:
            self.console.say(self.table.hint())
        except SommetError as error:
            self.console.say(f"No: {_explain(error)}")

    def _sure(self, question: str) -> bool:
        return self.console.ask(question).lower() in ("y", "yes")

    def _undo(self, seat: int) -> None:
        if not any(mover in self.people for mover in self.table.movers()):
            self.console.say("No: you have no move to take back.")
            return
        # Against a bot, go back to the person's own last decision.
        self.table.undo()
        while self.table.actor not in self.people:
            self.table.undo()
        self.console.say("Taken back.")
        self.messages.append(f"{self.seats[seat].name}: takes the last move back")
        self._autosave()

    def _save(self, name: str) -> None:
        path = Path(name) if name else self.save_to
        if path is None:
            self.console.say("No: say where, as in: save game.txt")
            return
        try:
            path = path.expanduser()
        except RuntimeError:  # the home of nobody
            path = Path()
        if not name.isprintable() or path.is_dir():
            self.console.say(f"No: {name!r} cannot be the name of a file.")
            return
        taken = path.exists() and path != self.save_to
        if taken and not self._sure(f"Replace {path}? (yes or no)"):
            return
        if self._write(path):
            self.save_to = path
            self.console.say(f"Saved. Continue later with: sommet play --resume {path}")

    def _write(self, path: Path) -> bool:
        text = format_record(self.table.record(saving=True))
        # Write beside it first: a full disk must not cost the game saved before.
        draft = path.with_name(path.name + ".new")
        try:
            draft.write_text(text, encoding="utf-8")
            draft.replace(path)
        except OSError as error:
            self.console.say(f"No: cannot write {path}: {error.strerror}.")
            return False
        return True

    def _autosave(self) -> None:
        if self.save_to is not None:
            self._write(self.save_to)

    def _leave(self, *, can_ask: bool) -> None:
        if self.save_to is not None:
            if self._write(self.save_to):
                self.console.say(f"Saved. Continue later with: sommet play --resume {self.save_to}")
            return
        if can_ask and self.table.ply:
            try:
                name = self.console.ask("Save the game? A file name, or Enter for no:")
                if name:
                    self._save(name)
            except LeaveTable:
                pass
        if self.save_to is None:
            self.console.say("Left the game without saving it.")

    def _finish(self) -> None:
        if self.table.hides_hands:
            self.watching = None
        self._draw()
        self.console.say(self.table.ending())
        if self.save_to is not None and self._write(self.save_to):
            self.console.say(f"The record is in {self.save_to}.")


def _explain(error: SommetError) -> str:
    """Return the reason and the clause, without the position that the player sees anyway."""
    if isinstance(error, IllegalMove):
        return f"{error.text} is not allowed: {error.why} ({error.clause})."
    if isinstance(error, InvalidMove):
        return f"cannot read {error.text!r} as a move: {error.why}. Type ? for help."
    return str(error)
