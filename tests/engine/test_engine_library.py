"""The core is a library of its own: CMake finds all of it where there is no Python."""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_core_is_configured_without_python(tmp_path: Path) -> None:
    beside = Path(sys.executable).with_name("cmake")
    cmake = str(beside) if beside.is_file() else shutil.which("cmake")
    assert cmake is not None, "there is no cmake: run `make setup`"
    forbidden = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=TRUE" for name in ("Python", "nanobind")]
    wanted = ["-DSOMMET_PYTHON=OFF", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *forbidden]
    done = subprocess.run(
        [cmake, "-S", ROOT, "-B", tmp_path, *wanted], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    commands = (tmp_path / "compile_commands.json").read_text()
    assert "sommet_core" in commands
    assert "engine/pylos_tablebase/packed.cpp" in commands
    assert "bindings/python" not in commands
