"""A benchmark for learning with exact answers: Pylos positions with the known value of each move.

`python -m sommet.learn.pylos_benchmark` trains the baselines on the shipped positions and prints a
table of results; `python -m sommet.learn.pylos_benchmark --make` draws new positions from a solved
table (`sommet solve pylos`, SOMMET_TABLES).
"""

from sommet.learn.pylos_benchmark.dataset import Dataset, load_dataset, load_shipped
from sommet.learn.pylos_benchmark.metrics import Score, judge

__all__ = ["Dataset", "Score", "judge", "load_dataset", "load_shipped"]
