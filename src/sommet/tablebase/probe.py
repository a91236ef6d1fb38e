"""Ask the tables: the value of a position and of each of its moves.

A folder named by the environment variable SOMMET_TABLES may hold full tables (`sommet solve`);
they answer with distances. Otherwise the shipped tables answer with win, loss or draw, for the rule
sets that have one.
"""

import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from sommet.arguments import check_kind, check_path
from sommet.errors import SommetError
from sommet.pylos import Options, State
from sommet.pylos.move_values import MoveValues
from sommet.pylos.options import find_options
from sommet.tablebase.build import is_complete, table_path
from sommet.tablebase.full_table import Boards, FullTable, Value
from sommet.tablebase.packed_file import PackedTable, is_packed, shipped_path
from sommet.tablebase.rules_tag import deciding_rules, rules_name

FOLDER_VARIABLE = "SOMMET_TABLES"


class Table(Protocol):
    """What full and packed tables have in common."""

    options: Options

    def board_values(self, own: Boards, other: Boards) -> list[Value]:
        """Return the value of each position, given as balls of the side to move and the other."""

    def values(self, states: Sequence[State]) -> list[Value]:
        """Return the value of each state for its side to move."""

    def value(self, state: State) -> Value:
        """Return the value of one state."""


class NoTable(SommetError):  # noqa: N818 - named for what it is
    """There is no table for these rules here."""


@lru_cache(maxsize=16)
def _open(path: Path, options: Options) -> Table:
    return PackedTable(path, options) if is_packed(path) else FullTable(path, options)


def open_table(options: Options | str, path: str | os.PathLike[str] | None = None) -> Table:
    """Return the best table at hand for these rules.

    Args:
        options: The rules, or the name of a preset; rulings that change no value
            (`deciding_rules`) make no difference.
        path: A table file; None looks in SOMMET_TABLES, then among the shipped ones.

    Raises:
        NoTable: there is none.
        InvalidTable: the file is damaged or for other rules.
    """
    options = deciding_rules(find_options(options))
    if path is not None:
        return _open(check_path(path), options)
    shipped = shipped_path(options)
    folder = os.environ.get(FOLDER_VARIABLE)
    if folder:
        full = table_path(Path(folder), options)
        # While one is being made, or was interrupted, the shipped one still answers.
        if full.exists() and (is_complete(full, options) or not shipped.exists()):
            return _open(full, options)
    if shipped.exists():
        return _open(shipped, options)
    raise NoTable(
        f"no table for {rules_name(options)}: `{solve_command(options)}` makes one, and "
        f"{FOLDER_VARIABLE}=tables then finds it"
    )


def solve_command(options: Options) -> str:
    """Return what to type for a full table of these rules in the folder `tables`."""
    words = ["sommet solve pylos --rules", options.preset_name]
    words += [
        f"--{name} {options.rulings()[name]}"
        for name in ("takeback", "reserve")
        if name in options.rulings()
    ]
    return " ".join([*words, "--out tables"])


def value(state: State, table: Table | None = None) -> Value:
    """Return what a position is worth to the side to move, its history set aside."""
    return _choose_table(state, table).value(state)


def move_values(state: State, table: Table | None = None) -> MoveValues[Value]:
    """Return what each legal move is worth to the side that plays it, by move or its text."""
    table = _choose_table(state, table)
    moves = state.legal_moves
    after = table.values([state.play(move) for move in moves])
    worths = (worth.for_the_other() for worth in after)
    return MoveValues(dict(zip(moves, worths, strict=True)))


def _choose_table(state: State, table: Table | None) -> Table:
    check_kind(state, State, "a pylos.State")
    if table is None:
        return open_table(state.options)
    if not hasattr(table, "board_values"):
        raise TypeError(f"an open table is needed (open_table), not {type(table).__name__}")
    return table
