"""How much anybody may send: buckets that fill with time."""

from collections import OrderedDict
from dataclasses import dataclass


@dataclass(slots=True)
class Bucket:
    """Allows `burst` at once and `per_second` over time. Time is passed in, in seconds."""

    per_second: float
    burst: float
    level: float
    at_s: float

    @classmethod
    def full(cls, per_second: float, burst: float, at_s: float) -> "Bucket":
        """Return a bucket from which the whole burst can be taken."""
        return cls(per_second, burst, burst, at_s)

    def take(self, at_s: float) -> bool:
        """Take one if there is one."""
        self.level = min(self.burst, self.level + max(0.0, at_s - self.at_s) * self.per_second)
        self.at_s = at_s
        if self.level < 1.0:
            return False
        self.level -= 1.0
        return True


class Buckets:
    """One bucket per address; the longest unused ones are forgotten (they would be full again)."""

    def __init__(self, per_second: float, burst: float, *, keep: int = 10_000) -> None:
        self._per_second = per_second
        self._burst = burst
        self._keep = keep
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, at_s: float) -> bool:
        """Take one from the bucket of `address` if there is one."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket.full(self._per_second, self._burst, at_s)
            if len(self._buckets) > self._keep:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take(at_s)
