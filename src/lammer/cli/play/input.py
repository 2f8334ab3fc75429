"""What a player types, line by line, from a terminal or a file; and signals that end the
session."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from lammer.cli.support.output import write
from lammer.typed.parser import LONGEST

Lines = Callable[[Callable[[], str]], Iterator[str]]
"""Yields lines; calls its argument for each prompt."""


class Interrupted(BaseException):
    """Raised by Ctrl-C, by the end of the terminal, or by SIGTERM."""

    def __init__(self, number: int) -> None:
        self.status = 128 + number
        super().__init__(number)


class SignalWatch:
    """Handles signals while a line is awaited, so that nothing is left half done; a second signal
    does not wait. After ``leaving`` is set all are ignored."""

    def __init__(self) -> None:
        self.leaving = False
        self._waiting = False
        self._received: int | None = None

    def _handle(self, number: int, _: FrameType | None) -> None:
        again = self._received is not None
        self._received = number
        if (self._waiting or again) and not self.leaving:
            raise Interrupted(number)

    @contextmanager
    def handling(self) -> Iterator[None]:
        names = ("SIGINT", "SIGTERM", "SIGHUP")
        numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
        before = [(number, signal.signal(number, self._handle)) for number in numbers]
        try:
            yield
        finally:
            for number, handler in before:
                signal.signal(number, handler)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        self._waiting = True
        try:
            if self._received is not None:
                raise Interrupted(self._received)
            yield
        finally:
            self._waiting = False


def at_a_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def typed(signals: SignalWatch) -> Lines:
    """Return lines from a terminal, with a prompt and line editing."""
    with suppress(ImportError):
        import readline  # noqa: F401

    def lines(prompt: Callable[[], str]) -> Iterator[str]:
        while True:
            try:
                with signals.waiting():
                    text = input(prompt())
            except UnicodeDecodeError:
                text = "\N{REPLACEMENT CHARACTER}"
            except EOFError:
                write("\n")
                return
            yield text

    return lines


def piped(signals: SignalWatch) -> Lines:
    """Return lines from a file or a program, each echoed so that the answers can be read."""

    def lines(prompt: Callable[[], str]) -> Iterator[str]:
        while raw := _next_line(signals):
            text = raw.decode(errors="replace").rstrip("\r\n")
            shown = "".join(each if each.isprintable() else "?" for each in text[:LONGEST])
            write(f"{prompt()}{shown}\n")
            yield text

    return lines


def _next_line(signals: SignalWatch) -> bytes:
    """Return the next line, cut at the limit; empty at the end."""
    if sys.stdin is None:
        return b""
    sys.stdout.flush()
    with signals.waiting():
        raw = rest = sys.stdin.buffer.readline(LONGEST * 8)
        while rest and not rest.endswith(b"\n"):
            rest = sys.stdin.buffer.readline(1 << 16)
    return raw
