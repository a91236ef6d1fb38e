"""Pacal for the page: the solo game."""

from collections.abc import Sequence
from typing import Any, cast

from sommet.match.game_progress import GameProgress
from sommet.match.pacal_progress import SoloProgress
from sommet.pacal import Options, Solo, SoloDeal, SoloView, parse_solo_deal
from sommet.server.protocol import boards
from sommet.server.protocol.base import RulingInForce, RulingValue
from sommet.server.protocol.http import Preset, Ruling
from sommet.server.protocol.table import MatchScore
from sommet.server.tables.presenters.face import Last, Sealed, wire_commitment, wire_ending
from sommet.server.tables.presenters.pacal import PacalFace, wire_fields, wire_pyramid


class SoloFace:
    """Solo: one player, who sees the card drawn and never the pile."""

    presets: Sequence[Preset] = PacalFace.presets
    rulings: Sequence[Ruling] = PacalFace.rulings
    fixed: Sequence[RulingInForce] = ()

    def options(self, preset: str, rulings: dict[str, RulingValue]) -> Options:
        """Return the options of a book with some rulings changed."""
        return Options.preset(preset, **cast(dict[str, str | bool], rulings))

    def in_force(self, options: Any, seat: str) -> list[RulingInForce]:  # noqa: ARG002
        """Return the two that matter alone: whether one may cover, and when."""
        assert isinstance(options, Options)
        cover, anytime = options.solo_cover, options.cover_anytime
        book = Options.preset(options.rulebook).solo_cover
        return [
            RulingInForce(
                name="solo_cover",
                clause="PAC-12",
                value=cover,
                default=book,
                is_default=cover == book,
            ),
            RulingInForce(
                name="cover_anytime",
                clause="PAC-R6",
                value=anytime,
                default=True,
                is_default=anytime,
            ),
        ]

    def begin(self, options: Any) -> GameProgress:
        """Return a game before its deal."""
        assert isinstance(options, Options)
        return SoloProgress(options)

    def deal(self, deck: bytes) -> str:
        """Return the deal of 50 shuffled cards."""
        return str(SoloDeal.from_deck(deck))

    def view(self, progress: GameProgress, seat: int) -> SoloView:  # noqa: ARG002 - there is one seat
        """Return what the player may know."""
        return self._solo(progress).view()

    def replay_board(self, state: Any, last: Last | None) -> boards.SoloBoard:  # noqa: ARG002
        """Return the game, with the face-down cards once it is over."""
        if isinstance(state, Solo):
            return wire_solo(state.view(), opened=state)
        assert isinstance(state, SoloView)
        return wire_solo(state)

    def match_score(
        self,
        progress: GameProgress,  # noqa: ARG002 - a solo game is one round
        sealed: Sequence[Sealed],  # noqa: ARG002
    ) -> MatchScore | None:
        """Return nothing: a solo game is one round."""
        return None

    def _solo(self, progress: GameProgress) -> Solo:
        solo = cast(SoloProgress, progress).solo
        if solo is None:
            raise ValueError("no cards have been dealt")
        return solo


def wire_solo_commitment(sealed: Sealed, *, over: bool) -> boards.Commitment:
    """Return the commitment to a solo deal, opened when the game is over."""
    return wire_commitment(sealed, parse_solo_deal, over=over)


def wire_solo(
    view: SoloView,
    *,
    opened: Solo | None = None,
    commitment: boards.Commitment | None = None,
    choices: bool = False,
) -> boards.SoloBoard:
    """Return a solo game for the page; `opened` adds the face-down cards, once it is over."""
    chosen = None
    if choices and view.card is not None:
        chosen = boards.PacalChoices(
            offerable=[],
            takeable=[],
            fields=wire_fields(view.pyramid, view.refusals(view.card)),
            may_decline=False,
        )
    return boards.SoloBoard(
        pyramid=wire_pyramid(view.pyramid),
        card=view.card,
        pile=view.pile_size,
        used=view.built,
        choices=chosen,
        outcome=wire_ending(view.outcome),
        commitment=commitment,
        face_down=None if opened is None else list(opened.dealt.pyramid),
    )
