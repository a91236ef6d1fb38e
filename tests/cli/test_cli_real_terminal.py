"""`sommet play` in a real pseudo-terminal: echo, Ctrl-C, Ctrl-D, the cleared screen."""

import os
import pty
import select
import subprocess
import sys
import time

import pytest

from sommet.match.records.parser import parse_record

# The child makes the terminal its own first, so that Ctrl-C reaches it. Tests that were started in
# the background of a shell are deaf to it, and so would be the child.
START = """
import fcntl, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGINT, signal.default_int_handler)
from sommet.cli.main import main
sys.exit(main())
"""
CTRL_C, CTRL_D = "\x03", "\x04"
CLEAR = "\x1b[2J\x1b[3J\x1b[H"


class Terminal:
    """A child process with a terminal of its own."""

    def __init__(self, *argv, cwd):
        self.ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, *argv],
            stdin=theirs, stdout=theirs, stderr=theirs, cwd=cwd, start_new_session=True,
            env={**os.environ, "TERM": "dumb"},
        )  # fmt: skip
        os.close(theirs)
        self.seen = ""

    def wait_for(self, text, *, again=""):
        """Read until `text` appears; give everything read up to its end.

        While nothing comes, type `again` every two seconds: a Ctrl-C between the prompt and the
        child's reading of the answer interrupts nothing.
        """
        deadline = time.monotonic() + 60
        while text not in self.seen:
            assert time.monotonic() < deadline, f"no {text!r} in {self.seen!r}"
            ready, _, _ = select.select([self.ours], [], [], 2)
            if not ready:
                self.type(again)
                continue
            try:
                data = os.read(self.ours, 65536)
            except OSError:  # the child has closed its terminal
                data = b""
            assert data, f"ended without {text!r} in {self.seen!r}"
            self.seen += data.decode().replace("\r\n", "\n")
        before, found, self.seen = self.seen.partition(text)
        return before + found

    def type(self, text):
        os.write(self.ours, text.encode())

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.ours)


@pytest.fixture
def terminal(tmp_path):
    opened = []

    def start(*argv):
        opened.append(Terminal(*argv, cwd=tmp_path))
        return opened[-1]

    yield start
    for each in opened:
        each.close()


def test_a_game_is_played_interrupted_saved_and_resumed(terminal, tmp_path):
    game = terminal("play", "pylos", "--two")
    game.wait_for("Light to move (? for help): ")
    game.type("1b2\n")
    game.wait_for("Dark to move (? for help): ")
    game.type(CTRL_C)
    game.wait_for("Save the game? A file name, or Enter for no: ", again=CTRL_C)
    game.type("game.txt\n")
    game.wait_for("sommet play --resume game.txt")
    assert game.process.wait(timeout=90) == 0

    again = terminal("play", "--resume", "game.txt")
    again.wait_for("Dark to move (? for help): ")
    again.type("1c3\n")
    again.wait_for("Light to move (? for help): ")
    again.type(CTRL_D)
    again.wait_for("Saved.")
    assert again.process.wait(timeout=90) == 0
    assert parse_record((tmp_path / "game.txt").read_text()).moves == ("1b2", "1c3")


def test_a_hand_is_cleared_off_the_screen_before_the_next_player_looks(terminal):
    game = terminal("play", "pacal", "--two", "--names", "Ada", "Grace", "--seed", "5")
    before = game.wait_for("Ada, press Enter when you are ready. ")
    assert "Hand of" not in before
    game.type("\n")
    shown = game.wait_for("Ada: Offer two cards (? for help): ")
    assert CLEAR in shown
    assert "Hand of Ada: 2 5 6" in shown
    game.type("20 32\n")
    handed = game.wait_for("Grace, press Enter when you are ready. ")
    assert CLEAR in handed
    assert "Hand of" not in handed.split(CLEAR)[-1]
    game.type("\n")
    shown = game.wait_for("Grace: Take 20 or 32? (? for help): ")
    assert "Hand of Ada: 13 hidden cards" in shown
    assert "Hand of Ada: 2" not in shown
    game.type("quit\n")
    game.wait_for("Enter for no: ")
    game.type(CTRL_C)
    game.wait_for("Left the game without saving it.", again=CTRL_C)
    assert game.process.wait(timeout=90) == 0
