"""Files of numbers that a network or an evaluation is made of, with checksum and provenance.

A file is one line of JSON that says what the numbers are, how they were made and what they hash
to, then the numbers. `sommet.learn.ship` writes such files.
"""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from sommet.errors import SommetError


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
