"""The dependency audit finds what is wrong, and says so where it could not look."""

import datetime
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

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
    return f"{name}==1.2{hashes}\n    # via -r test.in\n"


def test_our_own_pins_and_the_page_are_pinned_with_hashes(audit):
    pins = audit.read_pins(audit.pins_text())
    assert len(pins) > 100
    assert audit.check_pins(audit.pins_text()) == []
    assert len(audit.read_lock(audit.LOCK.read_text())) > 100
    assert audit.check_lock(audit.LOCK.read_text()) == []
    assert audit.check_installed(pins) == []


def test_playing_and_docs_need_a_small_part_of_what_is_tested(audit):
    """`make play` installs little, and only versions that the tests run with."""
    folder = SCRIPTS.parent / "requirements"
    tested = audit.read_pins((folder / "test.txt").read_text("utf-8"))
    for part in ("play", "docs"):
        text = (folder / f"{part}.txt").read_text("utf-8")
        assert audit.check_pins(text) == []
        assert set(audit.read_pins(text)) < set(tested)
    assert set(tested) < set(audit.read_pins(audit.pins_text()))  # the long run: no other versions
    playing = {pin.name for pin in audit.read_pins((folder / "play.txt").read_text("utf-8"))}
    assert {"numpy", "fastapi", "nanobind"} < playing
    assert not playing & {"jaxlib", "ray", "playwright", "scipy", "open-spiel", "mypy", "pytest"}


def test_pins_name_no_index():
    """Whoever installs chooses where from; the files must work everywhere."""
    for path in (SCRIPTS.parent / "requirements").iterdir():
        assert "://" not in path.read_text("utf-8"), path.name
        assert "--find-links" not in path.read_text("utf-8"), path.name


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


class FakeService(BaseHTTPRequestHandler):
    """A source of advisories on this machine: knows something against one package."""

    knows: ClassVar[dict[str, str]] = {}
    broken: ClassVar[bool] = False

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        results = [
            {"vulns": [{"id": self.knows[name]}]} if name in self.knows else {}
            for name in (query["package"]["name"] for query in asked["queries"])
        ]
        body = json.dumps({"code": 3} if self.broken else {"results": results}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def service(audit, tmp_path, monkeypatch):
    with ThreadingHTTPServer(("127.0.0.1", 0), FakeService) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}/v1/querybatch"
        monkeypatch.setattr(audit, "ADVISORIES", url)
        monkeypatch.setattr(audit, "ask_index", lambda *_: [])
        monkeypatch.setattr(audit, "CACHE", tmp_path)
        monkeypatch.setattr(sys, "argv", ["audit", "--strict"])
        yield monkeypatch
        server.shutdown()


def test_a_known_vulnerability_fails(audit, service, capsys):
    """The real question over real HTTP, about our own pins."""
    service.setattr(FakeService, "knows", {"uvicorn": "GHSA-xxxx-1"})
    (pin,) = (p for p in audit.read_pins(audit.pins_text()) if p.name == "uvicorn")
    assert audit.main() == 1
    told = capsys.readouterr()
    assert f"PROBLEM: known vulnerability GHSA-xxxx-1: uvicorn {pin.version};" in told.err
    assert "requirements/advisories.toml" in told.err
    assert "Open Source Vulnerabilities was asked about everything" in told.out
    assert "NOT checked" not in told.out


def test_nothing_known_passes_also_when_strict(audit, service, capsys):
    assert audit.main() == 0
    assert "was asked about everything" in capsys.readouterr().out


def test_an_accepted_vulnerability_passes(audit, service, tmp_path):
    service.setattr(FakeService, "knows", {"uvicorn": "GHSA-xxxx-1"})
    file = audit.ROOT / "build" / "audit-test.toml"
    file.parent.mkdir(exist_ok=True)
    until = datetime.date.today() + datetime.timedelta(days=1)
    file.write_text(f'[[accepted]]\nid = "GHSA-xxxx-1"\nreason = "not used"\nuntil = {until}\n')
    service.setattr(audit, "ACCEPTED", file)
    try:
        assert audit.main() == 0
    finally:
        file.unlink()


def test_a_service_that_answers_something_else_counts_as_unreached(audit, service, capsys):
    def unreached(_):
        raise audit.Unreached("nobody there")

    service.setattr(audit, "ask_npm", unreached)
    service.setattr(FakeService, "broken", True)
    assert audit.main() == 3
    assert "known vulnerabilities were NOT checked" in capsys.readouterr().out
