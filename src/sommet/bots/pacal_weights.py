"""The networks that come with the package: one file each, with checksum and provenance.

A file is one line of JSON that says what the network is, how it was made and what its numbers
hash to, then the numbers in the order of engine/pacalbot/net.hpp: little-endian float32, or float16
where the first line says so.
`sommet.learn.ship` writes such files.
"""

import functools
import hashlib
import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import numpy as np

from sommet.engine import pacalbot as core
from sommet.errors import SommetError

_FOLDER = files("sommet.bots") / "data"


class InvalidWeights(SommetError):  # noqa: N818 - named for what it is
    """A weights file that is broken or belongs to something else."""


@dataclass(frozen=True, slots=True)
class WeightsFile:
    """A weights file: what it says about itself, and its numbers as bytes."""

    provenance: dict[str, Any]
    numbers: bytes

    @property
    def floats(self) -> bytes:
        """The numbers as float32, whatever the file keeps."""
        if self.provenance.get("numbers") == "float16":
            return np.frombuffer(self.numbers, "<f2").astype("<f4").tobytes()
        return self.numbers


def format_weights(file: WeightsFile) -> bytes:
    """Return the file's bytes; the checksum is added to the first line."""
    head = {**file.provenance, "sha256": hashlib.sha256(file.numbers).hexdigest()}
    return json.dumps(head, sort_keys=True).encode() + b"\n" + file.numbers


def parse_weights(data: bytes) -> WeightsFile:
    """Return what a weights file holds; inverse of `format_weights`.

    Raises:
        InvalidWeights: The first line cannot be read, or the checksum does not fit the numbers.
    """
    line, _, numbers = data.partition(b"\n")
    try:
        head = json.loads(line)
        expected = head.pop("sha256")
    except (ValueError, KeyError, AttributeError):
        raise InvalidWeights("a weights file begins with a line of JSON and a checksum") from None
    if hashlib.sha256(numbers).hexdigest() != expected:
        raise InvalidWeights("the numbers of a weights file do not fit its checksum")
    return WeightsFile(head, numbers)


def shipped(name: str) -> WeightsFile:
    """Return the weights file `pacal-NAME.weights` of the package, checked."""
    return parse_weights((_FOLDER / f"pacal-{name}.weights").read_bytes())


@functools.cache
def duel_brain() -> core.DuelBrain:
    """Return the duel's two networks, read once: trained apart, they judge together."""
    return core.DuelBrain(shipped("duel-1").floats, shipped("duel-2").floats)


@functools.cache
def solo_brain() -> core.SoloBrain:
    """Return the network of the solo game with covering, read once."""
    return core.SoloBrain(shipped("solo").floats)
