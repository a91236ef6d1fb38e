"""Writing a record as text, and clock times both ways; the format is in docs/records.md."""

import re
from collections.abc import Iterator

from sommet.arguments import check_kind
from sommet.errors import InvalidRecord
from sommet.match.records.forms import Form
from sommet.match.records.record import Entry, Record, RoundRecord

_CLOCK = re.compile(r"\((?:([0-9]{1,5}):)?([0-9]{1,6}):([0-9]{2})(?:\.([0-9]{1,3}))?\)")


def format_clock(clock_ms: int) -> str:
    """Return a time as `m:ss`, `h:mm:ss`, with as many decimals as it needs."""
    seconds, ms = divmod(clock_ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    whole = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return whole + (f".{ms:03}".rstrip("0") if ms else "")


def parse_clock(text: str) -> int:
    """Return the milliseconds that `4:31.5` or `1:04:31` stand for.

    Raises:
        InvalidRecord: the text is not such a time.
    """
    match = _CLOCK.fullmatch(f"({text})")
    if match is None:
        raise InvalidRecord(
            "parentheses hold a clock time, (4:31.5) or (1:04:31), or a variation that begins "
            f"with the number of its move, (1. 1b2 …), not ({text[:20]})",
            reason="clock",
        )
    hours, minutes, seconds, decimals = match.groups()
    total_s = int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
    return total_s * 1000 + int((decimals or "").ljust(3, "0"))


def _quote(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def format_record(record: Record) -> str:
    """Return `record` as text, ending in a newline; the inverse of `parse_record`."""
    check_kind(record, Record, "a Record")
    headers: list[tuple[str, str | None]] = [("Game", record.game), ("Rules", record.rules)]
    headers += [("Ruling", ruling) for ruling in record.rulings]
    headers += zip(record.form.seats, record.players, strict=True)
    headers += [("Date", record.date), ("Result", record.result), ("Reason", record.reason)]
    headers += [("Seed", None if record.seed is None else str(record.seed))]
    headers += [("Position", record.position), ("Sealed", record.sealed)]
    if not record.form.has_rounds:
        headers += _card_headers(record.rounds[0])
    blocks = [_format_headers([*headers, *record.tags])]
    for number, played in enumerate(record.rounds, 1):
        if record.form.has_rounds:
            ending = [("Result", played.result), ("Reason", played.reason)]
            blocks.append(
                _format_headers([("Round", str(number)), *ending, *_card_headers(played)])
            )
        if played.comment:
            blocks.append(f"{{{played.comment}}}")
        if played.entries:
            blocks.append("\n".join(_format_moves(record, played)))
    return "\n\n".join(blocks) + "\n"


def _card_headers(played: RoundRecord) -> list[tuple[str, str | None]]:
    shown = " ".join(str(card) for card in played.shown)
    return [("Deal", played.deal), ("Shown", shown or None)]


def _format_headers(headers: list[tuple[str, str | None]]) -> str:
    return "\n".join(f'[{name} "{_quote(value)}"]' for name, value in headers if value is not None)


def _format_moves(record: Record, played: RoundRecord) -> Iterator[str]:
    form = record.form
    size = form.moves_per_number
    cells = ["..."] * record.starts_dark + [
        _format_entry(entry, form, ply)
        for ply, entry in enumerate(played.entries, record.starts_dark)
    ]
    for start in range(0, len(cells), size):
        yield f"{start // size + 1}. {form.separator.join(cells[start : start + size])}"


def _format_entry(entry: Entry, form: Form, ply: int) -> str:
    clock = "" if entry.clock_ms is None else f" ({format_clock(entry.clock_ms)})"
    comment = f" {{{entry.comment}}}" if entry.comment else ""
    variations = "".join(f" ({_format_line(line, form, ply)})" for line in entry.variations)
    return f"{entry.text}{clock}{comment}{variations}"


def _format_line(entries: tuple[Entry, ...], form: Form, ply: int) -> str:
    """Return a variation whose first move is number `ply` of the round, counted from 0."""
    size = form.moves_per_number
    text = f"{ply // size + 1}. ... " if ply % size else ""
    for at, entry in enumerate(entries, ply):
        if at > ply:
            text += form.separator
        if at % size == 0:
            text += f"{at // size + 1}. "
        text += _format_entry(entry, form, at)
    return text
