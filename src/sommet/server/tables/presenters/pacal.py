"""Pacal for the page: the duel."""

from collections.abc import Sequence
from typing import Any, cast

from sommet.match.game_progress import GameProgress
from sommet.match.pacal_progress import PacalProgress
from sommet.pacal import (
    RULINGS,
    Build,
    Deal,
    Decline,
    Offer,
    Options,
    Pyramid,
    Refusal,
    Round,
    Take,
    View,
    parse_deal,
)
from sommet.pacal.match import ROUNDS_TO_WIN
from sommet.server.protocol import boards
from sommet.server.protocol.base import Mode, RulingInForce, RulingValue
from sommet.server.protocol.http import Preset, Ruling
from sommet.server.protocol.table import MatchScore, RoundResult
from sommet.server.tables.presenters.face import (
    Last,
    Sealed,
    wire_commitment,
    wire_ending,
    wire_seat,
)

_BOOKS = ("en", "nl", "fr")

#: Rulings that cannot be set, but can be read.
_FIXED: tuple[tuple[str, str, str], ...] = (
    ("build_order", "PAC-R1", "chooser-first"),
    ("complete_and_stuck", "PAC-R2", "complete-wins"),
    ("next_beginner", "PAC-R7", "higher-apex"),
    ("last_cards", "PAC-R8", "one-turn"),
    ("stuck_loses", "PAC-R10", "round"),
)


#: What matters alone, and what matters alone only.
_SOLO, _SOLO_ONLY = ("solo_cover", "cover_anytime"), ("solo_cover",)


def _modes_of(ruling: str) -> list[Mode]:
    duel: list[Mode] = [] if ruling in _SOLO_ONLY else ["computer", "hotseat", "friend"]
    return [*duel, "solo"] if ruling in _SOLO else duel


def _in_force(name: str, clause: str, value: RulingValue, default: RulingValue) -> RulingInForce:
    return RulingInForce(
        name=name, clause=clause, value=value, default=default, is_default=value == default
    )


def wire_pyramid(pyramid: Pyramid) -> list[boards.PyramidField]:
    """Return ten fields with the cards built there."""
    return [
        boards.PyramidField(field=number, card=top or None, covered=under or None)
        for number, (top, under) in enumerate(zip(pyramid.tops, pyramid.covered, strict=True), 1)
    ]


def wire_fields(pyramid: Pyramid, refusals: dict[int, Refusal]) -> list[boards.FieldChoice]:
    """Return for all ten fields whether a card may be built there, and why not."""
    result = []
    for number, top in enumerate(pyramid.tops, 1):
        refusal = refusals.get(number)
        result.append(
            boards.FieldChoice(
                field=number,
                allowed=refusal is None,
                covers=bool(top),
                reason=None if refusal is None else refusal.reason,
                clause=None if refusal is None else refusal.clause,
            )
        )
    return result


class PacalFace:
    """The duel: each viewer gets what its View holds, and everything once the round is over."""

    presets: Sequence[Preset] = [
        Preset(
            name=book,
            rulings={name: getattr(Options.preset(book), name) for name in RULINGS},
        )
        for book in _BOOKS
    ]
    rulings: Sequence[Ruling] = [
        Ruling(
            name=name,
            clause=ruling.clause,
            choices=list(ruling.settings),
            any_count=False,
            default=ruling.settings[0],
            modes=_modes_of(name),
        )
        for name, ruling in RULINGS.items()
    ]
    fixed: Sequence[RulingInForce] = [
        _in_force(name, clause, value, value) for name, clause, value in _FIXED
    ]

    def options(self, preset: str, rulings: dict[str, RulingValue]) -> Options:
        """Return the options of a book with some rulings changed."""
        return Options.preset(preset, **cast(dict[str, str | bool], rulings))

    def in_force(self, options: Any, seat: str) -> list[RulingInForce]:  # noqa: ARG002
        """Return what the book says where books differ, the rulings, and the fixed ones."""
        assert isinstance(options, Options)
        book = Options.preset(options.rulebook)
        return [
            *(
                _in_force(name, ruling.clause, getattr(options, name), getattr(book, name))
                for name, ruling in RULINGS.items()
                if "friend" in _modes_of(name)
            ),
            *self.fixed,
        ]

    def begin(self, options: Any) -> GameProgress:
        """Return a match before its first deal."""
        assert isinstance(options, Options)
        return PacalProgress(options)

    def deal(self, deck: bytes) -> str:
        """Return the deal of 50 shuffled cards."""
        return str(Deal.from_deck(deck))

    def view(self, progress: GameProgress, seat: int) -> View:
        """Return what `seat` may know."""
        return self._round(progress).view(seat)

    def replay_board(self, state: Any, last: Last | None) -> boards.PacalBoard:  # noqa: ARG002
        """Return the round with all cards open, or as an onlooker saw it while it is running."""
        if isinstance(state, Round):
            return wire_round(state.view(None), opened=state)
        assert isinstance(state, View)
        return wire_round(state)

    def match_score(self, progress: GameProgress, sealed: Sequence[Sealed]) -> MatchScore | None:
        """Return the marker board, with every finished round's deal opened."""
        match = cast(PacalProgress, progress).match
        if match is None:
            return None
        finished = []
        for number, (round_, seal) in enumerate(zip(match.rounds, sealed, strict=True), 1):
            ending = wire_ending(round_.outcome)
            if ending is not None:
                opened = wire_duel_commitment(seal, over=True)
                finished.append(RoundResult(round=number, outcome=ending, commitment=opened))
        return MatchScore(
            target=ROUNDS_TO_WIN,
            round=len(match.rounds),
            markers=list(match.markers),
            finished=finished,
        )

    def _round(self, progress: GameProgress) -> Round:
        match = cast(PacalProgress, progress).match
        if match is None:
            raise ValueError("no round has been dealt")
        return match.round


