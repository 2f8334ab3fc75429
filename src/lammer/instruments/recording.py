"""Trials recorded in a file, whatever the instrument."""


class RecordedTrialError(ValueError):
    """Raised for a line that is not a trial: which, and why."""

    def __init__(self, line: int, what: str) -> None:
        self.line = line
        super().__init__(f"line {line}: {what}")
