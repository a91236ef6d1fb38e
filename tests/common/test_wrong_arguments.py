"""Every public callable, with each argument in turn replaced by something it cannot use.

It may make sense of it; otherwise the error is one that Sommet raises itself, on a line with
`raise`, and not one that Python raises deeper inside.
"""

import ast
import functools
import io
import re
from pathlib import Path

import numpy as np
import pytest

from sommet import bots, match, pacal, programs, pylos, records, seeding, tablebase
from sommet.adapters import batch
from sommet.analysis import coach
from sommet.errors import SommetError
from sommet.tablebase.packed_file import shipped_path

WRONG = (None, "x", -1, 2**70, 1.5, b"", [], [None], object())
SOURCES = str(Path(pylos.__file__).parents[1])

STATE = pylos.State.start().play("1a1")
ROUND, SOLO = pacal.Round.deal(seed=1), pacal.Solo.deal(seed=1)
DEAL, SOLO_DEAL = ROUND.dealt, SOLO.dealt
MATCH = pacal.Match.start(deal=DEAL)
VIEW, SOLO_VIEW = ROUND.view(ROUND.actor), SOLO.view()
PYRAMID, OPTIONS, PYLOS_OPTIONS = pacal.Pyramid(), pacal.Options(), pylos.Options()
RECORD = records.Record.from_game(STATE)
CLOCK = match.Clock.fresh(match.TimeControl(1000), 0)
TABLE = tablebase.open_table(PYLOS_OPTIONS)
GENERATOR = seeding.Random(1)
BATCHES = [kind(2) for kind in (batch.PylosBatch, batch.PacalBatch, batch.SoloBatch)]
ACTIONS = np.zeros(2, np.int64)
SALT = bytes(16)
ENDING = {"winner": 0, "reason": "summit", "clause": "PYL-6"}


def on_one(method, name, make):
    """Return a call of a method that takes one of the items in a list."""
    return lambda item: method(**{name: make(item)})


