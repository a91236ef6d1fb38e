"""Programs of tests/fuzz, compiled with sanitizers; kept in build/ until their sources change."""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "sanitized"
COMPILER = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++") or "c++"
WARNINGS = ("-Wall", "-Wextra", "-Werror", "-Wno-psabi")  # vectors never cross a program's border
FLAGS = ("-std=c++20", "-Og", "-g1", "-pthread", f"-I{ROOT / 'engine'}")


def compile_with(sanitizers: str, name: str, *sources: str) -> Path:
    """Return the program made of tests/fuzz/NAME.cpp and some sources of the engine."""
    files = [ROOT / "tests" / "fuzz" / f"{name}.cpp", *(ROOT / "engine" / s for s in sources)]
    checks = (f"-fsanitize={sanitizers}", "-fno-sanitize-recover=all")
    command = [COMPILER, *FLAGS, *WARNINGS, *checks]
    program = KEPT / f"{name}-{_made_of(command, files)}"
    if not program.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        for older in KEPT.glob(f"{name}-*"):
            older.unlink(missing_ok=True)
        scratch = program.with_suffix(f".{os.getpid()}")
        subprocess.run([*command, *files, "-o", scratch], check=True)
        scratch.replace(program)
    return program


def _made_of(command: Sequence[str], files: Sequence[Path]) -> str:
    """Return a digest of the compiler, its flags and all that it reads."""
    digest = hashlib.sha256(repr(command).encode())
    digest.update(subprocess.run([COMPILER, "--version"], capture_output=True, check=True).stdout)
    for file in files:
        read = subprocess.run([*command, "-E", file], capture_output=True, check=True)
        digest.update(read.stdout)
    return digest.hexdigest()[:16]


def run(program: Path, *arguments: object) -> str:
    """Return what a program prints; fail with what a sanitizer says."""
    result = subprocess.run(
        [program, *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, (result.stdout + result.stderr)[-4000:]
    return result.stdout
