from pathlib import Path

import pytest

GOLDEN = Path(__file__).parents[1] / "match" / "golden"
BROKEN = '[Game "pylos"]\n[Rules "standard"]\n[Light "A"]\n[Dark "B"]\n\n1. 1a1 1b1\n2. 2a1\n'


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.txt")), ids=lambda file: file.stem)
@pytest.mark.parametrize("flags", [[], ["--plain"], ["--moves"]], ids=str)
def test_every_golden_record_is_printed(sommet, file, flags):
    status, out, err = sommet("replay", file, *flags)
    assert (status, err) == (0, "")
    if "--plain" in flags:
        assert out.isascii()


def test_moves_are_told_with_names_clocks_and_comments(sommet):
    _, out, _ = sommet("replay", GOLDEN / "pylos-annotated.txt", "--moves")
    assert '1. Grace: 2a1 (4:58.25) {Up at once.}\n2. Ada "the builder" L.: 1c3 (4:59)\n' in out
    assert out.endswith('Grace wins: Ada "the builder" L. ran out of time (PYL-9).\n')
    assert "Event: Club evening" in out


def test_boards_are_drawn_after_each_move(sommet):
    _, out, _ = sommet("replay", GOLDEN / "pylos-standard.txt")
    assert out.count("level 1       level 2") == 36


def test_rounds_and_their_endings_are_told(sommet):
    _, out, _ = sommet("replay", GOLDEN / "pacal-match.txt", "--moves")
    assert "Pacal, fr rulebook, cover-anytime=off" in out
    assert [f"Round {n}" in out for n in range(1, 7)] == [True] * 5 + [False]
    assert out.count("(PAC-7).") == 5
    assert "won three rounds (PAC-9)." in out


def test_a_running_round_is_told_without_hidden_cards(sommet):
    _, out, _ = sommet("replay", GOLDEN / "pacal-last-cards.txt", "--plain")
    assert "hidden card" in out
    assert out.rstrip().endswith("Not over yet.")


def test_standard_input_is_read(sommet):
    text = (GOLDEN / "solo-fr.txt").read_text("utf-8")
    _, out, _ = sommet("replay", "-", "--moves", typed=text)
    assert "Lost after 8 cards: stuck (PAC-12)." in out


def test_a_broken_record_names_file_line_and_reason(sommet, tmp_path):
    file = tmp_path / "broken.txt"
    file.write_text(BROKEN)
    status, out, err = sommet("replay", file)
    assert (status, out) == (2, "")
    assert err.startswith(f"sommet: {file}, line 7: 2a1 is not allowed: 2a1 rests on")
    assert "PYL-2" in err
    status, _, err = sommet("replay", "-", typed=BROKEN)
    assert "standard input, line 7" in err


def test_a_missing_file_is_one_clear_line(sommet):
    status, _, err = sommet("replay", "nowhere.txt")
    assert status == 2
    assert "cannot read nowhere.txt" in err


def test_what_play_saves_replay_reads(sommet, tmp_path):
    file = tmp_path / "game.txt"
    sommet("play", "pacal", "--watch", "random", "random", "--seed", 3, "--save", file)
    status, out, _ = sommet("replay", file, "--moves")
    assert status == 0
    assert "(PAC-9)" in out
