"""Many hands for pure functions: this process, this machine's cores, or a Ray cluster.

What is spread is a function and its tasks; what comes back depends on the tasks alone. So every
crew gives the same results, and a command only chooses which crew does its work.
"""

from sommet.crew.crew import Alone, Crew, Processes, cut
from sommet.crew.hiring import add_crew_options, hire

__all__ = ["Alone", "Crew", "Processes", "add_crew_options", "cut", "hire"]
