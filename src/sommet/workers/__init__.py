"""Pools of workers for pure functions: this process, this machine's cores, or a Ray cluster.

A pool runs a function on many tasks; the results depend only on the tasks. So every pool gives the
same results, and a command only chooses which pool to use.
"""

from sommet.workers.options import add_pool_options, make_pool
from sommet.workers.pool import InProcess, Pool, Processes, cut

__all__ = ["InProcess", "Pool", "Processes", "add_pool_options", "cut", "make_pool"]