#: Callables with arguments that they accept.
CALLS = [
    (pylos.format_cell, {"cell": 1}),
    (pylos.parse_cell, {"text": "1a1"}),
    (pylos.perft, {"state": STATE, "depth": 1}),
    (pylos.perft_split, {"state": STATE, "depth": 1}),
    (pylos.random_games, {"games": 1, "seed": 1, "options": PYLOS_OPTIONS}),
    (pylos.Move, {"source": None, "target": 1, "taken": ()}),
    (pylos.Move.parse, {"text": "1a1"}),
    (pylos.Options, {"preset": "expert", "squares": None, "lines": None, "takeback": "optional"}),
    (pylos.Options, {"reserve": "lose", "repetition": 3}),
    (pylos.Options.preset, {"name": "expert", "takeback": "optional"}),
    (pylos.State, {"options": "expert", "light": 0, "dark": 0, "side": 0, "earlier": ()}),
    (pylos.State.start, {"options": "expert"}),
    (pylos.State.parse, {"text": str(STATE), "options": "expert"}),
    (pylos.format_position, {"position": (0, 0, 0)}),
    (pylos.parse_position, {"text": str(STATE)}),
    (pylos.find_touch_refusals, {"state": STATE}),
    *((getattr(STATE, name), {"move": "1b1"}) for name in ("play", "is_legal", "find_move")),
    *((getattr(STATE, name), {"move": "1b1"}) for name in ("check_move", "why_not")),
    (STATE.ball_at, {"cell": 1}),
    (STATE.reserve, {"side": 0}),
    (STATE.to_svg, {"last_move": "1a1", "highlight": [], "arrows": [], "colours": {}, "width": 9}),
    (STATE.to_svg, {"orientation": 0}),
    (on_one(STATE.to_svg, "highlight", lambda cell: [cell]), {"item": "1a1"}),
    (on_one(STATE.to_svg, "arrows", lambda arrow: [arrow]), {"item": ("1a1", "1b1")}),
    (on_one(STATE.to_svg, "arrows", lambda c: [("1a1", "1b1", c)]), {"item": "red"}),
    (on_one(STATE.to_svg, "colours", lambda c: {"light": c}), {"item": "#123456"}),
    (pacal.Offer, {"a": 1, "b": 2}),
    (pacal.Take, {"card": 1}),
    (pacal.Build, {"field": 1}),
    (pacal.parse_action, {"text": "take 1"}),
    (pacal.format_action, {"action": pacal.Take(1)}),
    (pacal.format_setting, {"value": True}),
    (pacal.legal_fields, {"pyramid": PYRAMID, "card": 1, "options": OPTIONS}),
    (pacal.refusals, {"pyramid": PYRAMID, "card": 1, "options": OPTIONS}),
    (pacal.Deal, {"pyramids": DEAL.pyramids, "hands": DEAL.hands}),
    (pacal.SoloDeal, {"pyramid": SOLO_DEAL.pyramid, "pile": SOLO_DEAL.pile}),
    (pacal.format_deal, {"deal": DEAL}),
    (pacal.format_solo_deal, {"deal": SOLO_DEAL}),
    (pacal.parse_deal, {"text": str(DEAL)}),
    (pacal.parse_solo_deal, {"text": str(SOLO_DEAL)}),
    *((deal.from_seed, {"seed": 1}) for deal in (DEAL, SOLO_DEAL)),
    *((deal.from_deck, {"deck": DEAL.deck}) for deal in (DEAL, SOLO_DEAL)),
    *((deal.commit, {"salt": SALT}) for deal in (DEAL, SOLO_DEAL)),
    *((deal.verify, {"commitment": "0", "salt": SALT}) for deal in (DEAL, SOLO_DEAL)),
    (pacal.Match, {"round": ROUND, "earlier": ()}),
    (pacal.Match.start, {"options": OPTIONS, "deal": DEAL}),
    (pacal.Match.start, {"seed": 1}),
    (MATCH.play, {"action": str(MATCH.legal_moves[0])}),
    (MATCH.is_legal, {"action": str(MATCH.legal_moves[0])}),
    (MATCH.view, {"seat": 0}),
    (pacal.Options, {"rulebook": "en", "tie": None, "solo_cover": None, "cover_anytime": True}),
    (pacal.Options, {"neither_builds": "draw", "nobody_complete": "draw"}),
    (pacal.Options, {"equal_difference": "draw", "difference_cards": "all"}),
    (pacal.Options.preset, {"rulebook": "en", "tie": "largest"}),
    (pacal.format_pyramid, {"pyramid": PYRAMID}),
    (pacal.parse_pyramid, {"text": str(PYRAMID)}),
    (pacal.Round, {"options": OPTIONS, "deal": DEAL}),
    (pacal.Solo, {"options": OPTIONS, "deal": SOLO_DEAL}),
    *((game.deal, {"options": OPTIONS, "seed": 1}) for game in (pacal.Round, pacal.Solo)),
    (pacal.Round.from_deal, {"options": OPTIONS, "deal": DEAL}),
    (pacal.Solo.from_deal, {"options": OPTIONS, "deal": SOLO_DEAL}),
    (pacal.Round.replay, {"options": OPTIONS, "deal": DEAL, "history": ()}),
    (pacal.Solo.replay, {"options": OPTIONS, "deal": SOLO_DEAL, "history": ()}),
    *((game.is_legal, {"action": str(game.legal_moves[0])}) for game in (ROUND, SOLO, VIEW)),
    *((game.play, {"action": str(game.legal_moves[0])}) for game in (ROUND, SOLO)),
    *((game.legal_fields, {"seat": 0, "card": 1}) for game in (ROUND, VIEW)),
    *((game.refusals, {"seat": 0, "card": 1}) for game in (ROUND, VIEW)),
    *((game.to_svg, {"highlight": [1]}) for game in (ROUND, SOLO, VIEW, SOLO_VIEW)),
    *((view.sample, {"seed": 1}) for view in (VIEW, SOLO_VIEW)),
    (ROUND.to_svg, {"orientation": 0}),
    (ROUND.view, {"seat": 0}),
    (SOLO_VIEW.is_legal, {"action": str(SOLO_VIEW.legal_moves[0])}),
    (SOLO_VIEW.legal_fields, {"card": 1}),
    (SOLO_VIEW.refusals, {"card": 1}),
    (seeding.Random, {"seed": 1}),
    (GENERATOR.below, {"bound": 3}),
    (GENERATOR.shuffle, {"items": [1]}),
    (bots.make, {"game": "pylos", "spec": "greedy"}),
    (bots.names, {"game": "pylos"}),
    (bots.levels, {"game": "pylos"}),
    (bots.check_bot, {"bot": bots.make("pylos", "perfect"), "options": PYLOS_OPTIONS}),
    (bots.make("pylos", "greedy").choose, {"view": STATE, "seed": 1}),
    (bots.make("pacal", "greedy").choose, {"view": VIEW, "seed": 1}),
    (bots.make("solo", "greedy").choose, {"view": SOLO_VIEW, "seed": 1}),
    (coach.advise, {"view": VIEW}),
    (match.TimeControl, {"initial_ms": 1, "increment_ms": 0}),
    (match.TimeControl.days, {"count": 1}),
    (match.Clock.fresh, {"control": match.TimeControl(1), "at_ms": 0}),
    (CLOCK.remaining_at, {"seat": 0, "at_ms": 0}),
    (match.make_options, {"game": "pylos", "rules": "expert", "rulings": []}),
    (lambda ruling: match.make_options("pylos", "expert", [ruling]), {"ruling": "repetition=3"}),
    (records.Entry, {"text": "1a1", "comment": "", "clock_ms": None, "variations": ()}),
    (records.RoundRecord, {"entries": (), "deal": None, "comment": ""}),
    (records.RoundRecord, {"result": "1-0", "reason": "summit"}),
    (records.Record.from_game, {"game": STATE, "players": ("A", "B"), "ended": None, "tags": ()}),
    (records.Record.from_game, {"game": STATE, "date": None}),
    (records.Record, {"game": "pylos", "rules": "standard", "players": ("A", "B"), "tags": ()}),
    (
        functools.partial(records.Record, "pylos", "standard", ("A", "B")),
        {"rulings": (), "date": None, "seed": None, "position": None, "sealed": None, "rounds": ()},
    ),
    (records.format_record, {"record": RECORD}),
    (records.parse_record, {"text": records.format_record(RECORD)}),
    (lambda text: list(records.parse_all(text)), {"text": ""}),
    (records.replay_record, {"record": RECORD}),
    (records.read, {"source": io.StringIO()}),
    (lambda source: list(records.read_all(source)), {"source": io.StringIO()}),
    (records.write, {"target": io.StringIO(), "records": RECORD}),
    (tablebase.open_table, {"options": PYLOS_OPTIONS, "path": None}),
    (tablebase.value, {"state": STATE, "table": None}),
    (tablebase.move_values, {"state": STATE, "table": None}),
    (tablebase.PackedTable, {"path": shipped_path(PYLOS_OPTIONS), "options": None}),
    (tablebase.FullTable, {"path": "no such file", "options": None}),
    (TABLE.value, {"state": STATE}),
    (TABLE.values, {"states": [STATE]}),
    (batch.PylosBatch, {"size": 2, "options": PYLOS_OPTIONS, "seed": 1, "threads": 1}),
    (batch.PacalBatch, {"size": 2, "options": OPTIONS, "seed": 1, "threads": 1}),
    (batch.SoloBatch, {"size": 2, "options": OPTIONS, "seed": 1, "threads": 1}),
    *((games.reset, {"seed": 1}) for games in BATCHES),
    *((games.step, {"actions": ACTIONS}) for games in BATCHES),
    *((games.sample, {"out": None}) for games in BATCHES),
    *((games.deal_seed, {"game": 0}) for games in BATCHES[1:]),
    (programs.parse_view, {"text": programs.format_view(STATE)}),
    (programs.format_view, {"view": STATE}),
    (programs.ProgramBot, {"game": "pylos", "command": "true", "go": "", "patience_s": 1}),
]


