"""Structured logs: one JSON object a line, with the request and the table it is about.

No secret is ever in one: what could hold a password, a token, a cookie or a seed is not written,
whoever passes it. Libraries that log requests and messages as they come are kept from it, at every
level; what comes through all the same is redacted on its way out.
"""

import json
import logging
import re
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, TextIO

REQUEST: ContextVar[str] = ContextVar("lammer_request", default="")
"""The number of the request that is being answered."""
TABLE: ContextVar[str] = ContextVar("lammer_table", default="")
"""The table that is being run."""

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
"""For the WebSocket library, which would log the head of a request and every message below a
warning."""


class JsonLines(logging.Formatter):
    """A record as a line of JSON."""

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
            line.update(_open(data))
        if record.exc_info:
            trace = redacted(self.formatException(record.exc_info))
            line["trace"] = trace[-4 * MOST_TEXT :]
        return json.dumps(line, ensure_ascii=True, default=str)


def redacted(text: str) -> str:
    """A text without what may be secret in it.

    >>> redacted('GET /api/v1/tables?token=abc HTTP/1.1')
    'GET /api/v1/tables?(not written) HTTP/1.1'
    >>> redacted("Cookie: lammer_session=abc; b=c")
    'Cookie: (not written)'
    """
    for pattern, instead in _IN_TEXT:
        text = pattern.sub(instead, text)
    return text


def keep_requests_out() -> None:
    """Have no library log requests or messages, whatever the level."""
    websockets.addFilter(_is_warning)
    for name in ("uvicorn.access", "uvicorn.asgi"):
        logging.getLogger(name).addFilter(_nothing)


def _is_warning(record: logging.LogRecord) -> bool:
    return record.levelno >= logging.WARNING


def _nothing(_: logging.LogRecord) -> bool:
    return False


def _open(data: dict[str, Any]) -> dict[str, Any]:
    """The data without anything secret.

    >>> _open({"table": "craps-1", "password": "x", "body": {"token": "y", "n": 1}})
    {'table': 'craps-1', 'password': '(not written)', 'body': {'token': '(not written)', 'n': 1}}
    """
    found: dict[str, Any] = {}
    for key, value in data.items():
        if any(word in key.casefold() for word in _SECRET):
            found[key] = _REDACTED
        elif isinstance(value, dict):
            found[key] = _open(value)
        else:
            found[key] = redacted(value)[:MOST_TEXT] if isinstance(value, str) else value
    return found


def say(level: int, what: str, **data: Any) -> None:
    """Write one line to the server's log."""
    if log.isEnabledFor(level):
        log.log(level, what, extra={"data": data})


def set_up(level: str = "INFO", stream: TextIO | None = None) -> logging.Handler:
    """Send the server's logs, uvicorn's included, to standard error; the handler, to take it away
    again."""
    handler = logging.StreamHandler(sys.stderr if stream is None else stream)
    handler.setFormatter(JsonLines())
    for name in ("lammer.server", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper())
    access = logging.getLogger("uvicorn.access")
    access.handlers, access.propagate = [], False
    return handler
