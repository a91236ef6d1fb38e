"""Playing other programs: the bot of the docs, `sommet engine`, and programs that misbehave."""

import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from sommet.bots import make
from sommet.errors import InvalidOptions
from sommet.pacal import Round, Solo
from sommet.programs import ProgramBot, ProgramError
from sommet.pylos import State

ROOT = Path(__file__).parents[2]
DOCS = (ROOT / "docs/engine-protocol.md").read_text("utf-8")
PYTHON = sys.executable
ROUND = Round.deal(seed=3)
VIEWS = {
    "pylos": State.start().play("1b2"),
    "pacal": ROUND.view(ROUND.actor),
    "solo": Solo.deal(seed=3).view(),
}


@pytest.fixture(scope="module")
def docs_bot(tmp_path_factory):
    (code,) = re.findall(r"^```bot\n(.*?)^```$", DOCS, re.M | re.S)
    assert len([line for line in code.splitlines() if line.strip()]) <= 30
    path = tmp_path_factory.mktemp("bot") / "mybot.py"
    path.write_text(code)
    return f"{PYTHON} {path}"


def script(tmp_path, code):
    path = tmp_path / "bot.py"
    path.write_text("import sys, time\ndef say(*l): print(*l, sep='\\n', flush=True)\n" + code)
    return f"{PYTHON} {path}"


GREET = """
for line in sys.stdin:
    word = line.split()[0]
    if word == "sommet": say("plays pylos", "sommetok")
    if word == "go":
"""


@pytest.mark.parametrize("game", VIEWS)
def test_the_bot_of_the_docs_plays_every_game(docs_bot, game):
    bot = make(game, f"program:{docs_bot}")
    assert bot.choose(VIEWS[game]) in VIEWS[game].legal_moves
    assert bot.choose(VIEWS[game], seed=1) in VIEWS[game].legal_moves
    bot.close()


def test_the_arena_plays_it(docs_bot):
    arena = "arena", "pacal", "--a", f"program:{docs_bot}", "--b", "random", "--games", "2"
    done = subprocess.run(
        [PYTHON, "-m", "sommet.cli.main", *arena, "--fresh"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "2 games" in done.stdout


def test_sommet_plays_itself_by_the_protocol():
    bot = make("pylos", f"program:500n {PYTHON} -m sommet.cli.main engine")
    state = State.start("expert")
    for _ in range(3):
        state = state.play(bot.choose(state, seed=2))
    assert state.ply == 3
    bot.close()


def test_it_can_be_told_to_stop(tmp_path):
    bot = ProgramBot("pylos", script(tmp_path, GREET + """
        say("info depth 1")
    if word == "stop": say("bestmove 1a1")
"""))  # fmt: skip
    cancel = threading.Event()
    cancel.set()
    assert str(bot.choose(State.start(), cancel=cancel)) == "1a1"
    bot.close()


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("sys.exit('no licence')", "ended with exit status 1: no licence"),
        (GREET + "        sys.exit(3)", "ended with exit status 3"),
        (GREET + "        say('bestmove 9z9')", "answered '9z9': cannot read"),
        (GREET + "        say('bestmove 2a1')", r"answered '2a1': .*PYL-2"),
        (GREET + "        say('bestmove')", "answered ''"),
        (GREET + "        say('error I am tired')", "says: I am tired"),
        (GREET + "        say('hm')", "did not answer bestmove within 3 s; .*'hm'"),
        (GREET + "        while True: say('x' * 70000)", "did not answer bestmove"),
        (GREET + "        sys.stdout.buffer.write(b'bestmove \\xff\\n'); say()", "answered"),
        ("say('sommetok'); sys.stdin.read()", "does not play pylos, but nothing"),
        ("say('plays pacal', 'sommetok'); sys.stdin.read()", "does not play pylos, but pacal"),
        ("sys.stdin.read()", "did not answer sommetok within 3 s"),
    ],
)
def test_what_goes_wrong_is_said(tmp_path, code, why):
    # Only what never comes is not waited for: a busy machine takes its time to start a program.
    patience_s = 2.5 if "sommetok" in why else 90
    bot = ProgramBot("pylos", script(tmp_path, code), go="movetime 500", patience_s=patience_s)
    if "did not answer bestmove" in why:
        bot._start()
        bot._patience_s = 3.0
    with pytest.raises(ProgramError, match=why) as caught:
        bot.choose(State.start())
    assert "bot.py' " in str(caught.value)


def test_after_a_crash_it_is_started_again(tmp_path):
    once = tmp_path / "once"
    bot = ProgramBot("pylos", script(tmp_path, GREET + f"""
        from pathlib import Path
        if not Path({str(once)!r}).exists():
            Path({str(once)!r}).touch()
            sys.exit(1)
        say("bestmove 1a1")
"""))  # fmt: skip
    with pytest.raises(ProgramError):
        bot.choose(State.start())
    assert str(bot.choose(State.start())) == "1a1"
    bot.close()


def test_a_forgotten_bot_takes_its_program_along(docs_bot):
    bot = make("pylos", f"program:{docs_bot}")
    bot.choose(State.start())
    process = bot._running._process
    del bot
    assert process.wait(timeout=60) is not None


def test_what_is_no_program_is_refused():
    for wrong in ("program", "program:", "program: ", "program:500ms", "program:500ms  "):
        with pytest.raises(InvalidOptions, match="name a program"):
            make("pylos", wrong)
    with pytest.raises(ProgramError, match="cannot be started: No such file"):
        make("pylos", "program:./there-is-none").choose(State.start())
    with pytest.raises(ProgramError, match="cannot be started: No closing quotation"):
        make("pylos", "program:'./mybot").choose(State.start())


def test_in_the_terminal_a_crash_is_one_clear_line(tmp_path):
    crashing = script(tmp_path, "sys.exit('out of ideas')")
    done = subprocess.run(
        [PYTHON, "-m", "sommet.cli.main", "play", "--watch", f"program:{crashing}", "random"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "out of ideas" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_saved_game_starts_no_program(tmp_path):
    saved = tmp_path / "game.txt"
    mark = tmp_path / "started"
    saved.write_text(
        '[Game "pylos"]\n[Rules "standard"]\n[Light "A"]\n[Dark "B"]\n[Result "*"]\n'
        f'[Seats "program:touch {mark}, human"]\n\n1. 1a1 1b1\n'
    )
    done = subprocess.run(
        [PYTHON, "-m", "sommet.cli.main", "play", "--resume", saved],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "starts no program" in done.stderr
    assert not mark.exists()
