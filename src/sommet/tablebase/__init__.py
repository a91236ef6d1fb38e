"""Pylos solved: build a table, verify it, probe it.

>>> from sommet.pylos import Options, State
>>> from sommet.tablebase import value
>>> value(State.start(Options.preset("children"))).word
'loss'

Names are loaded when they are first asked for, so that the GPU solver works without the compiled
core.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sommet.tablebase.full_table import FullTable, Value
    from sommet.tablebase.packed_file import PackedTable
    from sommet.tablebase.probe import NoTable, move_values, open_table, value
    from sommet.tablebase.rules_tag import InvalidTable

_HOME = {
    "FullTable": "full_table",
    "InvalidTable": "rules_tag",
    "NoTable": "probe",
    "PackedTable": "packed_file",
    "Value": "full_table",
    "move_values": "probe",
    "open_table": "probe",
    "value": "probe",
}

__all__ = [
    "FullTable",
    "InvalidTable",
    "NoTable",
    "PackedTable",
    "Value",
    "move_values",
    "open_table",
    "value",
]


def __getattr__(name: str) -> Any:
    """Load a name from its module."""
    if name not in _HOME:
        raise AttributeError(f"module 'sommet.tablebase' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(f"sommet.tablebase.{_HOME[name]}"), name)
