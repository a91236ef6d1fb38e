"""`make bench` runs every bench/*.py without arguments, and some print what others rely on."""

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCH = Path(__file__).parents[2] / "bench"
SCRIPTS = sorted(BENCH.glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_bench_needs_no_arguments(script: Path) -> None:
    for node in ast.walk(ast.parse(script.read_text("utf-8"))):
        assert not (isinstance(node, ast.Attribute) and node.attr == "argv"), "use argparse"
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "add_argument":
            options = {keyword.arg: keyword.value for keyword in node.keywords}
            name = node.args[0].value if isinstance(node.args[0], ast.Constant) else ""
            optional = str(name).startswith("-") or "default" in options
            assert optional, f"{name} has no default"
            required = options.get("required")
            assert not (isinstance(required, ast.Constant) and required.value), name


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(Path(name).name, BENCH / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_move_takes_the_time_for_which_cores_were_busy() -> None:
    """As the table of f017225 has it: 0.48 cores at 202 moves a second."""
    cores = load("load/cores")
    assert cores.ms_per_move(0.48, 202) == 2.38
    assert cores.ms_per_move(0.48, 0.0) is None


def test_versions_are_compared_by_figures_that_both_print(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    versions = load("compare/versions")
    old, new = Path("old"), versions.ROOT
    prints = {
        ("pacal", old): {"pacal: rounds [rounds/s]": (100.0, True)},
        ("pacal", new): {"pacal: rounds [rounds/s]": (95.0, True)},
        ("search", old): {"search: 30 positions from games [ms]": (5.0, False)},
        ("search", new): {"search: from games, seed 1 [ms]": (5.0, False)},
    }
    monkeypatch.setattr(versions, "check_out", lambda _: old)
    monkeypatch.setattr(versions, "measure", lambda folder, name: prints[name, folder])
    command = ["versions.py", "f017225", "--rounds", "1", "--only"]
    monkeypatch.setattr(sys, "argv", [*command, "pacal"])
    assert versions.main() == 0
    assert "more than 10 % slower: nothing" in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", [*command, "pacal", "--only", "search"])
    assert versions.main() == 1
    assert capsys.readouterr().out.splitlines()[-1] == "no figure of both versions: search"
    prints["search", new] = {"search: 30 positions from games [ms]": (5.6, False)}
    assert versions.main() == 1
    assert capsys.readouterr().out.splitlines()[-1].startswith("more than 10 % slower: ['search:")
    prints["search", new] = {}
    with pytest.raises(SystemExit, match="search prints no figures"):
        versions.main()


def test_the_search_is_timed_in_positions_that_no_version_words_for_itself() -> None:
    """What versions.py times is in its own words: an older bench's have to be no others."""
    versions = load("compare/versions")
    assert list(versions.measure(versions.ROOT, "search")) == [
        f"search: 20,000 nodes of standard positions from {where} [ms]"
        for where in ("games", "the table")
    ]


@pytest.mark.parametrize(
    ("games", "said"),
    [
        (2000, "too few games: 0 of 10 bins have 1000"),
        pytest.param(100_000, "worst difference", marks=pytest.mark.soak),
    ],
)
def test_forecasts_from_ratings_come_true(games: int, said: str) -> None:
    """In each of ten bins within 2 points, with 1,000 players and 100,000 games."""
    program = [sys.executable, BENCH / "ratings.py", "--games", str(games)]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    *_, last = rows = done.stdout.splitlines()
    assert last.startswith(said)
    bins = [[float(each) for each in row.replace("(few)", "").split()] for row in rows[3:-1]]
    assert len(bins) == 10
    assert sum(count for count, *_ in bins) == games
    kept = all(abs(told - seen) <= 2 and count >= 1000 for count, told, seen, _ in bins)
    assert done.returncode == (0 if kept else 1)
    assert kept == (games == 100_000), done.stdout


@pytest.mark.soak
@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("lobby.py --guests 41 --servers 2", "100.0% within 2 s: ok"),
        ("server_latency.py --games 150 --seconds 4", "of processor time"),
        ("slow_games.py --games 300 --due 8", "bars kept"),
        (
            "arena.py --bots 8 --minutes 5 --kill-every 60 --servers 2 --think 3",
            "every result counted once: ok",
        ),
    ],
    ids=lambda part: part.split(".py")[0],
)
def test_what_measures_a_crowd_runs_at_a_small_size(command: str, said: str) -> None:
    script, *options = command.split()
    done = subprocess.run(
        [sys.executable, BENCH / script, *options], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].endswith(said)


def test_differences_in_resistance_are_taken_position_by_position(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two players that differ in one position of four, however hard the positions are."""
    results = tmp_path / "results"
    lines = []
    for opponent in ("level:6", "level:7"):
        for player, points in (("perfect", "2200"), ("search:9n", "2100"), ("search:9n", "....2")):
            lines += [
                f"expert lost 2 {player} {opponent} {number} {half} 30.0 10"
                for number, half in enumerate(points)
                if half != "."
            ]
    lines += ["expert lost 1 perfect level:6 0 0 9.0 1", "children lost 2 other level:6 0 0 9.0 1"]
    results.write_text("\n".join(lines) + "\n")
    load("pylos_resistance").print_table(results, ["perfect", "search:9n"], "2")
    head, _, one, _, every, *times = capsys.readouterr().out.splitlines()
    assert head == "| rules | from | against | perfect | search:9n | difference |"
    shares = "2 + 0 of 4: 50.0 ± 56.6 % | 2 + 1 of 5: 50.0 ± 43.8 %"
    assert one == f"| expert | lost | level:6 | {shares} | 12.5 ± 40.0 |"
    # The same differences against a second opponent tell nothing new about the positions: as wide
    # as 1.96 standard errors of 0, 1/2, 0, 0. (Above, so few games are taken for less certain.)
    assert every.split(" | ")[2:] == [
        "all",
        "4 + 0 of 8: 50.0 ± 56.6 %",
        "4 + 2 of 10: 50.0 ± 43.8 %",
        "12.5 ± 24.5 |",
    ]
    assert times[1:] == [
        "expert, perfect: 3.0 ms of processor time a move",
        "expert, search:9n: 3.0 ms of processor time a move",
    ]


def test_the_share_of_the_search_is_of_all_positions() -> None:
    program = [sys.executable, BENCH / "pylos_search.py", "--rules", "children", "--limit", "30n"]
    told = {}
    for more in ((), ("--critical",)):
        done = subprocess.run(
            [*program, "--positions", "40", "--seed", "3", "4", *more],
            capture_output=True,
            text=True,
            check=True,
        )
        told[more] = done.stdout.splitlines()
        assert [line.split("seed ")[-1][0] for line in told[more][:4]] == ["3", "3", "4", "4"]
    whole, part = (lines[-1].partition(", all: ")[2] for lines in told.values())
    positions, _, critical, *_ = whole.split()
    assert positions == "80"
    assert part.startswith(f"80 positions, {critical} of them critical: ")
    in_critical, in_others = (int(words.split()[0]) for words in whole.split(": ")[1].split(", "))
    assert part.split(": ")[1].startswith(
        f"{in_critical} errors in these, {80 - int(critical)} not"
    )
    assert f" {1 - (in_critical + in_others) / 80:.2%} of all moves keep the value" in whole
    assert f" {1 - in_critical / 80:.2%} of all moves keep the value" in part
    assert in_critical + in_others > 0


def test_the_network_without_reading_is_not_taken_for_level_8(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = load("pacal_match")
    monkeypatch.setattr(match, "compile_core", lambda: None)
    monkeypatch.setattr(match, "DuelCore", lambda *_: None)
    monkeypatch.setattr(sys, "argv", ["pacal_match.py", "--a", "reader:0"])
    with pytest.raises(SystemExit):
        match.main()
    assert "plays with --league" in capsys.readouterr().err
