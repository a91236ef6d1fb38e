"""What is put into the package: whoever reads it meanwhile keeps what was there before."""

import json

import numpy as np
import pytest

from sommet.bots.weights_file import parse_weights
from sommet.learn import pylos_network_file as shape
from sommet.learn import ship


@pytest.mark.parametrize(
    ("name", "file"),
    [("pacal-solo", "pacal-solo.weights"), ("pylos-expert", "pylos-network-expert.xz")],
)
def test_weights_replace_the_old_ones_whole(name, file, tmp_path, monkeypatch):
    trained, curve, data = tmp_path / "trained", tmp_path / "curve.json", tmp_path / "data"
    if name.startswith("pylos-"):
        np.zeros_like(shape.read_numbers(ship.DATA / file)).tofile(trained)
    else:
        np.arange(10, dtype="<f4").tofile(trained)
    curve.write_text(json.dumps([{"samples": 7}]))
    data.mkdir()
    (data / file).write_bytes(b"old")
    monkeypatch.setattr(ship, "DATA", data)
    with (data / file).open("rb") as before:
        target = ship.ship(name, trained, curve, "the command")
        assert before.read() == b"old"
    assert list(data.iterdir()) == [target] == [data / file]
    if name == "pacal-solo":
        numbers = np.frombuffer(parse_weights(target.read_bytes()).floats, "<f4")
        assert numbers.tolist() == list(range(10))
    else:
        assert not shape.read_numbers(target).any()
