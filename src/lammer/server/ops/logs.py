"""Structured logs: one JSON object a line, with the request and the table it concerns.

No line contains a secret: values that could hold a password, a token, a cookie or a seed are
omitted. Libraries that would log requests and messages are silenced at every level, and each line
is redacted before it is written.
"""

import json
import logging
import re
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, TextIO

from lammer.server.ops.log_volume import ClientFaults, Volume

REQUEST: ContextVar[str] = ContextVar("lammer_request", default="")
"""The number of the current request."""
TABLE: ContextVar[str] = ContextVar("lammer_table", default="")
"""The current table."""

MOST_TEXT = 2000
_SECRET = ("password", "token", "cookie", "authorization", "seed", "secret", "digest")

_REDACTED = "(not written)"
_IN_TEXT = (
    (re.compile(r"(?i)\b((?:set-)?cookie|authorization)(\W{1,4})[^\r\n]+"), rf"\1\2{_REDACTED}"),
    (re.compile(r"(?i)\b(bearer) +[^\s'\"]+"), rf"\1 {_REDACTED}"),
    (re.compile(r"\?[^\s?='\"]+=[^\s'\"]*"), f"?{_REDACTED}"),
)
"""Headers with secrets, tokens, and query strings."""

log = logging.getLogger("lammer.server")
websockets = logging.getLogger("lammer.server.websocket")
"""For the WebSocket library, which would log every request and message below a warning."""


class JsonLines(logging.Formatter):
    """Formats a record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, Any] = {
            "at": at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": redacted(record.getMessage())[:MOST_TEXT],
        }
        if request := REQUEST.get():
            line["request"] = request
        if table := TABLE.get():
            line["table"] = table
        data = getattr(record, "data", None)
        if isinstance(data, dict):
            line.update(_without_secrets(data))
        if record.exc_info:
            trace = redacted(self.formatException(record.exc_info))
            line["trace"] = trace[-4 * MOST_TEXT :]
        return json.dumps(line, ensure_ascii=True, default=str)


def redacted(text: str) -> str:
    """Return a text without what may be secret in it.

    >>> redacted('GET /api/v1/tables?token=abc HTTP/1.1')
    'GET /api/v1/tables?(not written) HTTP/1.1'
    >>> redacted("Cookie: lammer_session=abc; b=c")
    'Cookie: (not written)'
    """
    for pattern, instead in _IN_TEXT:
        text = pattern.sub(instead, text)
    return text


def silence_libraries() -> None:
    """Keep libraries from logging requests and messages, whatever the level."""
    websockets.addFilter(_is_warning)
    for name in ("uvicorn.access", "uvicorn.asgi"):
        logging.getLogger(name).addFilter(_drop)


def _is_warning(record: logging.LogRecord) -> bool:
    return record.levelno >= logging.WARNING


def _drop(_: logging.LogRecord) -> bool:
    return False


def _without_secrets(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data without secrets.

    >>> _without_secrets({"table": "craps-1", "password": "x", "body": {"token": "y", "n": 1}})
    {'table': 'craps-1', 'password': '(not written)', 'body': {'token': '(not written)', 'n': 1}}
    """
    found: dict[str, Any] = {}
    for key, value in data.items():
        if any(word in key.casefold() for word in _SECRET):
            found[key] = _REDACTED
        elif isinstance(value, dict):
            found[key] = _without_secrets(value)
        else:
            found[key] = redacted(value)[:MOST_TEXT] if isinstance(value, str) else value
    return found


def log_line(level: int, text: str, **data: Any) -> None:
    if log.isEnabledFor(level):
        log.log(level, text, extra={"data": data})


def set_up(level: str = "INFO", stream: TextIO | None = None) -> logging.Handler:
    """Send the server's logs, and warnings of libraries, to standard error; return the handler."""
    handler = logging.StreamHandler(sys.stderr if stream is None else stream)
    handler.setFormatter(JsonLines())
    handler.setLevel(level.upper())
    handler.addFilter(ClientFaults(handler))
    handler.addFilter(Volume(handler))
    logging.getLogger().handlers = [handler]
    for name in ("lammer.server", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper())
    access = logging.getLogger("uvicorn.access")
    access.handlers, access.propagate = [], False
    return handler
