"""The Pacal lesson: the learner is on seat 0, or alone with a pile."""

from page_build.lessons.arrangement import Built, arrange_round, arrange_solo, finish_round
from page_build.lessons.pacal_tables import DuelTable, SoloTable
from page_build.lessons.step import DONE, OFF, ON, Judgement, Step, Table
from sommet.pacal import Build, Match, Options, Round, parse_action

_BOOK = Options()
_FRENCH = Options.preset("fr")


def _always(before: Table, move: str, after: Table) -> Judgement:  # noqa: ARG001
    return DONE


def _builds(before: Table, move: str, after: Table) -> Judgement:  # noqa: ARG001
    """Anything goes, as long as it can be built."""
    assert isinstance(after, DuelTable)
    if after.round.outcome is not None:
        return OFF
    return DONE if isinstance(parse_action(move), Build) else ON


def _keeps_what_fits(before: Table, move: str, after: Table) -> Judgement:  # noqa: ARG001
    assert isinstance(before, DuelTable)
    if isinstance(parse_action(move), Build):
        return DONE
    cards = [int(word) for word in move.split()[1:]]
    return ON if all(before.round.legal_fields(0, card) for card in cards) else OFF


def _wins(before: Table, move: str, after: Table) -> Judgement:  # noqa: ARG001
    assert isinstance(after, DuelTable)
    outcome = after.round.outcome
    if outcome is not None:
        return DONE if outcome.winner == 0 else OFF
    return ON if after.round.phase == "build" and after.round.actor == 0 else OFF


def _leaves(before: Table, move: str, after: Table) -> Judgement:  # noqa: ARG001
    return DONE if move == "decline" else OFF


def _completes(before: Table, move: str, after: Table) -> Judgement:  # noqa: ARG001
    assert isinstance(after, SoloTable)
    outcome = after.solo.outcome
    return DONE if outcome is not None and outcome.winner == 0 else OFF


def _solo(built: Built, *cards: int, covers: bool = True) -> SoloTable:
    return SoloTable(arrange_solo(_BOOK, built, *cards), covers)


def _duel(
    mine: Built,
    theirs: Built,
    hand: tuple[int, ...],
    *,
    begins: int,
    offer: tuple[int, int] | None = None,
    options: Options = _BOOK,
    answers: bool = True,
    earlier: tuple[Round, ...] = (),
) -> DuelTable:
    round_ = arrange_round(options, mine, theirs, hand, begins=begins, offer=offer)
    return DuelTable(Match(round_, earlier), answers, shows_markers=bool(earlier))


#: Between the 30 on field 4 and the 21 on field 5 nothing fits any more: both are second cards.
_GAP: Built = ((48, 1), (33, 4), (24, 5), (30, 4), (21, 5), (5, 10))
_GAP_OTHER: Built = ((45, 1), (38, 3), (31, 5), (19, 7), (11, 8), (4, 10))
_NINE: Built = (
    *((45, 1), (42, 2), (38, 3), (33, 4), (29, 5)),
    *((24, 6), (19, 7), (14, 8), (9, 9)),
)
_NINE_OTHER: Built = (
    *((44, 1), (41, 2), (37, 3), (32, 4), (28, 5)),
    *((23, 6), (18, 7), (13, 8), (10, 9)),
)
_OPEN: Built = (
    *((46, 1), (40, 2), (36, 3), (27, 5), (22, 6)),
    *((17, 7), (12, 8), (8, 9), (3, 10)),
)
_OPEN_OTHER: Built = (
    *((47, 1), (39, 2), (34, 4), (26, 6), (21, 7)),
    *((16, 8), (5, 10), (43, 1), (37, 2)),
)
_FOURTEEN: Built = (
    *((49, 1), (43, 2), (37, 3), (31, 4), (27, 5), (22, 6), (17, 7), (12, 8), (3, 10)),
    *((47, 1), (41, 2), (35, 3), (29, 4), (25, 5)),
)
_FOURTEEN_OTHER: Built = (
    *((50, 1), (44, 2), (38, 3), (32, 4), (28, 5), (23, 6), (18, 7), (4, 10)),
    *((48, 1), (42, 2), (36, 3), (30, 4), (26, 5), (21, 6)),
)

_TIE_HAND = (1, 6, 12, 17, 26, 35)

PACAL_STEPS: tuple[Step, ...] = (
    Step(
        "order",
        ("PAC-4",),
        _solo(((46, 1), (28, 5), (5, 10)), 33, 17, covers=False),
        _always,
    ),
    Step(
        "cover",
        ("PAC-5",),
        _solo(((48, 1), (41, 2), (30, 3), (24, 4), (12, 7)), 27, 8),
        _always,
    ),
    Step(
        "full",
        ("PAC-5",),
        _solo(((48, 1), (41, 2), (30, 3), (24, 4), (12, 7), (27, 3)), 28, 8),
        _always,
    ),
    Step(
        "begin",
        ("PAC-1", "PAC-2"),
        _duel(
            (),
            (),
            (2, 6, 9, 13, 16, 20, 24, 27, 31, 34, 37, 40, 43, 46, 49),
            begins=0,
            answers=False,
        ),
        _always,
    ),
    Step(
        "take",
        ("PAC-3",),
        _duel(
            ((39, 2), (14, 8)),
            ((45, 1), (20, 6)),
            (2, 5, 10, 12, 18, 23, 26, 29, 34, 37, 41, 44, 47),
            begins=1,
            offer=(7, 31),
        ),
        _builds,
    ),
    Step(
        "offer",
        ("PAC-3",),
        _duel(_GAP, _GAP_OTHER, (12, 17, 22, 23, 26, 27, 29, 36, 43), begins=0),
        _keeps_what_fits,
    ),
    Step(
        "stuck",
        ("PAC-8",),
        _duel(_GAP, _GAP_OTHER, (2, 7, 14, 16, 20, 34, 39, 42, 46), begins=1, offer=(17, 26)),
        _builds,
    ),
    Step(
        "complete",
        ("PAC-7",),
        _duel(_OPEN, _OPEN_OTHER, (1, 9, 19, 30, 50), begins=0, offer=(11, 32)),
        _wins,
    ),
    Step("last", ("PAC-6",), _duel(_FOURTEEN, _FOURTEEN_OTHER, (7,), begins=1), _wins),
    Step("leave", ("PAC-6",), _duel(_FOURTEEN, _FOURTEEN_OTHER, (45,), begins=1), _leaves),
    Step(
        "match",
        ("PAC-9",),
        _duel(
            _NINE,
            _OPEN_OTHER,
            (1, 11, 20, 31, 50),
            begins=0,
            offer=(4, 30),
            earlier=tuple(finish_round(_BOOK, winner) for winner in (0, 1, 0)),
        ),
        _wins,
    ),
    Step(
        "tie",
        ("PAC-7",),
        _duel(_NINE, _NINE_OTHER, _TIE_HAND[:5], begins=0, offer=(3, 8)),
        _wins,
    ),
    Step(
        "tie-largest",
        ("PAC-7",),
        _duel(_NINE, _NINE_OTHER, _TIE_HAND[:5], begins=0, offer=(3, 8), options=_FRENCH),
        _wins,
    ),
    Step(
        "solo",
        ("PAC-10", "PAC-11", "PAC-12"),
        _solo(
            (
                *((46, 1), (20, 6), (33, 3), (2, 10), (40, 2)),
                *((11, 8), (29, 4), (25, 5), (15, 7)),
            ),
            *(6, 44),
        ),
        _completes,
    ),
)
