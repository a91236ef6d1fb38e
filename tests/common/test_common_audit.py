"""The dependency audit finds what is wrong, and says so where it could not look."""

import datetime
import json
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"
HASH = "a" * 64


@pytest.fixture(scope="module")
def audit():
    sys.path.insert(0, str(SCRIPTS))
    try:
        import audit as module
    finally:
        sys.path.remove(str(SCRIPTS))
    return module


def pinned(name="some-thing", hashes=f" \\\n    --hash=sha256:{HASH}"):
    return f"{name}==1.2{hashes}\n    # via -r dev.in\n"


def test_our_own_pins_and_the_page_are_pinned_with_hashes(audit):
    pins = audit.read_pins(audit.PINS.read_text())
    assert len(pins) > 100
    assert audit.check_pins(audit.PINS.read_text()) == []
    assert len(audit.read_lock(audit.LOCK.read_text())) > 100
    assert audit.check_lock(audit.LOCK.read_text()) == []
    assert audit.check_installed(pins) == []


def test_what_is_loose_is_found(audit):
    assert audit.check_pins(pinned()) == []
    assert audit.check_pins(pinned() + "loose>=1\n") == ["not pinned: loose>=1"]
    assert audit.check_pins(pinned(hashes="")) == ["some-thing has no hash"]
    lock = {"packages": {"": {}, "node_modules/@a/b": {"version": "1.0.0"}}}
    assert audit.check_lock(json.dumps(lock)) == ["@a/b 1.0.0 has no hash"]


def test_unknown_licences_and_other_versions_are_found(audit):
    numpy = audit.Pin("numpy", "0.0.1", frozenset({HASH}))
    told = audit.check_installed([numpy], licence=lambda _: "All rights reserved")
    assert len(told) == 2
    assert "pinned as 0.0.1" in told[0]
    assert "All rights reserved" in told[1]


@pytest.mark.parametrize(
    ("page", "said"),
    [
        (f'<a href="x.whl#sha256={HASH}">x</a>', None),
        (f'<a href="x.whl#sha256={HASH}" data-yanked="broken">x</a>', "withdrawn"),
        ('<a href="x.whl#sha256=bbbb">x</a>', "none of the pinned hashes"),
    ],
)
def test_withdrawn_versions_are_found(audit, page, said):
    (pin,) = audit.read_pins(pinned())
    asked = []

    def get(request):
        asked.append(request.full_url)
        return page.encode()

    told = audit.ask_index([pin], "https://index.example/simple/", get)
    assert asked == ["https://index.example/simple/some-thing/"]
    assert told == [] if said is None else said in told[0]


def test_advisories_are_read(audit):
    answer = {"results": [{}, {"vulns": [{"id": "GHSA-1"}]}]}
    packages = [("PyPI", "good", "1"), ("npm", "bad", "2")]
    told = audit.ask_osv(packages, lambda _: json.dumps(answer).encode())
    assert told == ["GHSA-1: bad 2"]


def test_an_accepted_advisory_is_looked_at_again(audit, tmp_path, monkeypatch):
    file = tmp_path / "advisories.toml"
    file.write_text('[[accepted]]\nid = "X-1"\nreason = "not used"\nuntil = 2026-06-30\n')
    monkeypatch.setattr(audit, "ACCEPTED", file)
    assert audit.accepted(datetime.date(2026, 6, 30)) == {"X-1"}
    assert audit.accepted(datetime.date(2026, 7, 1)) == set()


@pytest.mark.parametrize(("words", "status"), [([], 0), (["--strict"], 3)])
def test_without_a_source_it_does_not_pretend(audit, tmp_path, monkeypatch, capsys, words, status):
    def unreached(*_):
        raise audit.Unreached("nobody there")

    for name in ("ask_index", "ask_osv", "ask_npm"):
        monkeypatch.setattr(audit, name, unreached)
    monkeypatch.setattr(audit, "CACHE", tmp_path)
    monkeypatch.setattr(sys, "argv", ["audit", *words])
    assert audit.main() == status
    told = capsys.readouterr().out
    assert "no advisory source reached; known vulnerabilities were NOT checked" in told
    assert "withdrawn versions NOT checked" in told


def test_a_known_vulnerability_fails(audit, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(audit, "ask_index", lambda *_: [])
    monkeypatch.setattr(audit, "ask_osv", lambda _: ["GHSA-1: bad 2"])
    monkeypatch.setattr(audit, "CACHE", tmp_path)
    monkeypatch.setattr(sys, "argv", ["audit"])
    assert audit.main() == 1
    assert "PROBLEM: GHSA-1: bad 2" in capsys.readouterr().err