@functools.cache
def raising_lines(file):
    found = set()
    for node in ast.walk(ast.parse(Path(file).read_text())):
        if isinstance(node, ast.Raise):
            found.update(range(node.lineno, node.end_lineno + 1))
    return found


def is_ours(error):
    """Return whether an error was raised by a line of Sommet, or is about a file."""
    place = error.__traceback__
    while place.tb_next is not None:
        place = place.tb_next
    file = place.tb_frame.f_code.co_filename
    raised = file.startswith(SOURCES) and place.tb_lineno in raising_lines(file)
    # The core's own errors are ValueError too: "a batch has 1 to … games, not …".
    core = isinstance(error, ValueError) and file.startswith(SOURCES) and "batch" in str(error)
    return raised or core or isinstance(error, OSError)


def name_of(call):
    return getattr(call, "__qualname__", repr(call))


@pytest.mark.parametrize(("call", "valid"), CALLS, ids=[name_of(call) for call, _ in CALLS])
def test_whatever_is_wrong_is_named(call, valid, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # where a file named "x" may be written
    raw = []
    for name in valid:
        for wrong in WRONG:
            try:
                call(**{**valid, name: wrong})
            except Exception as error:
                if not is_ours(error) or not str(error):
                    raw.append(f"{name}={wrong!r}: {error!r}")
    assert raw == []


def test_every_public_callable_is_tried():
    tried = {getattr(call, "__name__", "") for call, _ in CALLS} | {
        name_of(call).partition(".")[0] for call, _ in CALLS
    }
    tried |= {"parse_all", "read_all"}  # by lambdas
    # Values that the library makes, errors and protocols; and what takes no argument.
    made = "Landing MoveRefusal TouchRefusal FieldRefusal View SoloView Frame Replay RoundReplay"
    made += " Pyramid Bot Level Session Setup Speaker ProgramError InvalidTable NoTable Value"
    made += " Action Decline"
    public = {
        name
        for package in (pylos, pacal, bots, match, records, tablebase, programs)
        for name in package.__all__
        if callable(getattr(package, name))
    }
    assert public - tried - set(made.split()) == set()


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: pacal.Round.deal(seed="x"), "a seed is a whole number, not 'x'"),
        (lambda: pacal.Deal.from_seed(None), "a seed is a whole number, not None"),
        (lambda: batch.PylosBatch(2, "chess"), "no Pylos rules called 'chess'"),
        (lambda: batch.PacalBatch(2, "de"), "no Pacal rulebook 'de'"),
        (lambda: batch.PylosBatch(0), "the number of games is from 1 to"),
        (lambda: batch.PylosBatch(2**30), r"a batch has 1 to \d+ games, not 1073741824"),
        (lambda: BATCHES[0].step([1, 2]), "actions is an array .* not list"),
        (lambda: BATCHES[0].step(np.zeros((2, 2))), "not ndarray of 2 x float64"),
        (lambda: tablebase.open_table("x"), "no Pylos rules called 'x'"),
        (lambda: pylos.Move("1a1"), r"Move\('1a1'\) has no target.*Move.parse"),
        (lambda: pylos.Move(None, "9z9"), "'9z9'"),
        (lambda: pylos.Move.parse(1), "a move is a text, not int"),
        (lambda: STATE.to_svg(last_move=5), "a move or its text is needed, not int"),
        (lambda: STATE.to_svg(arrows=5), "arrows are needed in a list, not int"),
        (lambda: STATE.to_svg(arrows=("1a1", "2a1")), r"an arrow is \(cell, cell\)"),
        (lambda: pylos.format_cell("x"), "the number of a cell is a whole number, not 'x'"),
        (lambda: pylos.perft("x", 2), "a pylos.State is needed, not str"),
        (lambda: pylos.perft(STATE, 65), "the depth is from 0 to 64, not 65"),
        (lambda: records.replay_record(5), "a Record is needed, not int"),
        (lambda: pacal.Match.start(deal=5), "a Deal is needed, not int"),
        (lambda: pacal.Match.start(deal=DEAL, seed=1), "from a deal or from a seed"),
        (lambda: records.Record.from_game(STATE, ended="draw"), "is an Outcome.*not 'draw'"),
        (lambda: records.read(io.BytesIO(b"")), "opened for text is needed"),
        (lambda: programs.parse_view("chess"), "no game 'chess'; there are pylos, pacal, solo"),
        (lambda: programs.parse_view("solo"), "such as: position solo en"),
        (lambda: programs.ProgramBot("pylos", "x", go="for ever"), "go knows movetime"),
    ],
)  # fmt: skip
def test_what_was_wrong_is_said(call, said):
    with pytest.raises((SommetError, TypeError, ValueError), match=re.compile(said)):
        call()


def test_bytes_are_no_record(tmp_path):
    path = tmp_path / "games"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SommetError, match="not text in UTF-8"):
        records.read(path)
