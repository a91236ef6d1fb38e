"""Logs as one JSON object a line. No token, invitation, deal, hand, name or address is logged."""

import json
import logging
import re
import time

from sommet.server.observe.tracing import CURRENT

#: Nothing of ours that looks like a token belongs into a log, however it got there.
_TOKEN = re.compile(r"(?<![\w-])[\w-]{43}(?![\w-])")


def without_tokens(text: str) -> str:
    """Return the text without anything that looks like a token."""
    return _TOKEN.sub("[token]", text)


class JsonLines(logging.Formatter):
    """Formats a record as JSON with time, level, where, what, and what it belongs to."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line."""
        seconds = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, object] = {
            "time": f"{seconds}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "where": record.name,
            "what": without_tokens(record.getMessage()),
        }
        trace = CURRENT.get()
        if trace is not None:
            line["request"] = trace.request
            if trace.table is not None:
                line["table"] = trace.table
        if record.exc_info:
            line["trace"] = without_tokens(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def log_config(level: str) -> dict[str, object]:
    """Return a logging configuration that writes JSON lines to stderr."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "sommet.server.observe.logs.JsonLines"}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "json"},
        },
        "root": {"handlers": ["stderr"], "level": level.upper()},
        "loggers": {
            # Each connection would be two lines; errors are logged where they happen.
            "uvicorn.error": {"level": "WARNING"},
            # Requests are counted in /metrics; a line for each would only bury the rest.
            "uvicorn.access": {"level": "WARNING"},
            # It would log every message, tokens included.
            "websockets": {"level": "WARNING"},
            "alembic": {"level": "WARNING"},
        },
    }