def wire_round(
    view: View,
    *,
    opened: Round | None = None,
    commitment: boards.Commitment | None = None,
    over: bool = False,
) -> boards.PacalBoard:
    """Return what `view` holds, and with `opened` the rest of the cards."""
    hands: list[boards.Hand] = []
    for seat in (0, 1):
        known = view.hand if seat == view.seat else None
        if opened is not None:
            known = opened.hands[seat]
        cards = None if known is None else list(known)
        hands.append(boards.Hand(size=view.hand_sizes[seat], cards=cards))
    return boards.PacalBoard(
        viewer=None if view.seat is None else wire_seat(view.seat),
        phase="over" if over else view.phase,  # type: ignore[arg-type]  # the engine's words
        actor=None if over or view.actor is None else wire_seat(view.actor),
        turn=view.turn,
        beginner=wire_seat(view.beginner),
        apexes=list(view.apexes),
        pyramids=[wire_pyramid(pyramid) for pyramid in view.pyramids],
        hands=hands,
        offer=_wire_offer(view),
        cards=list(view.cards),
        card=view.card,
        stuck=list(view.stuck),
        declined=list(view.declined),
        built=[len(pyramid.cards) for pyramid in view.pyramids],
        choices=_wire_choices(view) if view.legal_moves and not over else None,
        fits=_wire_fits(view),
        outcome=wire_ending(view.outcome),
        commitment=commitment,
        face_down=None if opened is None else [list(cards) for cards in opened.dealt.pyramids],
    )


def wire_duel_commitment(sealed: Sealed, *, over: bool) -> boards.Commitment:
    """Return the commitment to a round's deal, opened when the round is over."""
    return wire_commitment(sealed, parse_deal, over=over)


def _wire_offer(view: View) -> boards.CardOffer | None:
    offers = [action for action in view.history if isinstance(action, Offer)]
    if view.phase in ("offer", "last") or not offers:
        return None
    # Offers alternate from the beginner on, so their number says who made the last one.
    by = (view.beginner + len(offers) - 1) % 2
    actions = view.history[len(view.history) - 1 - view.history[::-1].index(offers[-1]) :]
    taken = next((action.card for action in actions if isinstance(action, Take)), None)
    return boards.CardOffer(by=wire_seat(by), cards=[offers[-1].a, offers[-1].b], taken=taken)


def _wire_choices(view: View) -> boards.PacalChoices:
    assert view.seat is not None
    moves = view.legal_moves
    builds = any(isinstance(move, Build | Decline) for move in moves)
    fields: list[boards.FieldChoice] = []
    if builds and view.card is not None:
        fields = wire_fields(view.pyramids[view.seat], view.refusals(view.seat, view.card))
    return boards.PacalChoices(
        offerable=list(view.hand) if any(isinstance(move, Offer) for move in moves) else [],
        takeable=[move.card for move in moves if isinstance(move, Take)],
        fields=fields,
        may_decline=any(isinstance(move, Decline) for move in moves),
    )


def _wire_fits(view: View) -> list[boards.CardFit]:
    if view.seat is None or view.outcome is not None:
        return []
    seen = {*view.hand, *(view.offer or ()), *(card for card in view.cards if card is not None)}
    return [
        boards.CardFit(
            card=card,
            own=list(view.legal_fields(view.seat, card)),
            other=list(view.legal_fields(1 - view.seat, card)),
        )
        for card in sorted(seen)
    ]
