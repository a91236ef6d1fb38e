"""Draw the pictures of docs/architecture.md: boxes and arrows. Run it again after a change."""

from html import escape
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "assets" / "architecture"
Box = tuple[str, float, float, float, float, list[str]]
Arrow = tuple[float, float, float, float, str]

STYLE = (
    "<style>text{font:14px system-ui,sans-serif;fill:#2c2418}.t{font-weight:600;font-size:15px}"
    ".s{fill:#5d5138;font-size:12.5px}rect{fill:#fbf6ea;stroke:#a98d5c;stroke-width:1.5}"
    "path{stroke:#2e6e59;stroke-width:2;fill:none;marker-end:url(#tip)}.g{fill:#e9ddc2}</style>"
    '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" '
    'markerHeight="7" orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" '
    'style="fill:#2e6e59;stroke:none;marker-end:none"/></marker></defs>'
)


def draw(title: str, size: tuple[int, int], boxes: list[Box], arrows: list[Arrow]) -> str:
    """Return a picture as an SVG document."""
    width, height = size
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        f"<title>{escape(title)}</title>{STYLE}",
        f'<rect class="g" x="1" y="1" width="{width - 2}" height="{height - 2}" rx="12"/>',
    ]
    for heading, x, y, w, h, lines in boxes:
        parts.append(f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="8"/>')
        parts.append(f'<text class="t" x="{x + 12}" y="{y + 24}">{escape(heading)}</text>')
        parts += [
            f'<text class="s" x="{x + 12}" y="{y + 45 + 18 * i}">{escape(line)}</text>'
            for i, line in enumerate(lines)
        ]
    for x1, y1, x2, y2, label in arrows:
        parts.append(f'<path d="M{x1} {y1}L{x2} {y2}"/>')
        if label:
            # Beside an upright arrow, above a level one.
            upright = abs(x2 - x1) < abs(y2 - y1)
            x, y = (x1 + x2) / 2 + 8 * upright, (y1 + y2) / 2 + (5 if upright else -8)
            anchor = "start" if upright else "middle"
            parts.append(
                f'<text class="s" x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(label)}</text>'
            )
    return "\n".join([*parts, "</svg>", ""])


PLACES = draw(
    "The three places and what crosses between them",
    (860, 280),
    [
        (
            "The page",
            30,
            60,
            220,
            190,
            [
                "web/src (Svelte)",
                "shows games, takes input",
                "one language file per area",
                "",
                "holds no rule of its own",
            ],
        ),
        (
            "The core",
            320,
            60,
            220,
            190,
            [
                "engine/ (C++20)",
                "what is legal, and why not",
                "what a position is worth",
                "the players",
                "one source for Python,",
                "the GPU and the page",
            ],
        ),
        (
            "The server",
            610,
            60,
            220,
            190,
            [
                "src/sommet/server",
                "brings people together",
                "stores their games",
                "checks every move",
                "sends each seat what",
                "it may know",
            ],
        ),
    ],
    [
        (610, 125, 540, 125, ""),
        (250, 215, 320, 215, ""),
        (140, 30, 720, 30, "WebSocket: moves, offers, clocks"),
        (720, 30, 720, 60, ""),
        (140, 60, 140, 30, ""),
    ],
)

MOVE = draw(
    "The path of a move from one player to the other",
    (860, 360),
    [
        (
            "1  A tap on the board",
            30,
            30,
            240,
            80,
            ["web/src: a whole turn as text,", "such as 1b2>2a1-2a1"],
        ),
        (
            "2  The connection",
            310,
            30,
            240,
            80,
            ["server: reads the message, limits", "its rate, finds the table"],
        ),
        (
            "3  The session decides",
            590,
            30,
            240,
            80,
            ["match/intents.py asks the core;", "no: the clause; yes: events"],
        ),
        (
            "4  The store",
            590,
            210,
            240,
            100,
            [
                "server/storage: one transaction,",
                "only if nothing changed;",
                "SQLite or PostgreSQL",
            ],
        ),
        (
            "5  Everybody is informed",
            310,
            210,
            240,
            100,
            ["what happened, for each seat:", "hidden unless listed;", "other processes by NOTIFY"],
        ),
        (
            "6  The other page draws",
            30,
            210,
            240,
            100,
            ["its core makes the board;", "a page that reconnects", "gets what it missed"],
        ),
    ],
    [
        (270, 70, 310, 70, ""),
        (550, 70, 590, 70, ""),
        (710, 110, 710, 210, "stored before it is sent"),
        (590, 260, 550, 260, ""),
        (310, 260, 270, 260, ""),
    ],
)

SOLVED = draw(
    "From sommet solve to State.value()",
    (860, 330),
    [
        (
            "sommet solve",
            30,
            40,
            240,
            100,
            [
                "engine/pylos_index numbers all",
                "positions; engine/pylos_solve",
                "sweeps them backwards: 2.3 GB",
            ],
        ),
        (
            "sommet verify",
            310,
            40,
            240,
            100,
            ["checks every position,", "with separate code:", "engine/pylos_solve/check"],
        ),
        (
            "sommet pack",
            590,
            40,
            240,
            100,
            [
                "engine/pylos_tablebase/make:",
                "win, loss, draw in a few MB,",
                "shipped in the wheel",
            ],
        ),
        ("Table file", 310, 200, 240, 90, ["tablebase/full_table.py or", "packed_file.py"]),
        ("State.value()", 30, 200, 240, 90, ["pylos/oracle.py asks", "tablebase/probe.py"]),
        (
            "Players, reviews, hints",
            590,
            200,
            240,
            90,
            ["bots/pylos/perfect.py,", "analysis/pylos_judge.py"],
        ),
    ],
    [
        (270, 90, 310, 90, ""),
        (550, 90, 590, 90, ""),
        (710, 140, 500, 200, ""),
        (430, 140, 430, 200, ""),
        (310, 245, 270, 245, ""),
        (550, 245, 590, 245, ""),
    ],
)

PICTURES = {"three-places": PLACES, "path-of-a-move": MOVE, "path-of-a-solved-position": SOLVED}

if __name__ == "__main__":
    for name, picture in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(picture, "utf-8")
