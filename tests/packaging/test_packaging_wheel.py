"""The wheel installs without a compiler; the archive holds its sources (`make package-test`)."""

import json
import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TRIAL = ROOT / "build/trial"
COMPILERS = ("cc", "gcc", "g++", "c++", "clang", "clang++", "cmake", "ninja", "make")
pytestmark = pytest.mark.packaging


@pytest.fixture(scope="module")
def wheel():
    (path,) = TRIAL.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The Python of a clean environment with the wheel, and a PATH with nothing else on it."""
    folder = tmp_path_factory.mktemp("clean")
    venv.create(folder, symlinks=True)
    python, uv = folder / "bin/python", Path(sys.executable).parent / "uv"
    environment = {"PATH": str(folder / "bin"), "HOME": os.environ.get("HOME", str(folder))}
    environment |= {k: v for k, v in os.environ.items() if k.startswith(("UV_", "PIP_", "SSL_"))}
    subprocess.run(
        [uv, "pip", "install", "--quiet", "--python", python, "--no-build", wheel],
        env=environment,
        check=True,
        timeout=300,
    )
    return python, environment


def run(installed, *arguments):
    python, environment = installed
    return subprocess.run(
        [python, *arguments],
        env=environment,
        cwd=python.parents[1],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    ).stdout


def test_a_game_of_each_is_played_without_a_compiler(installed):
    look = f"import shutil, json; print(json.dumps([shutil.which(c) for c in {COMPILERS}]))"
    assert set(json.loads(run(installed, "-c", look))) == {None}
    told = run(installed, ROOT / "scripts/play_each.py").splitlines()
    assert [line.split()[0] for line in told] == ["pylos", "pacal", "solo", "sommet"]
    assert all(line.endswith("True") for line in told[:3])


def test_the_package_comes_from_the_wheel_and_needs_no_extras(installed):
    code = (
        "import sommet, sommet.adapters.batch, importlib.metadata as m; print(sommet.__file__); "
        "print(sorted(d.metadata['Name'].lower() for d in m.distributions()))"
    )
    place, names = run(installed, "-c", code).splitlines()
    assert str(ROOT) not in place
    assert names == str(["numpy", "platformdirs", "sommet", "tqdm"])


def test_the_command_works(installed):
    python, _ = installed
    assert "Pylos" in run(installed, python.parent / "sommet", "--help")


def test_the_wheel_holds_all_that_is_not_python(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    for file in (ROOT / "src/sommet").rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts and file.suffix not in {".so"}:
            assert file.relative_to(ROOT / "src").as_posix() in names
    assert "sommet/server/static/index.html" in names
    assert "sommet/py.typed" in names
    modules = {name.split("/")[-1].split(".")[0] for name in names if name.endswith(".so")}
    stubs = {path.stem for path in (ROOT / "src/sommet/engine").glob("*.pyi")}
    assert modules == stubs
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert any(name.endswith("nanobind.txt") for name in names)


def test_the_archive_is_compiled_for_every_machine(wheel):
    cache = (ROOT / "build/trial-objects/CMakeCache.txt").read_text()
    assert "SOMMET_NATIVE:BOOL=OFF" in cache
    ninja = (ROOT / "build/trial-objects/build.ninja").read_text()
    assert "bindings/python/pylos.cpp" in ninja
    assert "-march=native" not in ninja


@pytest.fixture(scope="module")
def archived(wheel):
    """The names of the files in the source archive."""
    (archive,) = TRIAL.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        return {name.partition("/")[2] for name in tar.getnames()}


def test_the_archive_holds_all_that_was_compiled(archived):
    (built,) = (ROOT / "build").glob("cp3*-cp3*")
    ninja = Path(sys.executable).with_name("ninja")
    listed = subprocess.run(
        [ninja, "-C", built, "-t", "deps"], capture_output=True, text=True, check=True
    ).stdout
    read = {line.strip() for line in listed.splitlines() if line.startswith(f"    {ROOT}/engine/")}
    names = {Path(path).relative_to(ROOT).as_posix() for path in read}
    assert {"engine/pylos/rules.hpp", "engine/bindings/python/pacal.cpp"} <= names
    assert names - archived == set()
    assert {"CMakeLists.txt", "pyproject.toml", "README.md", "LICENSE"} <= archived


def test_the_archive_holds_all_that_is_in_the_wheel(wheel, archived):
    """Headers too, which the GPU solver compiles; so that who builds it needs no Node."""
    packed = [n for n in zipfile.ZipFile(wheel).namelist() if n.startswith("sommet/")]
    sources = {
        name.replace("sommet/engine/include/", "engine/")
        if name.startswith("sommet/engine/include/")
        else f"src/{name}"
        for name in packed
        if not name.endswith(".so")
    }
    assert "src/sommet/server/static/index.html" in sources
    assert "engine/pylos_solve/sweep.cu" in sources
    assert sources - archived == set()
