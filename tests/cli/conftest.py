import io
import sys

import pytest

from sommet.cli.main import main


@pytest.fixture
def sommet(monkeypatch, capsys):
    """Run the command with lines typed at it; give its status, output and errors."""

    def run(*argv, typed=()):
        text = typed if isinstance(typed, str) else "".join(f"{line}\n" for line in typed)
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        status = main([str(word) for word in argv])
        told = capsys.readouterr()
        return status, told.out, told.err

    return run
