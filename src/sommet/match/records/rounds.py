"""The record of a Pacal round or solo game, with only what its players have seen."""

from sommet.match.records.record import Entry, RoundRecord, format_result
from sommet.outcome import Outcome
from sommet.pacal import Round, Solo, View, format_deal, format_solo_deal
from sommet.pacal.position import find_last_cards


def record_round(played: Round, given_up: Outcome | None = None) -> RoundRecord:
    """Return a round's record; `given_up` ends it if the rules have not."""
    outcome = played.outcome or given_up
    entries = tuple(Entry(str(action)) for action in played.history)
    if outcome is None:
        return RoundRecord(entries, shown=cards_shown(played))
    return RoundRecord(
        entries,
        result=format_result(outcome.winner),
        reason=outcome.reason,
        deal=format_deal(played.dealt),
    )


def cards_shown(played: Round | View) -> tuple[int, ...]:
    """Return the cards everybody has seen that no action names: apexes, built fifteenth cards."""
    return (*played.apexes, *find_last_cards(played))


def record_solo(played: Solo, given_up: Outcome | None = None) -> RoundRecord:
    """Return a solo game's record; `given_up` ends it if the rules have not."""
    outcome = played.outcome or given_up
    entries = tuple(Entry(str(action)) for action in played.history)
    if outcome is None:
        return RoundRecord(entries, shown=played.view().drawn)
    return RoundRecord(
        entries,
        result=format_result(outcome.winner),
        reason=outcome.reason,
        deal=format_solo_deal(played.dealt),
    )
