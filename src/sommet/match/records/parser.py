"""Reading the text of a record; the grammar is in docs/records.md."""

import re
from dataclasses import dataclass, field

from sommet.errors import InvalidRecord
from sommet.match.records.forms import FORMS
from sommet.match.records.moves import MoveReader, Token
from sommet.match.records.record import KNOWN_TAGS, InvalidHeader, Record, RoundRecord

_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9]*) "((?:[^"\\]|\\.)*)"\]')
_TOKEN = re.compile(
    r"(?P<comment>\{[^{}]*\})"
    r"|(?P<open>\((?=\s*[0-9]+\.(?:\s|\.\.)))"
    r"|(?P<clock>\([^()]*\))"
    r"|(?P<close>\))"
    r"|(?P<number>[0-9]+\.)(?=\s|\.\.|$)"
    r"|(?P<gap>\.\.\.?)(?=\s|$)"
    r"|(?P<comma>,)"
    r"|(?P<word>[^\s{}(),\[\]]+)"
    r"|(?P<bad>\S)"
)


#: No game has more; anything longer is an attempt to keep the reader busy.
MOST_HEADERS = 200
MOST_ROUNDS = 200
_SHOWN = 60


def _shortened(text: str) -> str:
    """Return a text, shortened for an error message."""
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _unquote(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)


@dataclass
class _Section:
    """The headers of the game or of one round, and the moves below them."""

    line: int
    headers: dict[str, tuple[str, int]] = field(default_factory=dict)
    rulings: list[str] = field(default_factory=list)
    lines: list[tuple[str, int]] = field(default_factory=list)
    tokens: list[Token] = field(default_factory=list)

    def add(self, name: str, value: str, line: int) -> None:
        self.lines.append((name, line))
        if len(self.lines) > MOST_HEADERS:
            raise InvalidRecord(
                f"more than {MOST_HEADERS} headers", line=line, reason="header-place", name=name
            )
        if name == "Ruling":
            self.rulings.append(value)
            self.headers.setdefault(name, (value, line))
        elif name in self.headers:
            raise InvalidRecord(
                f"a second header {name}", line=line, reason="header-twice", name=name
            )
        else:
            self.headers[name] = (value, line)

    def get(self, name: str) -> str | None:
        return self.headers[name][0] if name in self.headers else None

    def line_of(self, name: str) -> int:
        return self.headers[name][1] if name in self.headers else self.line

    def number(self, name: str) -> int | None:
        value = self.get(name)
        if value is None:
            return None
        # Longer ones than a seed of 64 bits can be; Python itself gives up at thousands of digits.
        if not re.fullmatch(r"[0-9]{1,20}", value):
            raise InvalidRecord(
                f"{name} is a number of at most 20 digits, not {_shortened(value)!r}",
                line=self.line_of(name),
                reason="header-value",
                name=name,
            )
        return int(value)


def parse_record(text: str, *, first_line: int = 1) -> Record:
    """Return the record that `text` holds; the inverse of `format_record`.

    Where the text is part of a longer one, `first_line` says where it begins there.

    Raises:
        InvalidRecord: with the line in which the text is broken.
    """
    if not isinstance(text, str):
        raise TypeError(f"a record is a text, not {type(text).__name__}")
    top, *rounds = _split(text, first_line)
    game = top.get("Game")
    if game is None:
        raise InvalidRecord(
            'no header [Game "pylos"], [Game "pacal"] or [Game "solo"]',
            line=first_line,
            reason="no-game",
        )
    if game not in FORMS:
        raise InvalidRecord(
            f"no game {game!r}; there are {', '.join(FORMS)}",
            line=top.line_of("Game"),
            reason="no-game",
        )
    form = FORMS[game]
    for name in ("Rules", *form.seats):
        if top.get(name) is None:
            raise InvalidRecord(
                f"a {game} record needs the header {name}",
                line=top.line_of(name),
                reason="header-missing",
                name=name,
            )
    if form.has_rounds and top.tokens:
        raise InvalidRecord('moves before [Round "1"]', line=top.tokens[0].line, reason="rounds")
    if rounds and not form.has_rounds:
        raise InvalidRecord(f"{game} has no rounds", line=rounds[0].line, reason="rounds")
    return _build(game, top, rounds if form.has_rounds else [top])


