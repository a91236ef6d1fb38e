"""Bodies of the study part: analysis, hints, reviews, puzzles, the daily deal."""

import datetime
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from sommet.server.protocol.base import (
    Ending,
    GameName,
    GameNumber,
    Inbound,
    Outbound,
    Ply,
    Refusal,
    RulingValue,
    Seat,
    Token,
)
from sommet.server.protocol.boards import Cell, PylosBoard, SoloBoard

Worth: TypeAlias = Literal["win", "draw", "loss"]
#: Where a judgement comes from; only a search can be wrong.
Source: TypeAlias = Literal["full-table", "table", "search"]
#: Rulebooks of the daily deal: with covering and without. Rule PAC-12.
DailyRules: TypeAlias = Literal["en", "fr"]
PositionText: TypeAlias = Annotated[str, Field(min_length=1, max_length=80)]
MoveText: TypeAlias = Annotated[str, Field(min_length=1, max_length=40)]


class Reason(Outbound):
    """A remark of the coach: `key` is one of the language files', `params` fill its gaps."""

    key: str
    params: dict[str, int | list[int]]


class MoveWorth(Outbound):
    """What a move is worth to the player who makes it."""

    move: str
    source: Cell | None
    target: Cell
    taken: list[Cell]
    worth: Worth
    certain: bool = Field(description="False for an estimate of the search.")
    distance: int | None = Field(
        description="Moves to the end with best play, this one included; null where unknown."
    )


class PylosAnalysis(Outbound):
    """A Pylos position and the value of each of its moves."""

    board: PylosBoard = Field(description="With its landings, so that moves can be tried.")
    source: Source
    worth: Worth | None = Field(description="To the side to move; null when the game is over.")
    certain: bool
    distance: int | None
    light: float = Field(description="Light's share, 0 to 1: exact, or the search's estimate.")
    keeping: int = Field(description="How many moves keep the value: 1 is as narrow as can be.")
    moves: list[MoveWorth] = Field(description="Best first.")
    outcome: Ending | None


class AnalysePylos(Inbound):
    """A position to analyse, and perhaps a move to play there first."""

    position: PositionText
    move: MoveText | None = None
    preset: Annotated[str, Field(max_length=20)] = "standard"
    rulings: dict[Annotated[str, Field(max_length=30)], RulingValue] = Field(
        default_factory=dict, max_length=10
    )


class PylosStudy(Outbound):
    """The analysis of a position, or why balls cannot lie like that.

    Somebody who sets a position up passes through many that cannot be: that is no error.
    """

    analysis: PylosAnalysis | None
    problem: Refusal | None = Field(description="Its params hold the reason: position.{reason}.")


class ActionWorth(Outbound):
    """What the coach says about an action in Pacal."""

    action: str
    win: float = Field(description="The chance to win the round, or to complete in solo.")
    draw: float
    margin: float = Field(description="The true chance lies this close nine times out of ten.")
    reasons: list[Reason]


class PacalAnalysis(Outbound):
    """Every action of a view with its chances."""

    exact: bool
    actions: list[ActionWorth] = Field(description="Best first.")


class AskHint(Inbound):
    """Ask for help at a table against the computer or in solo."""

    token: Token
    game_number: GameNumber
    ply: Ply
    depth: Literal["gentle", "full"] = "gentle"


class Hint(Outbound):
    """Help for the player to move.

    Gentle: `idea` in Pylos or `reasons` in Pacal, and how many of the moves are as good as the
    best. Full: everything that is known.
    """

    ply: int
    depth: Literal["gentle", "full"]
    worth: Worth | None = Field(description="What the position is worth to the player; Pylos only.")
    keeping: int = Field(description="How many moves are as good as the best.")
    of: int = Field(description="How many moves there are.")
    idea: str | None = Field(description="Key idea.{idea} of the best move; Pylos only.")
    reasons: list[Reason] = Field(description="What speaks for the best action; Pacal only.")
    pylos: PylosAnalysis | None
    pacal: PacalAnalysis | None


