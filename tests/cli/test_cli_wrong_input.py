"""Wrong files, folders, numbers and databases: one clear line, never a traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

from sommet.cli.main import main


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Stand in a folder with things that are not what a command wants."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SOMMET_DATABASE_URL", raising=False)
    Path("empty").touch()
    Path("text").write_text("hello\n")
    Path("bytes").write_bytes(b"\xff\xfe\x00")
    Path("folder").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("replay missing", "cannot read missing: No such file or directory"),
        ("replay bytes", "bytes is not a text file"),
        ("review missing", "cannot read missing: No such file or directory"),
        ("review folder", "cannot read folder: Is a directory"),
        ("review text", 'text, line 1: no header [Game "pylos"]'),
        ("review bytes", "bytes is not a text file"),
        ("review empty --out text", "text is not a folder"),
        ("play --resume text", "text, line 1: no header"),
        ("play --save no/such/game --watch random random", "there is no folder no/such"),
        ("probe pylos --file missing", "cannot read missing: No such file or directory"),
        ("probe pylos --file bytes", "bytes is not a text file"),
        ("solve pylos --base 3 --out text", "text is not a folder"),
        ("levels pylos --errors", "--table goes with --errors, and --errors with --games"),
        ("levels pylos --games 2 --table text", "--table goes with --errors"),
        ("pack missing folder", "folder cannot be the name of a file"),
        ("pack missing packed --epochs 0", "samples and epochs are more than 0"),
        ("arena pacal --a random --b random --games 2 --records text", "text is not a folder"),
        ("analyse solo --rounds 2 --charts text/further", "text/further is not a folder"),
        ("serve --database nonsense", "'nonsense' is not a database address"),
        ("serve --database mysql://a/b", "'mysql://a/b' is not a database address"),
        ("serve --database sqlite:///text", "text: file is not a database"),
        ("serve --database sqlite:///folder", "folder: unable to open database file"),
        ("serve --drain -1", "drain_s: "),
        ("backup copy --database nonsense", "'nonsense' is not a database address"),
        ("backup copy --database sqlite:///text", "text: file is not a database"),
        ("tidy --keep-finished 3 --database nonsense", "'nonsense' is not a database address"),
        ("tidy --keep-finished 3 --database sqlite:///text", "text: file is not a database"),
        ("tidy --keep-finished 3 --database postgresql://127.0.0.1:1/x", "refused"),
        ("restore text --check", "text is not a backup: file is not a database"),
        ("restore empty", "empty is not a backup: no such table"),
    ],
)
def test_refused_in_one_line(place, sommet, command, said):
    status, _, errors = sommet(*command.split())
    assert status == 2
    assert said in errors
    assert errors.startswith("sommet: ")
    assert errors.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("solve pylos --threads 0", "a number of threads is 1 to 256, not '0'"),
        ("verify text --threads many", "a number of threads is 1 to 256, not 'many'"),
        ("pack a b --threads 257", "a number of threads is 1 to 256, not '257'"),
        ("tidy --keep-finished soon", "a number of days above 0, or never, not 'soon'"),
        ("serve --keep-uploads inf", "a number of days above 0, or never, not 'inf'"),
    ],
)
def test_numbers_are_refused_with_what_they_may_be(place, capsys, command, said):
    with pytest.raises(SystemExit):
        main(command.split())
    assert said in capsys.readouterr().err


def test_a_file_that_cannot_be_read_does_not_stop_the_other_reviews(place, sommet):
    sommet("play", "--watch", "random", "random", "--seed", 3, "--save", "game")
    status, told, errors = sommet("review", "missing", "game", "text", "--workers", 1)
    assert status == 2
    assert told.startswith("game\n")
    assert "sommet: cannot read missing: No such file or directory\n" in errors
    assert "sommet: text: line 1: no header" in errors


def test_a_folder_that_takes_nothing_is_refused_before_the_work(place, sommet, monkeypatch):
    monkeypatch.setattr("os.access", lambda *_: False)
    status, told, errors = sommet("solve", "pylos", "--base", 3, "--out", "folder")
    assert (status, told) == (2, "")
    assert errors == "sommet: cannot write to the folder folder\n"


def test_a_save_that_fails_is_not_called_saved(place, sommet, monkeypatch):
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "full")))
    _, told, _ = sommet("play", "--watch", "random", "random", "--seed", 3, "--save", "game")
    assert "cannot write game" in told
    assert "The record is in" not in told


@pytest.mark.parametrize(
    ("module", "argument", "said"),
    [
        ("page_build.lessons", "text", "text is not a folder"),
        ("page_build.rulebook", None, "begin in the repository's root"),
        ("page_build.schema", "folder", "folder is a folder"),
    ],
)
def test_modules_refuse_in_words(place, monkeypatch, module, argument, said):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2] / "scripts"))
    command = [sys.executable, "-m", module]
    for words in (["--help"], [argument] if argument else []):
        done = subprocess.run([*command, *words], capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr
        assert f"usage: python -m {module}" in done.stdout + done.stderr
    assert (done.returncode, said in done.stderr) == (2, True)
    assert {path.name for path in place.iterdir()} == {"empty", "text", "bytes", "folder"}
