"""A network between a program and PostgreSQL that can be cut: a relay on a port of its own."""

import select
import socket
import threading
from contextlib import suppress
from pathlib import Path

PIECE = 65536
POLL_SECONDS = 0.02


class Relay:
    """Passes bytes on in both directions. ``cut``: it goes on accepting them and passes nothing on,
    so that neither end is told anything; ``close``: it ends what there is and refuses what comes;
    ``heal`` ends both. What was sent during a cut arrives after it."""

    def __init__(self, server: Path) -> None:
        self._server = str(server)
        self._passing, self._closed, self._ended = threading.Event(), False, False
        self._passing.set()
        self._open: set[socket.socket] = set()
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._start(self._accept)

    def _start(self, work: object, *given: object) -> None:
        thread = threading.Thread(target=work, args=given, daemon=True)  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()

    def address(self, database: str) -> str:
        """The address of a database, by way of this relay."""
        before, _, _ = database.partition("?")
        return before.replace("@/", f"@127.0.0.1:{self.port}/")

    def cut(self) -> None:
        self._passing.clear()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            for each in self._open:
                with suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)

    def heal(self) -> None:
        self._closed = False
        self._passing.set()

    def remove(self) -> None:
        self._ended = True
        self.heal()
        self.close()
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for thread in self._threads:
            thread.join()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            self._start(self._serve, near)

    def _serve(self, near: socket.socket) -> None:
        with near, socket.socket(socket.AF_UNIX) as far:
            with self._lock:
                self._open |= {near, far}
                refused = self._closed
            with suppress(OSError):
                self._passing.wait()
                if not refused:
                    far.connect(self._server)
                    self._pass(near, far)
            with self._lock:
                self._open -= {near, far}

    def _pass(self, near: socket.socket, far: socket.socket) -> None:
        """Until either end closes; during a cut nothing is even read."""
        ends = {near: far, far: near}
        while not self._ended:
            ready, _, _ = select.select([near, far], [], [], POLL_SECONDS)
            self._passing.wait()
            for each in ready:
                piece = each.recv(PIECE)
                if not piece:
                    return
                ends[each].sendall(piece)
