"""Rate limits: token buckets that refill over time."""

from collections import Counter, OrderedDict
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


@dataclass(frozen=True, slots=True)
class Client:
    """Whom a request comes from, as hashes.

    Attributes:
        address: The IPv4 address, or the IPv6 network of 64 bits, which is one household's.
        network: The IPv6 network of 48 bits around it, the most that one customer usually gets;
            None for IPv4.
    """

    address: str
    network: str | None = None


#: A customer's whole IPv6 network may do as much as this many addresses.
NETWORK_SHARE = 16
#: … and has at most this part of what a process has for everybody.
NETWORK_PART = 1 / 4


class Buckets:
    """One bucket per key; the longest unused ones are forgotten (they would be full again)."""

    def __init__(self, per_second: float, burst: float, *, keep: int = 10_000) -> None:
        self._per_second = per_second
        self._burst = burst
        self._keep = keep
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, at_s: float, *, share: float = 1.0) -> bool:
        """Take one from the bucket of `key`, which is `share` times as large, if there is one."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = Bucket.full(self._per_second * share, self._burst * share, at_s)
            self._buckets[key] = bucket
            if len(self._buckets) > self._keep:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.take(at_s)

    def take_for(self, client: Client, at_s: float) -> bool:
        """Take one for a client, from its address and from the network around it."""
        allowed = self.take(client.address, at_s)
        if allowed and client.network is not None:
            return self.take(client.network, at_s, share=NETWORK_SHARE)
        return allowed


class Counts:
    """How many of something each client has, with a limit per address and per network.

    Of `total` for everybody no network gets more than a part, unless one address may have more.
    """

    def __init__(self, limit: int, total: int) -> None:
        self._limit = limit
        self._network_limit = max(limit, min(limit * NETWORK_SHARE, int(total * NETWORK_PART)))
        self._counts: Counter[str] = Counter()

    def is_full(self, client: Client) -> bool:
        """Return whether the client has as many as it may have."""
        if self._counts[client.address] >= self._limit:
            return True
        network = client.network
        return network is not None and self._counts[network] >= self._network_limit

    def add(self, client: Client, number: int) -> None:
        """Count `number` more, or fewer."""
        for key in filter(None, (client.address, client.network)):
            self._counts[key] += number
            if not self._counts[key]:
                del self._counts[key]

    def __len__(self) -> int:
        """Return how many keys have any."""
        return len(self._counts)
