"""`sommet replay`: a recorded game, move by move, checked by the rules."""

import argparse

from sommet.cli.files import named_errors, read_text
from sommet.cli.terminal.endings import describe_ending
from sommet.match.records.parser import parse_record
from sommet.match.records.record import Record
from sommet.match.records.replay import Replay, RoundReplay, replay_record
from sommet.match.records.text import format_clock
from sommet.match.rulings import describe_rules

HELP = "Print a recorded game, or say what is wrong with the record"

_EPILOG = """\
examples:
  sommet replay game.txt            every move, with the board after it
  sommet replay game.txt --moves    the moves alone
  sommet replay game.txt --plain    for a screen reader
  sommet replay - < game.txt        from standard input

The format is described in docs/records.md. The exit status is 2 when the record is wrong."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = _EPILOG
    parser.add_argument("file", help="the record, or - for standard input")
    parser.add_argument("--moves", action="store_true", help="leave the boards out")
    parser.add_argument("--plain", action="store_true", help="words only, for a screen reader")


def run(args: argparse.Namespace) -> int:
    """Print the game."""
    text = read_text(args.file)
    with named_errors(args.file):
        record = parse_record(text)
        replay = replay_record(record)
    print(describe_record(record, replay))
    for number, played in enumerate(replay.rounds, 1):
        if record.game == "pacal":
            print(f"\nRound {number}")
        _print_round(record, played, number, moves_only=args.moves, plain=args.plain)
    print()
    print("Not over yet." if replay.outcome is None else _describe_end(record, replay))
    return 0


def describe_record(record: Record, replay: Replay) -> str:
    """Return the headers as lines for people."""
    game = {"pylos": "Pylos", "pacal": "Pacal", "solo": "Pacal solo"}[record.game]
    lines = [f"{game}, {describe_rules(replay.options)}"]
    lines += [
        f"{seat}: {name}" for seat, name in zip(record.form.seats, record.players, strict=True)
    ]
    lines += [f"Date: {record.date}"] if record.date else []
    lines += [f"{name}: {value}" for name, value in record.tags]
    return "\n".join(lines)


def _print_round(
    record: Record, played: RoundReplay, number: int, *, moves_only: bool, plain: bool
) -> None:
    comment = record.rounds[number - 1].comment
    if comment:
        print(f"{{{comment}}}")
    if not moves_only:
        print(f"\n{played.start.to_text(plain=plain)}")
    for frame in played.frames:
        entry = frame.entry
        clock = "" if entry.clock_ms is None else f" ({format_clock(entry.clock_ms)})"
        said = f" {{{entry.comment}}}" if entry.comment else ""
        name = record.players[frame.seat]
        gap = "" if moves_only else "\n"
        print(f"{gap}{frame.number}. {name}: {entry.text}{clock}{said}")
        if not moves_only:
            print(frame.state.to_text(plain=plain))
    if record.game == "pacal" and played.outcome is not None:
        print(f"\n{describe_ending(played.outcome, record.players)}")


def _describe_end(record: Record, replay: Replay) -> str:
    assert replay.outcome is not None
    if record.game != "solo":
        return describe_ending(replay.outcome, record.players)
    cards = len(record.rounds[0].entries)
    if replay.outcome.winner == 0:
        return f"Won with {cards} cards ({replay.outcome.clause})."
    clause = f" ({replay.outcome.clause})" if replay.outcome.clause else ""
    return f"Lost after {cards} cards: {replay.outcome.reason}{clause}."
