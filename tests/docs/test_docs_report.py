"""The report says what can be counted, and what the pages that it takes figures from say."""

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def report():
    sys.path.insert(0, str(ROOT / "scripts/data"))
    spec = importlib.util.spec_from_file_location("report", ROOT / "scripts/data/report.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["report"] = module
    spec.loader.exec_module(module)
    return module


def test_the_reports_figures_are_those_counted_and_measured(report, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["report.py", "--check"])
    assert report.main() == 0


def test_a_wrong_figure_is_reported(report):
    text = report.REPORT.read_text("utf-8")
    assert list(report.problems(text)) == []
    found = list(
        report.problems(text.replace("2,257,858,569", "2,257,858,570").replace("60.02 %", "61 %"))
    )
    assert any("2,257,858,569" in problem for problem in found)
    assert any("60.02 %" in problem and "the report" in problem for problem in found)
    [problem] = report.problems(text.replace("(report/responders.svg)", "()"))
    assert "responders.svg" in problem


def test_a_result_or_picture_that_is_not_of_the_data_is_reported(report, monkeypatch, capsys):
    figures = report.report_figures
    monkeypatch.setattr(figures, "results", lambda: f"{figures.RESULTS_HEAD} loss in 40 |\n")
    monkeypatch.setattr(figures, "figures", lambda: {"responders.svg": "<svg/>"})
    monkeypatch.setattr(report, "problems", lambda _: ())
    monkeypatch.setattr(sys, "argv", ["report.py", "--check"])
    assert report.main() == 1
    errors = capsys.readouterr().err
    assert "report.md is not what make report writes" in errors
    assert "responders.svg is not what make report writes" in errors
