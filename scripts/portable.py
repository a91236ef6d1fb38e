"""Compile the whole core without Python for every system, warnings as errors.

    python scripts/portable.py [TARGET …]

Each source of engine/ but the bindings, and one that includes every header, goes through Clang for
each target (zig from PyPI brings headers and libraries of all of them) and through the machine's
own g++. The bindings need the other system's Python and are compiled by its own runner
(.github/workflows/wheels.yml).

Where there is qemu-aarch64 (Debian: qemu-user), or the machine is an ARM itself, the search's fuzz
program is run as well: the network's arithmetic in ARM's vectors, with and without the
instructions for dot products, gives what plain numbers give. Otherwise nothing is run.
"""

import concurrent.futures
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
ENGINE = ROOT / "engine"
TARGETS = (
    "x86_64-linux-gnu",
    "aarch64-linux-gnu",
    "x86_64-macos",
    "aarch64-macos",
    "x86_64-windows-gnu",
    "aarch64-windows-gnu",
)
#: As CMakeLists.txt sets them.
FLAGS = ("-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{ENGINE}")
#: ARMs that the arithmetic of networks is written for (engine/pylos_search/network_neon.hpp).
ARMS = ("generic", "generic+dotprod")
#: For one kind of machine only; the headers that include them know which.
PARTICULAR = ("warp_judge.hpp", "network_avx512.hpp", "network_neon.hpp", "network_simd128.hpp")


def all_headers(folder: Path) -> Path:
    """Return a source that includes every header of the core that is for all machines."""
    headers = sorted(
        path.relative_to(ENGINE).as_posix()
        for path in ENGINE.rglob("*.hpp")
        if "bindings" not in path.parts and path.name not in PARTICULAR
    )
    source = folder / "all_headers.cpp"
    source.write_text("".join(f'#include "{header}"\n' for header in headers))
    return source


def compile_one(command: list[str], source: Path) -> str:
    """Return what the compiler says, nothing if it is content."""
    with tempfile.NamedTemporaryFile(suffix=".o") as out:
        result = subprocess.run(
            [*command, *FLAGS, "-c", str(source), "-o", out.name],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    return result.stderr.strip() or (f"exit status {result.returncode}" * bool(result.returncode))


def run_on_arm(zig: list[str], folder: Path) -> int:
    """Run the search's fuzz program on each kind of ARM; return how many fail."""
    arm, wrong = platform.machine() in ("aarch64", "arm64"), 0
    if sys.platform != "linux" or not (arm or shutil.which("qemu-aarch64")):
        print("not run on ARM: no qemu-aarch64")
        return 0
    for kind in ARMS:
        program = folder / kind
        source = ROOT / "tests/fuzz/search_fuzz.cpp"
        machine = ["--target=aarch64-linux-musl", f"-mcpu={kind}", "-static"]
        subprocess.run([*zig, *machine, *FLAGS, source, "-o", program], check=True)
        emulated = [] if arm else ["qemu-aarch64"]
        status = subprocess.run([*emulated, program], stdout=subprocess.DEVNULL, check=False)
        ended = f"exit status {status.returncode}" if status.returncode else "as in plain numbers"
        print(f"the search on ARM, {kind}: {ended}", flush=True)
        wrong += status.returncode != 0
    return wrong


def main() -> int:
    wanted = sys.argv[1:] or TARGETS
    zig = [sys.executable, "-m", "ziglang", "c++", "-Wno-psabi"]
    compilers = {target: [*zig, f"--target={target}"] for target in wanted}
    if not sys.argv[1:] and (gcc := shutil.which("g++")):
        compilers["g++"] = [gcc, "-Wno-psabi"]
    wrong = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool,
    ):
        sources = [path for path in sorted(ENGINE.rglob("*.cpp")) if "bindings" not in path.parts]
        sources.append(all_headers(Path(folder)))
        for name, command in compilers.items():
            said = list(pool.map(lambda s, c=command: compile_one(c, s), sources))
            bad = sum(map(bool, said))
            print(f"{name}: {len(sources) - bad} of {len(sources)} sources compile", flush=True)
            for text in filter(None, said):
                print(text)
            wrong += bad
        if "aarch64-linux-gnu" in wanted:
            wrong += run_on_arm(zig, Path(folder))
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