class ReviewedMove(Outbound):
    """A move of a finished game under review."""

    ply: int = Field(description="As in the replay: 1 for the first of the game.")
    seat: Seat
    move: str
    before: float = Field(description="Seat 0's chance before the move, draws half.")
    after: float = Field(description="… and after it.")
    certain: bool
    grade: Literal["good", "mistake", "blunder"]
    cost: float = Field(description="The part of a win given away by what the player could know.")
    better: list[str] = Field(description="What would have been better, best first.")
    keeping: int = Field(description="How many moves kept the value.")
    of: int = Field(description="How many moves there were.")
    idea: str | None = Field(description="Pylos: key of what the better move does.")
    reply: str | None = Field(description="Pylos: the answer that punishes a mistake.")
    reply_idea: str | None
    win: float | None = Field(
        description="Pacal: the coach's chance of the action chosen, draws half."
    )
    best_win: float | None = Field(description="Pacal: of the best action.")
    margin: float | None
    reasons: list[Reason] = Field(description="Pacal: what speaks for the best action.")
    doubts: list[Reason] = Field(description="Pacal: what else is to be said of a bad choice.")


class ReviewTally(Outbound):
    """What a review found of one seat."""

    seat: Seat
    moves: int = Field(description="Decisions with more than one choice.")
    mistakes: int
    blunders: int
    given_away: float = Field(description="In wins.")


class Review(Outbound):
    """A finished game under review."""

    game: GameName
    solo: bool
    source: Source | Literal["coach"]
    moves: list[ReviewedMove]
    tallies: list[ReviewTally]


class ReviewProgress(Outbound):
    """How far a review is; ask again until there is one."""

    done: int
    of: int
    review: Review | None


class PuzzlePosition(Outbound):
    """A puzzle: one move wins, every other move does not."""

    number: int
    rules: str
    grade: int = Field(description="1 easy to 5 hard.")
    board: PylosBoard


class Daily(Outbound):
    """What there is to do today; days are those of UTC."""

    date: datetime.date
    next_ms: int = Field(description="Milliseconds until the next day begins.")
    puzzle: PuzzlePosition


class TryPuzzle(Inbound):
    """The moves played in a puzzle so far, the opponent's replies included."""

    moves: Annotated[list[MoveText], Field(min_length=1, max_length=120)]


class PuzzleAnswer(Outbound):
    """What became of a try: the last move was right, or what refutes it."""

    right: bool
    worth: Worth = Field(description="Of the last move, to the player.")
    reply: str | None = Field(description="The opponent's answer; null when the game is over.")
    reply_idea: str | None
    board: PylosBoard = Field(description="After the answer.")
    outcome: Ending | None
    distance: int | None


class PuzzleHint(Outbound):
    """A hint: first the idea, then where the ball lands."""

    idea: str
    target: Cell | None


class PuzzleSolution(Outbound):
    """The winning move."""

    move: str
    distance: int
    idea: str


class PlaySolo(Inbound):
    """The builds of a day's deal so far."""

    date: datetime.date
    rules: DailyRules
    moves: Annotated[list[MoveText], Field(max_length=40)]


class DailySolo(Outbound):
    """A day's deal after some builds; the cards to come stay hidden."""

    date: datetime.date
    rules: DailyRules
    board: SoloBoard
    rows: list[str] = Field(
        description="The pyramid for sharing: ■ one card, ◆ two, · none, sorted in each row."
    )


class LevelStrength(Outbound):
    """How strong a computer level is."""

    level: int
    spec: str
    key: str = Field(description="Texts: {key}.name and {key}.about in the language files.")
    elo: int = Field(description="Measured, counted from the player who moves by lot.")
    margin: int = Field(description="Half of the 95 % interval.")


class LevelList(Outbound):
    """The levels of a game under one set of rules, weakest first."""

    game: GameName
    preset: str
    levels: list[LevelStrength]
