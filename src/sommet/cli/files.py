"""Files and folders named on the command line: read or made, or refused in one clear line."""

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
        raise InvalidRecord(f"cannot read {called(name)}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InvalidRecord(f"{called(name)} is no text") from error


def called(name: str | Path) -> str:
    """Return what people call a file: `-` is standard input."""
    return "standard input" if str(name) == "-" else str(name)


@contextmanager
def naming(name: str | Path) -> Iterator[None]:
    """Put the file's name before what is wrong with the record in it."""
    try:
        yield
    except InvalidRecord as error:
        raise InvalidRecord(f"{called(name)}, {error}") from error


def make_folder(path: Path) -> None:
    """Make a folder where there is none.

    Raises:
        InvalidOptions: something else is there, it cannot be made, or not be written into.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise InvalidOptions(f"{path} is no folder") from error
    except OSError as error:
        raise InvalidOptions(f"cannot make the folder {path}: {error.strerror}") from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise InvalidOptions(f"nothing can be written into the folder {path}")


def check_writable(path: Path) -> None:
    """Raise InvalidOptions where a file cannot be written, so that no work is done in vain."""
    if path.is_dir():
        raise InvalidOptions(f"{path} is a folder")
    if not path.parent.is_dir():
        raise InvalidOptions(f"there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise InvalidOptions(f"{path} cannot be written")
