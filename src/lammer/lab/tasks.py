"""What a worker can be asked to do, by name."""

from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any

from lammer.lab.control import TaskControl, Work
from lammer.lab.faults import LabFault, LabRefusal

_TASKS = {
    "check": ("checks", "checked_strategies"),
    "library": ("checks", "library_list"),
    "kept-up": ("bets_as_strategy", "bets_as_strategy"),
    "simulate": ("answers", "simulated"),
    "design": ("designs", "designed_wager"),
    "examples": ("designs", "wager_examples"),
}
"""For each task the module of this package that does it, and its function."""


def _task(name: str) -> Work:
    module, function = _TASKS[name]

    def run(ask: Mapping[str, Any], control: TaskControl) -> dict[str, Any]:
        try:
            found = getattr(import_module(f"lammer.lab.{module}"), function)
        except ModuleNotFoundError as problem:
            if (problem.name or "lammer").partition(".")[0] == "lammer":
                raise
            what = f"the simulator's packages are not installed here ({problem.name} is missing)"
            instead = 'Whoever runs the house installs them: pip install "lammer[sim]".'
            raise LabRefusal(LabFault("question", what, instead), code="not-installed") from None
        answer: dict[str, Any] = found(ask, control)
        return answer

    return run


def work() -> dict[str, Work]:
    return {name: _task(name) for name in _TASKS}


def prepare(kind: str) -> None:
    """Load what tasks need, and compile it where that is new here, so that it is not counted as the
    first task's time."""
    with suppress(ModuleNotFoundError):
        if kind == "long":
            import_module("lammer.lab.answers").warm_up()
        else:
            import_module("lammer.lab.checks")
