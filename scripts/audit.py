"""Audit what Sommet is built from and with: pins, hashes, licences, withdrawn versions, advisories.

What can be checked without the network is always checked, and fails. Withdrawn versions are asked
of the package index this machine installs from. Known vulnerabilities are asked of the Open Source
Vulnerabilities service and of the npm registry; where neither answers, the audit says so in as
many words and does not pretend to have looked (with --strict that fails too).
"""

import argparse
import datetime
import hashlib
import json
import os
import re
import subprocess
import sys
import tomllib
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from licence_report import licence_of

ROOT = Path(__file__).resolve().parents[1]
PINS = (ROOT / "requirements/jax.txt", ROOT / "requirements/node.txt")
LOCK = ROOT / "web/package-lock.json"
ACCEPTED = ROOT / "requirements/advisories.toml"
CACHE = ROOT / "build/audit"
ADVISORIES = "https://api.osv.dev/v1/querybatch"
_PIN = re.compile(r"^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?==(\S+)(.*?)(?=^\S|\Z)", re.M | re.S)
#: Words by which licences that we may build with are known.
LICENCES = re.compile(r"\b(MIT|BSD|Apache|ISC|MPL|Mozilla|PSF|0BSD|Zlib|CC0|LGPL|Unlicense|OFL)\b")

Fetch = Callable[[urllib.request.Request], bytes]


@dataclass(frozen=True)
class Pin:
    """A version of a package, with the hashes that its files may have."""

    name: str
    version: str
    hashes: frozenset[str]


class Unreached(Exception):  # noqa: N818
    """A source of knowledge did not answer."""


def fetch(request: urllib.request.Request) -> bytes:
    """Return the answer to a request.

    Raises:
        Unreached: there was none.
    """
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            body: bytes = answer.read()
            return body
    except (urllib.error.URLError, OSError) as error:
        raise Unreached(f"{request.host}: {error}") from error


def read_pins(text: str) -> list[Pin]:
    """Return every pin of a requirements file."""
    return [
        Pin(
            re.sub(r"[-_.]+", "-", name).lower(),
            release,
            frozenset(re.findall(r"sha256:([0-9a-f]{64})", rest)),
        )
        for name, release, rest in _PIN.findall(text)
    ]


def read_lock(text: str) -> list[tuple[str, str, str]]:
    """Return (name, version, integrity) of every package of an npm lock file."""
    found = []
    for path, about in json.loads(text)["packages"].items():
        if path and not about.get("link"):
            name = path.rpartition("node_modules/")[2]
            found.append((name, about.get("version", ""), about.get("integrity", "")))
    return found


def pins_text() -> str:
    """Return all pins together; those of the long run hold those of playing, docs and tests."""
    return "".join(path.read_text("utf-8") for path in PINS)


def check_pins(text: str) -> list[str]:
    """Return what is wrong with the pins: something unpinned, or without a hash."""
    problems = []
    pins = read_pins(text)
    lines = [line for line in text.splitlines() if re.match(r"[A-Za-z0-9]", line)]
    if len(lines) != len(pins):
        loose = [line for line in lines if "==" not in line]
        problems.append(f"not pinned: {', '.join(loose)}")
    problems += [f"{pin.name} has no hash" for pin in pins if not pin.hashes]
    return problems


def check_lock(text: str) -> list[str]:
    """Return the packages of the page that have no hash."""
    return [f"{name} {at} has no hash" for name, at, integrity in read_lock(text) if not integrity]


def check_installed(pins: Iterable[Pin], licence: Callable[[str], str] = licence_of) -> list[str]:
    """Return where what is installed differs from the pins, or has a licence we do not know."""
    problems = []
    by_name: dict[str, set[str]] = {}
    for pin in pins:
        by_name.setdefault(pin.name, set()).add(pin.version)
    for name, releases in by_name.items():
        try:
            here = version(name)
        except PackageNotFoundError:
            continue  # for another system
        if here not in releases:
            problems.append(f"{name} is installed as {here}, pinned as {', '.join(releases)}")
        if not LICENCES.search(licence(name)):
            problems.append(f"{name} has the licence {licence(name)!r}, which is not in our list")
    return problems


def index_url() -> str:
    """Return the package index that pip installs from here."""
    if url := os.environ.get("PIP_INDEX_URL"):
        return url
    shown = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False
    )
    found = re.search(r"^\S*\.index-url='([^']+)'", shown.stdout, re.M)
    if found is not None:
        return found[1]
    from pip._internal.models.index import PyPI

    return str(PyPI.simple_url)


def withdrawn(pin: Pin, page: str) -> str | None:
    """Return what the index's page says against a pin, or None."""
    files = re.findall(r"<a\s([^>]*)>", page)
    own = [attributes for attributes in files if any(h in attributes for h in pin.hashes)]
    if not own:
        return f"{pin.name} {pin.version}: the index knows none of the pinned hashes"
    if all("data-yanked" in attributes for attributes in own):
        return f"{pin.name} {pin.version} was withdrawn by its authors"
    return None


