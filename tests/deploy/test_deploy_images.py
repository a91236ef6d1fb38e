"""`scripts/pin_images`: base images by digest, and a release that is refused without."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
#: What answers for docker here: no registry of images can be reached by every machine that tests.
REGISTRY = """#!/bin/sh
for image; do :; done
echo "$image" >> "$0.asked"
[ "$image" = "$REFUSED" ] && { echo "no such manifest" >&2; exit 1; }
printf 'sha256:%064d\\n' "$DIGEST"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("Containerfile", "compose.yaml"):
        shutil.copy(ROOT / "deploy" / name, tmp_path)
    docker = tmp_path / "bin" / "docker"
    docker.parent.mkdir()
    docker.write_text(REGISTRY)
    docker.chmod(0o755)
    return tmp_path


def pin(folder: Path, *options: str, **settings: str) -> subprocess.CompletedProcess[str]:
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        [ROOT / "scripts" / "pin_images", "--folder", folder, *options],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PATH": path, "DIGEST": "7", **settings},
    )


def images(folder: Path) -> list[str]:
    """Return every image that is fetched, as the files name it."""
    lines = (folder / "Containerfile").read_text().splitlines()
    found = [line.split()[1] for line in lines if line.startswith("FROM ")]
    services = yaml.safe_load((folder / "compose.yaml").read_text())["services"].values()
    return found + [each["image"] for each in services if each["image"] != "sommet"]


def test_no_image_of_the_repository_can_be_exchanged(folder: Path) -> None:
    told = pin(folder, "--check")
    assert told.returncode == 0, told.stderr
    assert all("@sha256:" in image for image in images(folder))


def test_images_are_pinned_and_pinned_anew(folder: Path) -> None:
    tags = [image.partition("@")[0] for image in images(folder)]
    assert len(tags) == 5
    for digest in ("7", "8"):
        told = pin(folder, DIGEST=digest)
        assert told.returncode == 0, told.stderr
        assert images(folder) == [f"{tag}@sha256:{int(digest):064d}" for tag in tags]
        assert pin(folder, "--check").returncode == 0
    asked = (folder / "bin" / "docker.asked").read_text().split()
    assert asked == sorted(set(tags)) * 2, "every tag once, without its old digest"


def test_an_image_without_a_digest_is_named(folder: Path) -> None:
    pin(folder)
    compose = folder / "compose.yaml"
    compose.write_text(compose.read_text().replace(f"bookworm@sha256:{7:064d}", "bookworm", 1))
    told = pin(folder, "--check")
    assert told.returncode == 1
    (line,) = told.stderr.splitlines()
    assert line.startswith("docker.io/library/postgres:17-bookworm has no digest")


def test_nothing_is_written_where_the_registry_does_not_answer(folder: Path) -> None:
    before = [(folder / name).read_text() for name in ("Containerfile", "compose.yaml")]
    told = pin(folder, REFUSED=images(folder)[-1].partition("@")[0])
    assert told.returncode == 1
    assert "no such manifest" in told.stderr
    assert before == [(folder / name).read_text() for name in ("Containerfile", "compose.yaml")]


def test_a_release_is_refused_without_digests() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/wheels.yml").read_text())["jobs"]
    commands = [step.get("run", "") for step in jobs["sdist"]["steps"]]
    assert "scripts/pin_images --check" in commands
    assert "sdist" in str(jobs["wheels"]["needs"])
