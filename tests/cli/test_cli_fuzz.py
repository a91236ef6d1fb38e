"""Whatever is typed, the game goes on or ends cleanly, and the saved game is always whole."""

import contextlib
import io
import sys
import tempfile
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sommet.cli.main import main
from sommet.match.records.parser import parse_record
from sommet.match.records.replay import replay_record

COMMANDS = [
    "",
    "?",
    "moves",
    "board",
    "hint",
    "undo",
    "resign",
    "no",
    "yes",
    "save",
    "save .",
    "quit",
]
PYLOS = ["1a1", "1b1", "1a2", "1b2", "2a1", "1a1>2a1", "1b2-1b2", "1c3", "1d4", "4a1", "pass"]
PACAL = ["5 7", "offer 20 32", "32", "4", "7", "take 20", "build 3", "build 11", "decline", "no"]


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["pylos", "--two"], PYLOS),
        (["pylos", "--rules", "expert", "--ruling", "takeback=optional"], PYLOS),
        (["pacal", "--two"], PACAL),
        (["pacal", "--against", "random"], PACAL),
        (["solo"], PACAL),
    ],
    ids=str,
)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_typing_anything(argv, words, data):
    line = st.sampled_from(words * 2 + COMMANDS) | st.text(
        st.characters(exclude_characters="\n\r", exclude_categories=("Cs",)), max_size=8
    )
    typed = data.draw(st.lists(line, max_size=25))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.txt"
        out = io.StringIO()
        with (
            mock.patch.object(sys, "stdin", io.StringIO("\n".join(typed))),
            contextlib.redirect_stdout(out),
        ):
            assert main(["play", *argv, "--seed", "5", "--save", str(file)]) == 0
        saved = parse_record(file.read_text("utf-8"))
        replay_record(saved)
    assert "Traceback" not in out.getvalue()
