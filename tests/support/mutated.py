"""How many mutated inputs parsers get: as `make test` can afford, or in full."""

import os

FULL = os.environ.get("SOMMET_FAULTS") == "full"
#: For each program in C++; the records, which Python reads, get a tenth of each kind.
INPUTS = int(os.environ.get("SOMMET_MUTATED_INPUTS") or (10_000_000 if FULL else 100_000))
