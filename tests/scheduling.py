"""The order in which tests are run when several processes share them.

Each process begins with its own part of the list; one that has finished takes from the end of
another's part. So modules with an expensive set-up, such as a house and a browser, are assigned as
a whole, by about how long they take, those of one folder next to each other, because they share a
browser. Tests without a set-up come behind them, and are the ones taken over."""

from collections.abc import Callable, Sequence
from typing import TypeVar

Test = TypeVar("Test")

SECONDS = {
    "tests/browser": 4.0,
    "tests/browser/pages/test_pages.py": 10.0,
    "tests/browser/table/test_end_to_end.py": 120.0,
    "tests/cli": 0.1,
    "tests/docs": 0.5,
    "tests/golden": 4.0,
    "tests/server": 0.3,
    "tests/sim": 0.3,
    "tests/store": 0.3,
}
"""About how long a test takes, for folders (with their subfolders) and modules whose tests are run
by one process."""


def seconds(module: str) -> float:
    """Return about how long a test of the module takes; 0 if any process may run it.

    >>> seconds("tests/browser/table/test_end_to_end.py"), seconds("tests/browser/test_x.py")
    (120.0, 4.0)
    >>> seconds("tests/law/test_readings.py")
    0.0
    """
    while module:
        if module in SECONDS:
            return SECONDS[module]
        module = module.rpartition("/")[0]
    return 0.0


def sizes(many: int, processes: int) -> list[int]:
    """Return how many tests each process begins with.

    >>> sizes(11, 4)
    [2, 3, 3, 3]
    """
    found = []
    for left in range(processes, 0, -1):
        found.append(many // left)
        many -= found[-1]
    return found


def spread(tests: Sequence[Test], module: Callable[[Test], str], processes: int) -> list[Test]:
    """Return the same tests, one process's part after the other.

    >>> names = ["law/a", "law/b", "browser/x", "browser/x", "browser/y", "law/c", "law/d"]
    >>> spread(names, lambda name: f"tests/{name}", 2)
    ['browser/x', 'browser/x', 'law/a', 'browser/y', 'law/b', 'law/c', 'law/d']
    """
    whole: dict[str, list[Test]] = {}
    anywhere: list[Test] = []
    for test in tests:
        key = module(test)
        if seconds(key):
            whole.setdefault(key, []).append(test)
        else:
            anywhere.append(test)
    parts: list[dict[str, list[Test]]] = [{} for _ in range(processes)]
    taken, takes = [0] * processes, [0.0] * processes
    room = sizes(len(tests), processes)
    for key, inside in sorted(whole.items(), key=lambda each: -seconds(each[0]) * len(each[1])):
        free = [at for at in range(processes) if taken[at] + len(inside) <= room[at]]
        if not free:
            anywhere += inside
            continue
        least = min(free, key=lambda at: takes[at])
        parts[least][key] = inside
        taken[least] += len(inside)
        takes[least] += seconds(key) * len(inside)
    found = []
    for part, size in zip(parts, room, strict=True):
        whole_ones = [test for _, inside in sorted(part.items(), key=_folder) for test in inside]
        more = size - len(whole_ones)
        found += [*whole_ones, *anywhere[:more]]
        anywhere = anywhere[more:]
    return found


def _folder(module: tuple[str, object]) -> list[str]:
    """Return the folder in ``tests`` that a module is in, such as ["tests", "browser"]."""
    return module[0].split("/")[:2]
