"""Programs of this folder, compiled with sanitizers."""

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def compile_with(sanitizers: str, name: str, folder: Path, *sources: str) -> Path:
    """Return the program made of tests/fuzz/NAME.cpp and some sources of the engine."""
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++") or "c++"
    program = folder / name
    flags = ["-std=c++20", "-O1", "-g1", "-Wall", "-Wextra", "-Werror", "-pthread"]
    psabi = ["-Wno-psabi"]  # vectors never cross the border of a program
    files = [ROOT / "tests" / "fuzz" / f"{name}.cpp", *(ROOT / "engine" / s for s in sources)]
    subprocess.run(
        [compiler, *flags, *psabi, f"-fsanitize={sanitizers}", "-fno-sanitize-recover=all",
         f"-I{ROOT / 'engine'}", *files, "-o", program],
        check=True,
    )  # fmt: skip
    return program


def run(program: Path, *arguments: object) -> str:
    """Return what a program prints; fail with what a sanitizer says."""
    result = subprocess.run(
        [program, *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, (result.stdout + result.stderr)[-4000:]
    return result.stdout
