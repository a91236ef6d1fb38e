"""Draw the pictures of the rules and the README again: docs/rules/img/*.svg.

`make draw-rules` runs it. The pictures are what the library draws of the positions below.
"""

from pathlib import Path

from sommet import pacal, pylos
from sommet.pacal import Pyramid, Round, Solo, SoloView, parse_pyramid
from sommet.pylos import State, parse_cell

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "rules" / "img"
#: The same boards without their plans, for the rules on the page.
PAGE_FOLDER = ROOT / "web" / "src" / "rules" / "img"
# Played out by two greedy bots from seed 7; any fixed round would do.
ROUND = """offer 16 17, take 16, build 7, build 7, offer 33 35, take 35, build 3, build 4,
offer 24 28, take 28, build 5, build 5, offer 49 50, take 50, build 1, build 1,
offer 30 31, take 30, build 4, build 4, offer 25 26, take 26, build 4, build 6, offer 5 11"""
GAME = "1b2 1c3 1b3 1c2 2b2 1a2 1a3 1b1 2a2 1c1 1a4 1b4 1a1 2b1 2a1"
# The rulebooks' example: 33 and 21 are second cards, 18 and 16 are not.
COVERED = "47 40 33/36 21/24 . 18 16 . 9 3"


def pylos_boards() -> dict[str, tuple[State, tuple[str, ...]]]:
    """Return each Pylos position by its picture's name, with the cells to bring out."""
    stack = State.parse("LD../DL../...L/....|.../.../...|../..|. L")
    taking = State.parse("LLD./LL../.DD./....|.../.../...|../..|. D")
    lifting = State.parse("DLDL/LDL./DLD./....|LL./L../...|../..|. L")
    squared = State.parse("DLD./LDL./DLD./....|LL./LL./...|../..|. D")
    line = State.parse("LLLL/D.D./.D../....|.../.../...|../..|. D", pylos.Options.preset("expert"))
    upper_line = State.parse(
        "DLDL/LDLD/..../....|LLL/.../...|../..|. D", pylos.Options.preset("expert")
    )
    summit = State.parse("LDLD/DLDL/LDLD/DLDL|DLD/LDL/DLD|LL/DD|. L")
    return {
        "pylos-start": (State.start(), ()),
        "pylos-stack": (stack, ("2a1",)),
        "pylos-square": (taking, ("1a1", "1b1", "1a2", "1b2")),
        "pylos-raise": (lifting, ("1d1", "2b2")),
        "pylos-raise-square": (squared, ("2a1", "2b1", "2a2", "2b2")),
        "pylos-raise-taken": (lifting.play("1d1>2b2-2a1-2b2"), ("2a1", "2b2")),
        "pylos-line": (line, ("1a1", "1b1", "1c1", "1d1")),
        "pylos-line-2": (upper_line, ("2a1", "2b1", "2c1")),
        "pylos-summit": (summit, ("4a1",)),
    }


def draw_board(state: State, cells: tuple[str, ...], *, plans: bool = True) -> str:
    return state.to_svg(highlight=[parse_cell(cell) for cell in cells], plans=plans)


def pylos_pictures() -> dict[str, str]:
    """Return each Pylos picture by its name."""
    game = State.start()
    for move in GAME.split():
        game = game.play(move)
    boards = {name: draw_board(*board) for name, board in pylos_boards().items()}
    return {"pylos": game.to_svg(plans=False), **boards}


def look(pyramid: Pyramid, card: int) -> SoloView:
    """Return a pyramid with a card drawn for it, as a player sees it."""
    return SoloView(
        options=pacal.Options(),
        pyramid=pyramid,
        card=card,
        drawn=(*pyramid.cards, card),
        unseen=(),
        history=(),
        legal_moves=(),
        outcome=None,
    )


def pacal_pictures() -> dict[str, str]:
    """Return each Pacal picture by its name."""
    duel = Round.deal(pacal.Options(), seed=7)
    for action in ROUND.replace("\n", " ").split(","):
        duel = duel.play(action.strip())
    covered = parse_pyramid(COVERED)
    return {
        "pacal": duel.view(0).to_svg(),
        "pacal-fields": Solo.deal(pacal.Options(), seed=1).to_svg(),
        "pacal-cover-26": look(covered, 26).to_svg(),
        "pacal-cover-17": look(covered, 17).to_svg(),
    }


def pictures() -> dict[str, str]:
    """Return every picture of the docs by its name."""
    return pylos_pictures() | pacal_pictures()


def page_pictures() -> dict[str, str]:
    """Return every picture of the page by its name; the page draws Pacal itself."""
    return {name: draw_board(*board, plans=False) for name, board in pylos_boards().items()}


if __name__ == "__main__":
    for folder, drawn in ((FOLDER, pictures()), (PAGE_FOLDER, page_pictures())):
        folder.mkdir(parents=True, exist_ok=True)
        for name, svg in drawn.items():
            (folder / f"{name}.svg").write_text(svg.rstrip("\n") + "\n", encoding="utf-8")
            print((folder / f"{name}.svg").relative_to(ROOT))
