"""Files and folders named on the command line: read or created, with one-line errors."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sommet.errors import InvalidOptions, InvalidRecord


def read_text(name: str | Path) -> str:
    """Return the text of a file, or of standard input for `-`.

    Raises:
        InvalidRecord: it cannot be read.
    """
    try:
        return sys.stdin.read() if str(name) == "-" else Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidRecord(f"cannot read {display_name(name)}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InvalidRecord(f"{display_name(name)} is not a text file") from error


def display_name(name: str | Path) -> str:
    """Return a file's name for messages: `-` is standard input."""
    return "standard input" if str(name) == "-" else str(name)


@contextmanager
def named_errors(name: str | Path) -> Iterator[None]:
    """Prefix errors about a record with the name of its file."""
    try:
        yield
    except InvalidRecord as error:
        raise InvalidRecord(f"{display_name(name)}, {error}") from error


def make_folder(path: Path) -> None:
    """Make a folder where there is none.

    Raises:
        InvalidOptions: something else is there, it cannot be made, or not be written into.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise InvalidOptions(f"{path} is not a folder") from error
    except OSError as error:
        raise InvalidOptions(f"cannot make the folder {path}: {error.strerror}") from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise InvalidOptions(f"cannot write to the folder {path}")


def check_writable(path: Path) -> None:
    """Raise InvalidOptions if a file cannot be written, before any work is done."""
    if path.is_dir():
        raise InvalidOptions(f"{path} is a folder")
    if not path.parent.is_dir():
        raise InvalidOptions(f"there is no folder {path.parent}")
    # A file is written beside its place; a pipe or a device has no such place.
    is_special = path.exists() and not path.is_file()
    if not os.access(path if is_special else path.resolve().parent, os.W_OK):
        raise InvalidOptions(f"cannot write to {path}")
