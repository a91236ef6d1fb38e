"""What there is to draw: one board type per game, built from what the viewer may know."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from sommet.server.protocol.base import Card, Ending, Outbound, Seat

#: `1a1` … `4a1`, as in the rules' text forms.
Cell: TypeAlias = str
#: 1 to 10 in reading order, 1 the apex.
FieldNumber: TypeAlias = int


class TakeChoice(Outbound):
    """A ball that can be taken back first, and what may follow. Rule PYL-5."""

    cell: Cell
    may_stop: bool = Field(description="Whether the move may end after this one ball.")
    then: list[Cell] = Field(description="Balls that may be taken back second.")


class Landing(Outbound):
    """Where a ball can land, from the reserve or raised, and the take-backs that follow.

    The move to send is `target` or `source>target`, then `-cell` for each ball taken back.
    """

    source: Cell | None = Field(description="The ball raised, or null for one from the reserve.")
    target: Cell
    may_stop: bool = Field(description="Whether the move may end without taking back.")
    takes: list[TakeChoice] = Field(description="Empty where nothing can be taken back.")


class RefusedTouch(Outbound):
    """Cells that are no choice at one point of a turn, and why."""

    doing: Literal["begin", "raise", "take"] = Field(
        description="Nothing chosen yet; a ball is picked up; balls are being taken back."
    )
    source: Cell | None = Field(description="The ball picked up, while raising.")
    reason: str = Field(description="Key touch.{reason} in the language files.")
    clause: str
    cells: list[Cell]


class PylosMove(Outbound):
    """A move taken apart for drawing."""

    seat: Seat
    move: str
    source: Cell | None
    target: Cell
    taken: list[Cell]


class PylosBoard(Outbound):
    """A Pylos position; seat 0 is light, seat 1 dark."""

    kind: Literal["pylos"] = "pylos"
    position: str = Field(description="The fixed text form.")
    light: list[Cell]
    dark: list[Cell]
    reserves: list[int] = Field(description="Balls in reserve, light then dark.")
    turn: Seat | None = Field(description="The seat to move, or null when the game is over.")
    repetitions: int = Field(description="How often this position has stood. Ruling PYL-R3.")
    last_move: PylosMove | None
    landings: list[Landing] | None = Field(
        description="Every legal move, for a viewer who is to move; null for everybody else."
    )
    refused: list[RefusedTouch] | None = Field(
        description="Why the other cells are no choice, for a viewer who is to move."
    )


class PyramidField(Outbound):
    """One of ten fields. With no card built, only the unknown face-down card lies there."""

    field: FieldNumber
    card: Card | None = Field(description="The visible number.")
    covered: Card | None = Field(description="The number under it, once covered. Rule PAC-5.")


class Hand(Outbound):
    """A hand: its size is public, its cards only the owner's until the round is over."""

    size: int
    cards: list[Card] | None = Field(description="Sorted, or null where the viewer may not know.")


class CardOffer(Outbound):
    """Two cards face up on the table. Rule PAC-3."""

    by: Seat
    cards: list[Card] = Field(description="The two cards, in the order offered.")
    taken: Card | None = Field(description="The one the opponent has taken.")


class FieldChoice(Outbound):
    """Whether the card in question may be built on a field, and if not, why."""

    field: FieldNumber
    allowed: bool
    covers: bool = Field(description="Whether it would cover a card.")
    reason: str | None = Field(description="Key field.{reason} in the language files.")
    clause: str | None


class CardFit(Outbound):
    """Where a card that the viewer sees would fit now."""

    card: Card
    own: list[FieldNumber] = Field(description="On the viewer's pyramid.")
    other: list[FieldNumber] = Field(description="On the other pyramid.")


class PacalChoices(Outbound):
    """What the acting viewer may do.

    Send `offer A B` with two of `offerable`, `take A` with one of `takeable`, `build N` with an
    allowed field, or `decline` where `may_decline`.
    """

    offerable: list[Card]
    takeable: list[Card]
    fields: list[FieldChoice] = Field(description="All ten when a card is to be built, else empty.")
    may_decline: bool = Field(description="The fifteenth card need not be built. Rule PAC-6.")


class Commitment(Outbound):
    """Proof that nobody picked the cards.

    `sha256` is published before anybody adds a number. After the round, `opening` is the text
    whose UTF-8 bytes hash to it: a title and the server's secret, a line each. The deal follows
    from that secret and `numbers`. Where `numbers` is null, an earlier version dealt by itself, and
    the opening is a title, a salt and the deal.
    """

    sha256: str
    numbers: list[str] | None = Field(description="What the players' pages added, by seat.")
    opening: str | None
    deal: str | None = Field(description="The deal in its text form, once the round is over.")


class PacalBoard(Outbound):
    """A round of Pacal as one viewer may see it; hidden unless listed here."""

    kind: Literal["pacal"] = "pacal"
    viewer: Seat | None = Field(description="Whose eyes: a seat, or null for an observer.")
    phase: Literal["offer", "take", "build", "last", "over"]
    actor: Seat | None
    turn: int = Field(description="1 to 14, 15 for the last cards.")
    beginner: Seat
    apexes: list[Card] = Field(description="Shown by both at the start. Rule PAC-2.")
    pyramids: list[list[PyramidField]]
    hands: list[Hand]
    offer: CardOffer | None = Field(description="This turn's offer, until the next one.")
    cards: list[Card | None] = Field(description="Received this turn and not yet built, by seat.")
    card: Card | None = Field(description="What the actor must build, if the viewer may know it.")
    stuck: list[bool] = Field(description="Whether the card received fits nowhere. Rule PAC-8.")
    declined: list[bool] = Field(description="Whether the last card was kept. Rule PAC-6.")
    built: list[int] = Field(description="Cards built by each seat.")
    choices: PacalChoices | None = Field(description="Null unless the viewer is to act.")
    fits: list[CardFit] = Field(description="For the viewer's hand and the offer.")
    outcome: Ending | None
    commitment: Commitment | None = Field(description="Null in a replay.")
    face_down: list[list[Card]] | None = Field(
        description="The twenty cards out of play, by seat and field, once no secret any more."
    )


class SoloBoard(Outbound):
    """A solo game. Rules PAC-10, PAC-11, PAC-12."""

    kind: Literal["solo"] = "solo"
    pyramid: list[PyramidField]
    card: Card | None = Field(description="The card drawn, to be built at once.")
    pile: int = Field(description="Cards left to draw.")
    used: int = Field(description="Cards built so far: the score when complete.")
    choices: PacalChoices | None
    outcome: Ending | None
    commitment: Commitment | None = Field(description="Null in a replay.")
    face_down: list[Card] | None


Board: TypeAlias = Annotated[PylosBoard | PacalBoard | SoloBoard, Field(discriminator="kind")]
