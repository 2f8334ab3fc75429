"""What a player types, line by line, from a terminal or a file; and the calls that end it."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from lammer.cli.support.output import write
from lammer.typed.parser import LONGEST

Lines = Callable[[Callable[[], str]], Iterator[str]]
"""Lines one after the other; it is told what the prompt is each time."""


class Interrupted(BaseException):
    """Called away: by Ctrl-C, by the terminal hanging up, by an order to end."""

    def __init__(self, number: int) -> None:
        self.status = 128 + number
        super().__init__(number)


class SignalWatch:
    """Calls to leave, heard while a line is awaited, so that nothing is left half done; a second
    call does not wait. One who is ``leaving`` hears no more of them."""

    def __init__(self) -> None:
        self.leaving = False
        self._waiting = False
        self._rang: int | None = None

    def _ring(self, number: int, _: FrameType | None) -> None:
        again = self._rang is not None
        self._rang = number
        if (self._waiting or again) and not self.leaving:
            raise Interrupted(number)

    @contextmanager
    def in_hand(self) -> Iterator[None]:
        names = ("SIGINT", "SIGTERM", "SIGHUP")
        numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
        before = [(number, signal.signal(number, self._ring)) for number in numbers]
        try:
            yield
        finally:
            for number, handler in before:
                signal.signal(number, handler)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        self._waiting = True
        try:
            if self._rang is not None:
                raise Interrupted(self._rang)
            yield
        finally:
            self._waiting = False


def at_a_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def typed(bell: SignalWatch) -> Lines:
    """Lines from somebody at a terminal, with a prompt and the keys one expects."""
    with suppress(ImportError):
        import readline  # noqa: F401

    def lines(prompt: Callable[[], str]) -> Iterator[str]:
        while True:
            try:
                with bell.waiting():
                    text = input(prompt())
            except UnicodeDecodeError:
                text = "\N{REPLACEMENT CHARACTER}"
            except EOFError:
                write("\n")
                return
            yield text

    return lines


def piped(bell: SignalWatch) -> Lines:
    """Lines from a file or a program, each repeated so that the answers can be read."""

    def lines(prompt: Callable[[], str]) -> Iterator[str]:
        while raw := _next_line(bell):
            text = raw.decode(errors="replace").rstrip("\r\n")
            shown = "".join(each if each.isprintable() else "?" for each in text[:LONGEST])
            write(f"{prompt()}{shown}\n")
            yield text

    return lines


def _next_line(bell: SignalWatch) -> bytes:
    """The next line, cut off where nobody reads on; nothing at the end."""
    if sys.stdin is None:
        return b""
    sys.stdout.flush()
    with bell.waiting():
        raw = rest = sys.stdin.buffer.readline(LONGEST * 8)
        while rest and not rest.endswith(b"\n"):
            rest = sys.stdin.buffer.readline(1 << 16)
    return raw
