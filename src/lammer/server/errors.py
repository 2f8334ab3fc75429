"""The exception by which the server refuses a request."""


class Refused(Exception):
    """A refused request: a code for programs, a text for people, and the HTTP status; ``instead``:
    what to do; ``retry_after``: after how many seconds it may succeed."""

    def __init__(
        self,
        code: str,
        detail: str,
        status: int,
        *,
        instead: str = "",
        clauses: tuple[str, ...] = (),
        retry_after: int | None = None,
    ) -> None:
        self.code, self.detail, self.status = code, detail, status
        self.instead, self.clauses, self.retry_after = instead, clauses, retry_after
        super().__init__(f"{code}: {detail}")


class AnotherProcess(Refused):
    """Another process is to be asked; ``process`` is its name."""

    def __init__(self, detail: str, process: str) -> None:
        self.process = process
        super().__init__("moved", detail, 307, instead=f"Ask there: /p/{process}/.")


class TableMoved(AnotherProcess):
    """Another process runs the table."""

    def __init__(self, table: str, process: str) -> None:
        super().__init__(f"{table} is run by the process {process}.", process)


def table_moving(table: str) -> Refused:
    detail, instead = f"{table} is being taken over by a process.", "Try again in a moment."
    return Refused("moving", detail, 503, instead=instead, retry_after=1)


def no_such_table() -> Refused:
    instead = "GET /api/v1/tables lists those that are open."
    return Refused("no-such-table", "There is no such table.", 404, instead=instead)
