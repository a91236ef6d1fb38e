"""What the computer is asked to think about, and the job of doing so."""

import json
from dataclasses import asdict, dataclass

from sommet.match.session import Session
from sommet.server.storage.jobs import Job

#: A computer move that nobody has begun with by then is made by the simplest bot.
_DEADLINE_MS = 60_000


@dataclass(frozen=True, slots=True)
class Question:
    """Which move is thought about: game number, ply, and how often moves were taken back before."""

    game_number: int
    ply: int
    takebacks: int

    def job_id(self, table_id: str) -> str:
        """Return the name of the job of answering this at a table."""
        return f"move:{table_id}:{self.game_number}:{self.ply}:{self.takebacks}"


def question_of(session: Session, takebacks: int) -> Question | None:
    """Return what the computer (player 1) is to think about, or None when it is not its turn."""
    seat = session.actor
    if seat is None or session.player_on(seat) != 1:
        return None
    return Question(session.game_number, session.ply, takebacks)


def ask(table_id: str, question: Question, now_ms: int) -> Job:
    """Return the job of answering a question."""
    payload = json.dumps({"table": table_id, **asdict(question)}, separators=(",", ":"))
    job_id = question.job_id(table_id)
    return Job(job_id, "move", payload, "", now_ms, now_ms + _DEADLINE_MS)


def parse_question(payload: str) -> tuple[str, Question]:
    """Return the table and the question that `ask` wrote into a job."""
    data = json.loads(payload)
    return data.pop("table"), Question(**data)
