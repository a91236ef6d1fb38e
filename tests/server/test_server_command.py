"""`sommet serve` and `sommet` alone, as processes."""

import argparse
import contextlib
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from seat_client import PATIENCE_S

from sommet.cli.hosting import serve
from sommet.server.run import address_of, bind, has_browser


def launch(folder: Path, *arguments: str) -> "subprocess.Popen[str]":
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY")
    }
    return subprocess.Popen(
        [sys.executable, "-m", "sommet.cli.main", *arguments],
        env={**environment, "XDG_DATA_HOME": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def address_in(line: str) -> str:
    found = re.search(r"http://\S+", line)
    assert found is not None, line
    return found[0]


def test_it_serves_on_a_free_port_and_ends_cleanly(tmp_path: Path) -> None:
    process = launch(tmp_path, "serve", "--open", "--port", "0")
    assert process.stdout is not None
    try:
        address = address_in(process.stdout.readline())
        assert httpx.get(address + "healthz", timeout=PATIENCE_S).status_code == 200
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 0
    assert "all games are kept" in err
    assert "Traceback" not in out + err
    assert (tmp_path / "sommet" / "sommet.sqlite3").is_file()


def test_a_taken_port_is_one_clear_line(tmp_path: Path) -> None:
    with bind("127.0.0.1", 0) as taken:
        taken.listen()
        port = str(taken.getsockname()[1])
        process = launch(tmp_path, "serve", "--port", port)
        _, err = process.communicate(timeout=120)
    assert process.returncode == 2
    assert f"cannot listen on 127.0.0.1:{port}" in err
    assert "Sommet may be running already; --port chooses another port" in err
    assert len(err.splitlines()) == 1


def test_alone_it_always_serves_on_the_same_port(tmp_path: Path) -> None:
    """A browser keeps what it remembers by port; a new one each time would lose it."""
    with contextlib.ExitStack() as held:
        with contextlib.suppress(OSError):  # taken already: as good
            held.enter_context(bind("127.0.0.1", serve.DEFAULT_PORT)).listen()
        process = launch(tmp_path)
        _, err = process.communicate(timeout=120)
    assert process.returncode == 2
    assert f"cannot listen on 127.0.0.1:{serve.DEFAULT_PORT}" in err


def test_friends_get_an_address_that_reaches_this_machine(tmp_path: Path) -> None:
    with bind("127.0.0.1", 0) as listener:
        assert serve.network_address(listener) is None
    process = launch(tmp_path, "serve", "--host", "0.0.0.0", "--port", "0")
    assert process.stdout is not None
    try:
        assert "localhost" in process.stdout.readline()
        with bind("0.0.0.0", 0) as listener:
            if serve.network_address(listener) is None:
                return  # a machine without a network
        friends = address_in(process.stdout.readline())
        assert "localhost" not in friends
        assert httpx.get(friends + "healthz", timeout=PATIENCE_S).status_code == 200
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(("--port", "70000"), "65535"), (("--drain", "-1"), "drain_s: ")],
)
def test_wrong_settings_are_refused(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    process = launch(tmp_path, "serve", *arguments)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 2
    assert words in err


def test_addresses_are_ones_a_browser_can_open() -> None:
    with bind("0.0.0.0", 0) as listener:
        assert address_of(listener).startswith("http://localhost:")
    with bind("127.0.0.1", 0) as listener:
        assert address_of(listener).startswith("http://127.0.0.1:")


def test_without_a_screen_there_is_no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not has_browser()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert has_browser()


def test_every_option_is_documented() -> None:
    parser = argparse.ArgumentParser(add_help=False)
    serve.configure(parser)
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
    for action in parser._actions:
        for option in action.option_strings:
            assert f"| `{option}` |" in page
