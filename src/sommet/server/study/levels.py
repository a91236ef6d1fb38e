"""The levels of a game with their measured strength."""

from sommet import bots
from sommet.bots.level_strengths import strengths
from sommet.server.protocol import study
from sommet.server.protocol.base import GameName


def list_levels(game: GameName, preset: str) -> study.LevelList:
    """Return the levels of a game, weakest first."""
    return study.LevelList(
        game=game,
        preset=preset,
        levels=[
            study.LevelStrength(
                level=level.number,
                spec=f"level:{level.number}",
                key=level.key,
                elo=elo,
                margin=margin,
            )
            for level, (elo, margin) in zip(bots.levels(game), strengths(game, preset), strict=True)
        ],
    )
