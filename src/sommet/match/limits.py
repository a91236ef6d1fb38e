"""Limits on the length of a game and a table's history, and on the time to act.

docs/rules/table.md states them for players.
"""

#: Moves in a game, without those taken back; the last one ends the game as a draw. Rule TAB-1.
MAX_PLIES = 1000
#: Takebacks in a game, of both seats together. Rule TAB-2.
MAX_TAKEBACKS = 100
#: Requests (for a takeback or a draw) that one seat may make in a game. Rule TAB-3.
MAX_PROPOSALS = 100
#: Requests that one seat may make before the next move, or after the end of the game. Rule TAB-3.
PROPOSALS_PER_PLY = 3
#: Requests for a lost seat in a game. Rule TAB-6.
MAX_SEAT_REQUESTS = 20
#: No new game begins at a table with more events than this. Rule TAB-4.
MAX_EVENTS = 5000
#: A progress is kept every so many moves, so that a takeback replays fewer than this.
CHECKPOINT_PLIES = 64

#: How long the first move of a game may take, and what the clock does not limit. Rule TAB-5.
STANDSTILL_MS = 3 * 60_000
#: How long any other move of a game without a clock may take. Rule TAB-5.
UNTIMED_MS = 24 * 60 * 60_000
#: How long a request for a lost seat stays open. Rule TAB-6.
SEAT_REQUEST_MS = 5 * 60_000
