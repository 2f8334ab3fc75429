"""Keeps the server's log short: mistakes of clients are not logged as errors, and lines of each
kind are limited per minute, with a count of those left out."""

import logging
import re
import ssl
import time
from collections.abc import Callable

MINUTE = 60.0
MOST_KINDS = 200
"""Kinds of lines that are counted separately in a minute."""
_PLACES = re.compile(r"\d+|\b[a-z][a-z-]*-\d+\b")
_MOST = {logging.DEBUG: 6000, logging.INFO: 6000}
_MOST_OF_OTHERS = 60
"""Lines of one kind in a minute, by level."""

_Kind = tuple[str, int, str]


class ClientFaults(logging.Filter):
    """Lowers to INFO what libraries say of clients that do not speak HTTP or TLS as they should, or
    are gone; drops it where the handler wants more."""

    _SAID = ("Invalid HTTP request received", "Unsupported upgrade request", "SSL handshake failed",
             "SSL connection is closed", "SSL error in data received")  # fmt: skip
    _RAISED = (ssl.SSLError, ConnectionError, TimeoutError)

    def __init__(self, handler: logging.Handler) -> None:
        super().__init__()
        self._handler = handler

    def filter(self, record: logging.LogRecord) -> bool:
        problem = record.exc_info[1] if record.exc_info else None
        library = record.name in ("uvicorn.error", "asyncio")
        said = str(record.msg).startswith(self._SAID) or isinstance(problem, self._RAISED)
        if not (library and said):
            return True
        record.levelno, record.levelname = logging.INFO, "INFO"
        record.exc_info = record.exc_text = None
        return record.levelno >= self._handler.level


class Volume(logging.Filter):
    """Limits the lines of each kind per minute. When the next minute has begun, a line for each
    kind says how many were left out."""

    def __init__(
        self, handler: logging.Handler, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__()
        self._handler, self._clock = handler, clock
        self._since = clock()
        self._seen: dict[_Kind, int] = {}
        self._ours = logging.getLogger("lammer.server")

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "counts", False):
            return True
        if self._clock() - self._since >= MINUTE:
            self.say_left_out()
        kind = self._kind(record)
        self._seen[kind] = self._seen.get(kind, 0) + 1
        return self._seen[kind] <= _MOST.get(record.levelno, _MOST_OF_OTHERS)

    def _kind(self, record: logging.LogRecord) -> _Kind:
        text = str(record.msg).partition(":")[0][:80]
        kind = record.name, record.levelno, _PLACES.sub("#", text)
        if kind in self._seen or len(self._seen) < MOST_KINDS:
            return kind
        return "", record.levelno, "other lines"

    def say_left_out(self) -> None:
        """Write how many lines of each kind were left out since the last time."""
        seen, self._seen, self._since = self._seen, {}, self._clock()
        for (name, level, text), times in seen.items():
            left_out = times - _MOST.get(level, _MOST_OF_OTHERS)
            if left_out > 0:
                said = f"{left_out:,} more lines like this were left out: {text}"
                made = self._ours.makeRecord(
                    name or self._ours.name, level, "", 0, said, (), None, extra={"counts": True}
                )
                self._handler.handle(made)
