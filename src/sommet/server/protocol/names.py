"""Names: what guests call themselves, what accounts are called, and which of them look alike."""

import unicodedata
from itertools import groupby

# Guests: anything, as long as one can see it.

#: Invisible, though Unicode counts them among letters and symbols.
_BLANKS = dict.fromkeys((0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0), " ")
#: Between two letters they decide how these are written.
_JOINERS = "\u200c\u200d"
#: Control characters, those that turn the direction of a text, and ends of lines.
_UNSEEN = ("Cc", "Cf", "Zl", "Zp")
#: Accents on one letter: no writing needs more.
_MOST_MARKS = 3


def readable_name(name: str) -> str:
    """Return a name as others are shown it: what cannot be seen, or covers others, is left out.

    Raises:
        ValueError: nothing is left.
    """
    kept = "".join(
        letter
        for letter in unicodedata.normalize("NFC", name.translate(_BLANKS))
        if letter in _JOINERS or unicodedata.category(letter) not in _UNSEEN
    )
    few = "".join(
        "".join(list(letters)[: _MOST_MARKS if is_mark else None])
        for is_mark, letters in groupby(kept, key=_is_mark)
    )
    found = " ".join(few.split()).strip(_JOINERS)
    if not found:
        raise ValueError("a name has something to read in it")
    return found


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter) in ("Mn", "Me")


# Accounts: each name has one owner.

SHORTEST_NAME, LONGEST_NAME = 2, 20
#: Nobody should be taken for the host, or for nobody.
_RESERVED = frozenset(
    (
        *("admin", "administrator", "host", "moderator", "organiser", "support"),
        *("bot", "computer", "program", "server", "sommet", "system"),
        *("anonymous", "guest", "invite", "nobody", "somebody"),
    )
)
#: Characters that are easily mistaken for each other, by the one that represents them all.
_ALIKE = {
    "l": "1i\u0131\u0142",
    "o": "0\u00f8",
    "d": "\u0111\u00f0",
    "h": "\u0127",
    "t": "\u0167",
    "-": "_",
}
_LOOKS = {ord(other): letter for letter, others in _ALIKE.items() for other in others}
#: Letters of living alphabets that are no ASCII letter with an accent. Among Unicode's other Latin
#: letters are too many that look like one of these, or like ASCII.
_FURTHER = frozenset(
    "\u00e6\u0153\u00f8\u00df\u0142\u0111\u00f0\u00fe\u0127\u0167\u014b\u0131"  # Europe
    "\u0259\u025b\u0254\u0256\u0192\u0263\u028b\u0253\u0257\u0199\u01b4"  # elsewhere
)


def name_key(name: str) -> str | None:
    """Return a key that does not depend on how a name is written, or None if it is not a name.

    A name has 2 to 20 Latin letters, with or without accents, digits, and single `-` or `_`
    between them.
    """
    name = unicodedata.normalize("NFC", name)
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        return None
    if any(
        not part or not all(map(_is_letter, part)) for part in name.replace("_", "-").split("-")
    ):
        return None
    plain = unicodedata.normalize("NFKD", name.casefold())
    key = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return None if key in _RESERVED or len(key) > 2 * LONGEST_NAME else key


def _is_letter(letter: str) -> bool:
    if letter.isascii():
        return letter.isalnum()
    called = unicodedata.name(letter, "")
    return called.startswith(("LATIN SMALL LETTER", "LATIN CAPITAL LETTER"))


def new_name_key(name: str) -> str | None:
    """Return the key of a name that a new account may choose, or None."""
    key = name_key(name)
    if key is None or look_of(key) in _RESERVED_LOOKS:
        return None
    letters = unicodedata.normalize("NFC", name)
    return key if all(map(_is_common, letters)) else None


def _is_common(letter: str) -> bool:
    """Return whether a letter is one of ASCII, perhaps with accents, or of a living alphabet."""
    return unicodedata.normalize("NFD", letter)[0].isascii() or letter.lower() in _FURTHER


def look_of(key: str) -> str:
    """Return a key of the same length that all names that look alike share."""
    return key.translate(_LOOKS)


def is_ambiguous(letter: str) -> bool:
    """Return whether another letter or digit looks like one of a key."""
    return letter in _ALIKE or ord(letter) in _LOOKS


_RESERVED_LOOKS = frozenset(map(look_of, _RESERVED))
