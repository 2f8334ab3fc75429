"""Trials that somebody wrote down in a file, whatever the instrument."""


class RecordedTrialError(ValueError):
    """A line that is no trial: which, and why."""

    def __init__(self, line: int, what: str) -> None:
        self.line = line
        super().__init__(f"line {line}: {what}")
