"""What people read about the levels, in English; each text has a key for translators.

The key of a name is `level.GAME.NUMBER.name`, that of the sentence `level.GAME.NUMBER.about`.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LevelText:
    """A level's name and one sentence about it."""

    name: str
    about: str


TEXTS: dict[str, tuple[LevelText, ...]] = {
    "pylos": (
        LevelText("Valley", "Plays its first games and sees little of what you are up to."),
        LevelText("Meadow", "Knows the rules, but overlooks most raises and many squares."),
        LevelText("Forest", "Takes back when it notices, and often notices too late."),
        LevelText("Hut", "Thinks of your answer and still misses one chance in five."),
        LevelText("Ridge", "Plans a few moves ahead; now and then a square slips by."),
        LevelText("Wall", "Rarely overlooks anything, and counts balls well."),
        LevelText("Glacier", "Sees far ahead and forgives almost nothing."),
        LevelText(
            "Summit", "Plays perfectly where the game is solved, and as well as it can elsewhere."
        ),
    ),
    "pacal": (
        LevelText("Sand", "Builds its first pyramid and often puts a number where it hurts."),
        LevelText("Clay", "Knows which gaps are tight, and forgets it half of the time."),
        LevelText("Brick", "Keeps its own pyramid in order and looks little at yours."),
        LevelText("Mortar", "Offers with thought, and still gives good cards away."),
        LevelText("Stone", "Weighs both pyramids; small errors add up over a round."),
        LevelText("Pillar", "Rarely misplaces a card and hurries you with its offers."),
        LevelText("Temple", "Counts every card that is left and makes only small mistakes."),
        LevelText(
            "King Pacal",
            "The strongest player there is; it guesses what you hold and plays for it.",
        ),
    ),
}


def find_text(game: str, number: int) -> LevelText | None:
    """Return the text of a level, or None where there is none."""
    texts = TEXTS.get(game, ())
    return texts[number - 1] if number <= len(texts) else None
