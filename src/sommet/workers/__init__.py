"""Many hands for pure functions: this process, this machine's cores, or a Ray cluster.

What is spread is a function and its tasks; what comes back depends on the tasks alone. So every
pool gives the same results, and a command only chooses which pool does its work.
"""

from sommet.workers.options import add_pool_options, make_pool
from sommet.workers.pool import InProcess, Pool, Processes, cut

__all__ = ["InProcess", "Pool", "Processes", "add_pool_options", "cut", "make_pool"]
