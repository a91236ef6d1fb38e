"""The core is a library of its own: CMake finds it without Python, and other programs link it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "src/sommet/tablebase/data/pylos-children.packed"


def cmake(*words: object) -> None:
    beside = Path(sys.executable).with_name("cmake")
    found = str(beside) if beside.is_file() else shutil.which("cmake")
    assert found is not None, "there is no cmake: run `make setup`"
    done = subprocess.run([found, *map(str, words)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout


def test_the_core_is_configured_without_python(tmp_path: Path) -> None:
    forbidden = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=TRUE" for name in ("Python", "nanobind")]
    wanted = ["-DSOMMET_PYTHON=OFF", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *forbidden]
    cmake("-S", ROOT, "-B", tmp_path, *wanted)
    commands = (tmp_path / "compile_commands.json").read_text()
    assert "sommet_core" in commands
    assert "engine/pylos_tablebase/packed.cpp" in commands
    assert "engine/pylos_search/search.cpp" in commands
    assert "bindings/python" not in commands
    assert "/make/" not in commands


@pytest.mark.soak
def test_a_program_is_linked_with_the_core_and_runs(tmp_path: Path) -> None:
    cmake("-S", Path(__file__).with_name("program"), "-B", tmp_path, f"-DSOMMET={ROOT}")
    cmake("--build", tmp_path, "--parallel", 2)
    command = [tmp_path / "program", TABLE]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    # Children's game: the empty board is lost for light, wherever the first ball goes.
    assert said.startswith("worth 0, 16 moves, ")