def ask_index(pins: list[Pin], base: str, get: Fetch = fetch) -> list[str]:
    """Return the pins that were withdrawn.

    Raises:
        Unreached: the index did not answer.
    """

    def ask(pin: Pin) -> str | None:
        request = urllib.request.Request(
            f"{base.rstrip('/')}/{pin.name}/", headers={"Accept": "text/html"}
        )
        return withdrawn(pin, get(request).decode())

    with ThreadPoolExecutor(8) as pool:
        return [problem for problem in pool.map(ask, pins) if problem]


def ask_osv(packages: list[tuple[str, str, str]], get: Fetch = fetch) -> list[str]:
    """Return `id: package version` for every advisory on (ecosystem, name, version).

    Raises:
        Unreached: the service did not answer.
    """
    queries = [
        {"package": {"ecosystem": ecosystem, "name": name}, "version": at}
        for ecosystem, name, at in packages
    ]
    answer = _post(ADVISORIES, {"queries": queries}, get)
    results = answer.get("results") if isinstance(answer, dict) else None
    if not isinstance(results, list) or len(results) != len(packages):
        raise Unreached(f"{ADVISORIES}: not an answer to what was asked")
    return [
        f"{advisory['id']}: {name} {at}"
        for (_, name, at), result in zip(packages, results, strict=True)
        for advisory in result.get("vulns", ())
    ]


def ask_npm(packages: list[tuple[str, str, str]], get: Fetch = fetch) -> list[str]:
    """Return `id: package` for every advisory of the npm registry.

    Raises:
        Unreached: the registry did not answer.
    """
    try:
        result = subprocess.run(
            ["npm", "config", "get", "registry"], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise Unreached(f"npm: {error}") from error
    wanted: dict[str, list[str]] = {}
    for _, name, at in packages:
        wanted.setdefault(name, []).append(at)
    url = result.stdout.strip().rstrip("/") + "/-/npm/v1/security/advisories/bulk"
    return [
        f"{advisory.get('url', advisory.get('id'))}: {name}"
        for name, advisories in _post(url, wanted, get).items()
        for advisory in advisories
    ]


def _post(url: str, body: object, get: Fetch) -> Any:
    headers = {"Content-Type": "application/json"}
    answer = get(urllib.request.Request(url, json.dumps(body).encode(), headers, method="POST"))
    try:
        return json.loads(answer)
    except ValueError as error:
        raise Unreached(f"{url}: no JSON") from error


def accepted(today: datetime.date) -> set[str]:
    """Return the ids of advisories that were examined and accepted until a later day."""
    entries = tomllib.loads(ACCEPTED.read_text("utf-8")).get("accepted", [])
    return {entry["id"] for entry in entries if entry["reason"] and entry["until"] >= today}


def ask_once_a_day(name: str, key: str, ask: Callable[[], list[str]]) -> list[str]:
    """Return what `ask` answers; the same question is asked once a day."""
    today = datetime.date.today().isoformat()
    digest = hashlib.sha256(f"{today} {key}".encode()).hexdigest()
    kept = CACHE / f"{name}.json"
    try:
        answer = json.loads(kept.read_text("utf-8"))
        if answer["digest"] == digest:
            return list(answer["found"])
    except (OSError, ValueError, KeyError):
        pass
    found = ask()
    CACHE.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps({"digest": digest, "found": found}), "utf-8")
    return found


def main() -> int:
    """Print what was checked and what was found; return 1 for findings, 3 if strict and blind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--strict", action="store_true", help="fail where a source is not reached")
    strict = parser.parse_args().strict
    pinned, lock_text = pins_text(), LOCK.read_text("utf-8")
    pins = read_pins(pinned)
    page = sorted({("npm", name, at) for name, at, _ in read_lock(lock_text)})
    packages = [("PyPI", pin.name, pin.version) for pin in pins] + page
    problems = check_pins(pinned) + check_lock(lock_text) + check_installed(pins)
    print(f"audit: {len(pins)} Python and {len(page)} page packages pinned with hashes")
    blind = False
    try:
        base = index_url()
        problems += ask_once_a_day("index", base + pinned, lambda: ask_index(pins, base))
        print("audit: withdrawn versions: the package index was asked")
    except Unreached as error:
        blind = True
        print(f"audit: withdrawn versions NOT checked: the package index was not reached ({error})")
    key = pinned + lock_text
    try:
        advisories = ask_once_a_day("osv", key, lambda: ask_osv(packages))
        print("audit: advisories: Open Source Vulnerabilities was asked about everything")
    except Unreached as first:
        try:
            advisories = ask_once_a_day("npm", key, lambda: ask_npm(page))
            print("audit: advisories: npm was asked; Python packages NOT checked")
        except Unreached as second:
            advisories = []
            print("audit: no advisory source reached; known vulnerabilities were NOT checked")
            print(f"audit:   {first}\naudit:   {second}")
        blind = True
    known = accepted(datetime.date.today())
    problems += [
        f"known vulnerability {line}; take a version without it, or accept it in "
        f"{ACCEPTED.relative_to(ROOT)} with a reason and a date"
        for line in advisories
        if line.partition(": ")[0] not in known
    ]
    for problem in problems:
        print(f"audit: PROBLEM: {problem}", file=sys.stderr)
    return 1 if problems else 3 if blind and strict else 0


if __name__ == "__main__":
    sys.exit(main())