def _build(game: str, top: _Section, sections: list[_Section]) -> Record:
    form = FORMS[game]
    tags = tuple(
        (name, value) for name, (value, _) in top.headers.items() if name not in KNOWN_TAGS
    )
    for name, (_, line) in top.headers.items():
        if name in form.headers_elsewhere:
            raise InvalidRecord(
                f"a {game} record has no header {name} here",
                line=line,
                reason="header-place",
                name=name,
            )
    starts_dark = (top.get("Position") or "").endswith(" D")
    rounds = []
    for number, section in enumerate(sections, 1):
        if form.has_rounds and section.number("Round") != number:
            raise InvalidRecord(f"expected round {number}", line=section.line, reason="rounds")
        rounds.append(_build_round(game, section, starts_dark))
    try:
        return Record(
            game=game,
            rules=top.get("Rules") or "",
            players=tuple(top.get(name) or "" for name in form.seats),
            rulings=tuple(top.rulings),
            date=top.get("Date"),
            result=top.get("Result") or "*",
            reason=top.get("Reason"),
            seed=top.number("Seed"),
            position=top.get("Position"),
            sealed=top.get("Sealed"),
            tags=tags,
            rounds=tuple(rounds),
            line=top.line_of("Result"),
            header_lines=tuple(top.lines),
        )
    except InvalidRecord as error:
        raise _locate(error, top) from None


def _locate(error: InvalidRecord, section: _Section) -> InvalidRecord:
    """Return the same complaint with the line it is about."""
    if isinstance(error, InvalidHeader):
        return error.at(section.line_of(error.header))
    return error.at(error.line or section.line)


def _build_round(game: str, section: _Section, starts_dark: bool) -> RoundRecord:
    if FORMS[game].has_rounds:
        for name, (_, line) in section.headers.items():
            if name not in ("Round", "Result", "Reason", "Deal", "Shown"):
                raise InvalidRecord(
                    f"{name} belongs to the top, not to a round",
                    line=line,
                    reason="header-place",
                    name=name,
                )
        if section.rulings:
            raise InvalidRecord(
                "a ruling belongs to the top, not to a round",
                line=section.line,
                reason="header-place",
                name="Ruling",
            )
    shown = section.get("Shown")
    if shown is not None and not re.fullmatch(r"[0-9]{1,2}( [0-9]{1,2})*", shown):
        raise InvalidRecord(
            "Shown lists cards: 31 12",
            line=section.line_of("Shown"),
            reason="header-value",
            name="Shown",
        )
    comment, entries = MoveReader(game, starts_dark=starts_dark).read(section.tokens)
    try:
        return RoundRecord(
            entries=entries,
            result=section.get("Result") or "*",
            reason=section.get("Reason"),
            deal=section.get("Deal"),
            shown=tuple(int(card) for card in (shown or "").split()),
            comment=comment,
            line=section.line_of("Result"),
        )
    except InvalidRecord as error:
        raise _locate(error, section) from None


def _split(text: str, first_line: int) -> list[_Section]:
    """Return the top section and one per [Round …], each with its headers and move tokens."""
    sections = [_Section(line=first_line)]
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        line = lines[at].rstrip("\r").strip()
        number = at + first_line
        at += 1
        if line.startswith("["):
            match = _HEADER.fullmatch(line)
            if match is None:
                raise InvalidRecord(
                    f'a header is written [Name "value"], not {_shortened(line)}',
                    line=number,
                    reason="header-form",
                )
            name, value = match[1], _unquote(match[2])
            if name == "Round":
                if len(sections) > MOST_ROUNDS:
                    raise InvalidRecord(
                        f"more than {MOST_ROUNDS} rounds", line=number, reason="rounds"
                    )
                sections.append(_Section(line=number))
            elif sections[-1].tokens:
                raise InvalidRecord(
                    f"the header {name} comes after moves",
                    line=number,
                    reason="header-place",
                    name=name,
                )
            sections[-1].add(name, value, number)
            continue
        # A comment may run over several lines; everything else stays on its own.
        parts = [line]
        unclosed = line.count("{") - line.count("}")
        while unclosed > 0:
            if at == len(lines):
                raise InvalidRecord("a comment { is never closed", line=number, reason="comment")
            parts.append(lines[at].rstrip("\r"))
            unclosed += parts[-1].count("{") - parts[-1].count("}")
            at += 1
        line = "\n".join(parts)
        where, counted = number, 0
        for match in _TOKEN.finditer(line):
            kind = match.lastgroup or "bad"
            where += line.count("\n", counted, match.start())
            counted = match.start()
            text_found = match[0]
            if kind == "bad" or (kind != "comment" and len(text_found) > _SHOWN):
                short = _shortened(text_found)
                raise InvalidRecord(
                    f"{short!r} does not belong here", line=where, reason="word", text=short
                )
            sections[-1].tokens.append(Token(kind, text_found, where))
    return sections
