"""Players who look for a game in the lobby, the tables they open, and the seats they get."""

from dataclasses import dataclass

from sommet.server.community.rating_range import Range
from sommet.server.storage import queries
from sommet.server.storage.setup import TableSetup, parse_setup


@dataclass(frozen=True, slots=True)
class Guest:
    """A player who looks for a game, as hashes.

    Attributes:
        guest_hash: Of the browser's own secret.
        key_hash: Of the request's key.
        bot: The program that it is, if it is one.
    """

    guest_hash: str
    key_hash: str
    bot: str | None = None
    account: str | None = None
    #: An account's rating by the rules in question, as it is shown; None for a guest.
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class NewSeat:
    """A table to open where nobody waits: its row, and whether moves have days."""

    row: queries.TableRow
    pairing_key: str
    slow: bool
    opponents: Range | None = None


@dataclass(frozen=True, slots=True)
class SeatFoundFor:
    """The result of a search: a table, whether it was opened for it, and whether a game began."""

    table: str
    opened: bool
    begun: bool = False


@dataclass(frozen=True, slots=True)
class OpenSeatRow:
    """A seat in the lobby."""

    table: str
    setup_text: str
    opened_ms: int
    #: The name of the program that waits, if it is one, and its id.
    bot: str | None
    bot_id: str | None
    #: The name of the account that waits, if it is one, and its id.
    name: str | None
    account_id: str | None
    opponents: Range | None

    @property
    def setup(self) -> TableSetup:
        """What the table was opened for.

        Raises:
            ValueError, KeyError, TypeError: the stored text is not a setup.
        """
        return parse_setup(self.setup_text)
