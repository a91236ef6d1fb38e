"""What the rules and sessions hold, in the protocol's words."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from sommet.match.game_progress import GameProgress
from sommet.match.pacal_progress import PacalProgress
from sommet.match.table_state import DealtRound
from sommet.outcome import Outcome
from sommet.pacal import Deal, SoloDeal, parse_deal
from sommet.pacal.deal import commit_secret
from sommet.pacal.match import ROUNDS_TO_WIN
from sommet.server.protocol.base import Ending, Seat
from sommet.server.protocol.table import Commitment, MatchScore, RoundResult


def wire_ending(outcome: Outcome | None) -> Ending | None:
    """Return an ending as it goes over the wire."""
    if outcome is None:
        return None
    winner: Seat | None = None if outcome.winner is None else (1 if outcome.winner else 0)
    return Ending(winner=winner, reason=outcome.reason, clause=outcome.clause or None)


def wire_seat(seat: int) -> Seat:
    """Return a seat as the protocol types it."""
    return 1 if seat else 0


@lru_cache(maxsize=4096)
def wire_commitment(
    dealt: DealtRound, parse: Callable[[str], Deal | SoloDeal], *, over: bool
) -> Commitment:
    """Return the commitment to a deal, opened when the round is over."""
    if dealt.numbers is not None:
        return Commitment(
            sha256=commit_secret(dealt.salt),
            numbers=list(dealt.numbers),
            opening=f"pacal secret\n{dealt.salt}\n" if over else None,
            deal=dealt.deal if over else None,
        )
    deal = parse(dealt.deal)
    salt = bytes.fromhex(dealt.salt)
    title = "pacal solo deal" if isinstance(deal, SoloDeal) else "pacal deal"
    return Commitment(
        sha256=deal.commit(salt),
        numbers=None,
        opening=f"{title}\n{dealt.salt}\n{dealt.deal}\n" if over else None,
        deal=dealt.deal if over else None,
    )


def wire_match(progress: GameProgress | None, dealt: Sequence[DealtRound]) -> MatchScore | None:
    """Return the marker board with every finished round's deal opened; None without rounds."""
    match = progress.match if isinstance(progress, PacalProgress) else None
    if match is None:
        return None
    finished = []
    for number, (round_, cards) in enumerate(zip(match.rounds, dealt, strict=True), 1):
        ending = wire_ending(round_.outcome)
        if ending is not None:
            opened = wire_commitment(cards, parse_deal, over=True)
            finished.append(RoundResult(round=number, outcome=ending, commitment=opened))
    return MatchScore(
        target=ROUNDS_TO_WIN,
        round=len(match.rounds),
        markers=list(match.markers),
        finished=finished,
    )
