"""The one way the server says no to somebody."""


class Refused(Exception):
    """Something that may not be done: a code for programs, words for people, and the HTTP status
    that goes with it; ``instead``: what to do; ``retry_after``: in how many seconds it may work."""

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


def no_such_table() -> Refused:
    instead = "GET /api/v1/tables lists those that are open."
    return Refused("no-such-table", "There is no such table.", 404, instead=instead)
