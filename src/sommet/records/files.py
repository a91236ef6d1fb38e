"""Files of records: one game or many, each beginning with its [Game …] header."""

import io
import os
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TextIO, TypeAlias

from sommet.arguments import check_text
from sommet.errors import InvalidRecord
from sommet.match.records.parser import parse_record
from sommet.match.records.record import Record
from sommet.match.records.text import format_record
from sommet.write_whole import write_whole

#: A path, or a file opened for text.
Source: TypeAlias = str | os.PathLike[str] | TextIO


def read(source: Source) -> Record:
    """Return the one game that a file holds.

    Raises:
        InvalidRecord: with the line that is wrong, or if the file holds no game, or several.
    """
    games = list(read_all(source))
    if len(games) != 1:
        found = f"{len(games)} games: read_all returns all of them" if games else "no game"
        raise InvalidRecord(f"expected one game, found {found}")
    return games[0]


def read_all(source: Source) -> Iterator[Record]:
    """Yield every game of a file, one after the other; a long file never lies in memory whole.

    Raises:
        InvalidRecord: with the line of the file that is wrong, once that game is reached.
    """
    with _open(source) as file:
        try:
            yield from _parse_lines(file)
        except UnicodeDecodeError as error:
            raise InvalidRecord(f"the file is not text in UTF-8: {error.reason}") from error


def parse_all(text: str) -> Iterator[Record]:
    """Yield every game that a text holds; see `read_all`."""
    return _parse_lines(io.StringIO(check_text(text, "games"), newline="\n"))


def write(target: Source, records: Record | Iterable[Record]) -> int:
    """Write one game, or many with an empty line between them; return how many.

    A file of the same name is replaced once all games are written beside it. `read_all` returns
    what was written.

    Raises:
        SommetError: the file cannot be written; what was there before is still there.
    """
    games = (records,) if isinstance(records, Record) else records
    if not isinstance(games, Iterable):
        raise TypeError(f"a Record or several are needed, not {type(games).__name__}")
    count = 0

    def texts() -> Iterator[str]:
        nonlocal count
        for record in games:
            if not isinstance(record, Record):
                raise TypeError(f"a Record is needed, not {type(record).__name__}")
            yield "\n" * bool(count) + format_record(record)
            count += 1

    if isinstance(target, (str, os.PathLike)):
        write_whole(Path(target), (text.encode() for text in texts()))
    else:
        _check_file(target, "write")
        for text in texts():
            target.write(text)
    return count


def _open(source: Source) -> AbstractContextManager[TextIO]:
    if isinstance(source, (str, os.PathLike)):
        return Path(source).open(encoding="utf-8", newline="\n")
    _check_file(source, "read")
    return nullcontext(source)


def _check_file(file: object, verb: str) -> None:
    if not hasattr(file, verb):
        raise TypeError(f"a path or an open file is needed, not {type(file).__name__}")
    if isinstance(file, (io.RawIOBase, io.BufferedIOBase)):
        raise TypeError("a file opened for text is needed, not one opened for bytes")


def _parse_lines(lines: Iterable[str]) -> Iterator[Record]:
    chunk: list[str] = []
    first_line, begun, depth = 1, False, 0
    for number, line in enumerate(lines, 1):
        if depth == 0 and line.lstrip().startswith("[Game "):
            if begun:
                yield parse_record("".join(chunk), first_line=first_line)
                chunk, first_line = [], number
            begun = True
        elif depth or not line.lstrip().startswith("["):
            # A comment may run over several lines, and look like a header there.
            depth = max(0, depth + line.count("{") - line.count("}"))
        chunk.append(line)
    text = "".join(chunk)
    if begun or text.strip():
        yield parse_record(text, first_line=first_line)
