"""The workflows can be read, and call what is there: targets of make, scripts, jobs, Pythons."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
MAKEFILES = [ROOT / "Makefile", *(ROOT / "scripts/steps").glob("*.mk")]
TARGETS = {
    target
    for makefile in MAKEFILES
    for line in re.findall(r"^([a-z][a-z -]*):(?!=)", makefile.read_text(), re.M)
    for target in line.split()
}


def test_every_target_says_what_it_does():
    found = 0
    for makefile in MAKEFILES:
        recipe = r"^([a-z-]+):[^\n]*##[^\n]*\n((?:\t[^\n]*\n)+)"
        for target, lines in re.findall(recipe, makefile.read_text(), re.M):
            found += 1
            assert target == "help" or "echo " in lines, target
    assert found > 30


def read(path):
    workflow = yaml.safe_load(path.read_text())
    # YAML 1.1 reads the key `on` as true.
    return workflow, workflow[True]


def commands(workflow):
    for job in workflow["jobs"].values():
        for step in job["steps"]:
            yield from step.get("run", "").splitlines()


def test_there_are_workflows_for_tests_wheels_and_docs():
    assert [path.stem for path in WORKFLOWS] == ["docs", "test", "wheels"]
    assert {"test", "docs", "portable", "web-build"} <= TARGETS


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_calls_what_is_there(path):
    workflow, triggers = read(path)
    assert triggers
    assert workflow["permissions"] == {"contents": "read"}, "no more than it needs"
    for name, job in workflow["jobs"].items():
        assert job.get("needs", name) in workflow["jobs"], name
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step), (name, step)
            assert re.fullmatch(r"[\w-]+/[\w-]+@v\d+(\.\d+\.\d+)?", step.get("uses", "a/b@v1")), (
                step
            )
        used = set(re.findall(r"\$\{\{ matrix\.(\w+) \}\}", yaml.safe_dump(job)))
        assert used == set(job.get("strategy", {}).get("matrix", {})), name
    for command in commands(workflow):
        for called in re.findall(r"\bmake ([a-z -]+)", command):
            assert set(called.split()) <= TARGETS, command
        for script in re.findall(r"\bpython3? (\S+)|(?:^|\s)(scripts/\S+)", command):
            assert (ROOT / next(filter(None, script))).is_file(), command
        for folder in re.findall(r"--prefix (\S+)", command):
            assert (ROOT / folder / "package.json").is_file(), command


def test_a_released_page_has_its_tables_and_weights():
    """The page's build copies web/public/core-data, which git ignores."""
    workflow, _ = read(ROOT / ".github/workflows/wheels.yml")
    steps = list(commands({"jobs": {"sdist": workflow["jobs"]["sdist"]}}))
    made = steps.index("python3 scripts/data/core-data")
    assert made < next(n for n, step in enumerate(steps) if "run --prefix web build" in step)


def test_the_matrix_holds_the_oldest_and_the_newest_python_on_three_systems():
    workflow, _ = read(ROOT / ".github/workflows/test.yml")
    matrix = workflow["jobs"]["systems"]["strategy"]["matrix"]
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wheels = [f"3.{build[3:-2]}" for build in settings["tool"]["cibuildwheel"]["build"]]
    oldest = settings["project"]["requires-python"].removeprefix(">=")
    assert matrix["python"] == [oldest, wheels[-1]]
    assert wheels[0] == oldest
    assert {runner.split("-")[0] for runner in matrix["runner"]} == {"ubuntu", "macos", "windows"}
    [tests] = [line for line in commands(workflow) if line.startswith("pytest ")]
    for folder in re.findall(r"\btests/\S+", tests):
        assert (ROOT / folder).is_dir(), folder
