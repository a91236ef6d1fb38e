"""`sommet daily`: the solo deal of the day, with statistics kept on this machine."""

import argparse
import datetime
from dataclasses import replace
from pathlib import Path

from platformdirs import user_data_path

from sommet.analysis.coach import advise
from sommet.cli.terminal.console import Console
from sommet.cli.terminal.seats import Seat
from sommet.cli.terminal.solo_table import SoloTable
from sommet.cli.terminal.turn_loop import TurnLoop
from sommet.errors import InvalidOptions
from sommet.match.daily import (
    DailyResult,
    Statistics,
    add_up,
    daily_seed,
    format_results,
    parse_results,
    share_text,
)
from sommet.pacal import Options

HELP = "Play today's solo deal, the same for everyone"

_EPILOG = """\
examples:
  sommet daily                     play it, or continue
  sommet daily --rules fr          without covering
  sommet daily --coach             with the chance to complete for each field
  sommet daily --share             today's result as a text that gives nothing away
  sommet daily --stats             wins, cards and streaks

There is no undo: everybody has one try a day. Results are kept in one file on this machine."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = _EPILOG
    parser.add_argument(
        "--rules",
        "--rulebook",
        choices=("en", "nl", "fr"),
        default="en",
        help="the rulebook (default: en)",
    )
    parser.add_argument("--date", metavar="YYYY-MM-DD", help="another day's deal")
    parser.add_argument("--coach", action="store_true", help="show the odds at every card")
    parser.add_argument("--share", action="store_true", help="print the result to share")
    parser.add_argument("--stats", action="store_true", help="print the statistics")
    parser.add_argument("--plain", action="store_true", help="words only, for a screen reader")


def results_file() -> Path:
    """Return where this machine keeps its results."""
    return user_data_path("sommet", appauthor=False) / "daily.json"


class Diary:
    """The results on this machine."""

    def __init__(self, path: Path) -> None:
        self.path = path
        text = path.read_text("utf-8") if path.exists() else "[]"
        self.results = {(one.date, one.rules): one for one in parse_results(text)}

    def keep(self, result: DailyResult) -> None:
        """Store a result, replacing the one of the same day and rulebook."""
        self.results[result.date, result.rules] = result
        self.path.parent.mkdir(parents=True, exist_ok=True)
        draft = self.path.with_suffix(".new")
        draft.write_text(format_results(self.results.values()), "utf-8")
        draft.replace(self.path)


class DailyTable(SoloTable):
    """Today's solo game: every card is stored immediately and none can be taken back."""

    def __init__(self, diary: Diary, result: DailyResult, *, with_coach: bool) -> None:
        self._diary = diary
        self._with_coach = with_coach
        self.result = result
        seed = daily_seed(datetime.date.fromisoformat(result.date))
        options = Options.preset(result.rules)
        super().__init__(options, (Seat("You"),), seed=seed, date=result.date)
        for move in result.moves:
            super().play(move)

    def play(self, text: str) -> str:
        """Build the card, store the result and return a sentence about it."""
        said = super().play(text)
        self._write_down()
        return said

    def movers(self) -> tuple[int, ...]:
        """Return nothing: no card can be taken back."""
        return ()

    def resign(self, seat: int) -> None:
        """Give up; the day is lost."""
        super().resign(seat)
        self.result = replace(self.result, is_over=True)
        self._diary.keep(self.result)

    def draw(self, seat: int | None, *, plain: bool) -> str:
        """Return the pyramid, the card drawn and, with the coach, what each field is worth."""
        drawn = super().draw(seat, plain=plain)
        if not self._with_coach or self.actor is None:
            return drawn
        lines = [f"  {one.action}: {100 * one.win:.4g} %" for one in advise(self.state.view())]
        return "\n".join([drawn.rstrip("\n"), "Chance to complete:", *lines])

    def _write_down(self) -> None:
        outcome = self.state.outcome
        self.result = replace(
            self.result,
            moves=tuple(str(action) for action in self.state.history),
            is_over=outcome is not None,
            won=outcome is not None and outcome.winner == 0,
        )
        self._diary.keep(self.result)


def run(args: argparse.Namespace) -> int:
    """Play the day's deal, or print what came of it."""
    today = _parse_date(args.date)
    diary = Diary(results_file())
    if args.stats:
        print(describe(add_up(diary.results.values(), args.rules, today), args.rules))
        return 0
    known = diary.results.get((today.isoformat(), args.rules))
    result = known or DailyResult(today.isoformat(), args.rules)
    table = DailyTable(diary, result, with_coach=args.coach)
    if args.share and not result.is_over:
        raise InvalidOptions(f"the deal of {today} has not been played to the end here")
    if not result.is_over:
        console = Console(plain=args.plain)
        console.say("Type ? for help at any prompt.")
        status = TurnLoop(console, table, table.seats, seed=table.seed).run()
        if not table.result.is_over:
            print("Your pyramid is saved: sommet daily continues it.")
            return status
    elif not args.share:
        print(f"You have played the deal of {today} already.")
    print(share_text(table.result, table.state.view().pyramid))
    if not args.share:
        print(describe(add_up(diary.results.values(), args.rules, today), args.rules))
    return 0


def _parse_date(text: str | None) -> datetime.date:
    if text is None:
        return datetime.date.today()
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise InvalidOptions(f"a date is written 2026-01-31, not {text!r}") from None


def describe(statistics: Statistics, rules: str) -> str:
    """Return statistics as a few lines."""
    lines = [
        f"{rules} rulebook: {statistics.won} of {statistics.played} days completed; "
        f"{statistics.streak} in a row, {statistics.longest} at best."
    ]
    lines += [f"  with {cards} cards: {count}" for cards, count in statistics.by_cards.items()]
    return "\n".join(lines)
