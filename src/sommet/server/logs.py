"""Logs as one JSON object a line. No token, invitation, deal or hand is ever logged."""

import json
import logging
import time


class JsonLines(logging.Formatter):
    """Formats a record as JSON with time, level, where, what."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line."""
        seconds = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, object] = {
            "time": f"{seconds}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "where": record.name,
            "what": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def log_config(level: str) -> dict[str, object]:
    """Return a logging configuration that writes JSON lines to stderr."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "sommet.server.logs.JsonLines"}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "json"},
        },
        "root": {"handlers": ["stderr"], "level": level.upper()},
        "loggers": {
            # Each connection would be two lines; errors are logged where they happen.
            "uvicorn.error": {"level": "WARNING"},
            # Requests are counted in /metrics; a line for each would only bury the rest.
            "uvicorn.access": {"level": "WARNING"},
            "alembic": {"level": "WARNING"},
        },
    }
