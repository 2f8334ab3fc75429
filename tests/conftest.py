"""What the tests prove about the law, counted while they run.

A test is tagged with the clauses it proves: ``@pytest.mark.clause("NJ11-1.3c1")``. While it
runs, everything the program produces with clauses on it (settlements, figures, breaches,
differences) is watched, with the command that is being decided: what no command names is not
recorded (``lammer.coverage.proof``). A tag that no product named is a failure: the test does not
prove what it says. The rest is the evidence behind ``lammer clauses``; ``./test`` compares it with
``lammer/law/evidence.json``, ``./test --record`` writes that file.

A test marked ``long`` runs only with ``--long``, or if it is named by its id; how many were left
out is said at the end. A test that is tagged with a clause is never long.

``./test --long --record`` also writes ``tests/results/long.json``: for each folder of tests that
passed as a whole, with nothing left out, when and at which commit, and what was counted.
"""

import faulthandler
import gc
import json
import os
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Generator
from datetime import UTC, datetime
from functools import partial, wraps
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, get_args

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key
from hypothesis import settings
from xdist.remote import WorkerInteractor

import lammer
from lammer.core.product import Product, Status
from lammer.coverage.proof import proved
from lammer.instruments import INSTRUMENTS, load
from lammer.law import known
from lammer.table.commands import Command
from lammer.table.decide import _DECIDE
from tests.scheduling import spread

# Without bytecode, each of several hundred processes would compile all it imports.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

EVIDENCE = Path(lammer.__file__).parent / "law" / "evidence.json"

LONG_RESULTS = Path(__file__).parent / "results" / "long.json"

_STATUSES: tuple[Status, ...] = get_args(Status)
"""The strongest first."""
_tagged: list[str] = []
"""The clauses that the test which runs is tagged with: without any, nothing is watched."""
_named: dict[str, Status] = {}
_deciding: list[type[Command] | None] = [None]
_counted: defaultdict[str, Counter[str]] = defaultdict(Counter)
"""By folder."""
_not_passed: set[str] = set()
"""The folders in which something failed or was left out."""
_proved: dict[str, dict[str, set[str]]] = {}
_LEFT_OUT = pytest.StashKey[int]()
"""How many tests that are marked long were not run."""
STUCK, WOUND = 900, 30
"""Seconds after which a test that waits for ever is ended with a trace of every thread, while the
others go on; and between two times that the watch is wound, which takes longer than many a test."""
_wound_at = [-float("inf")]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the long suites in full")
    parser.addoption("--shots", metavar="FOLDER", help="where to keep pictures of the pages")
    parser.addoption("--evidence", choices=("check", "write"), help="what ./test does with it")
    parser.addoption("--keep", action="store_true", help="write what the long suites counted")


def pytest_configure(config: pytest.Config) -> None:
    """A seeded sample by default, the full counts with --long."""
    config.addinivalue_line("markers", "long: runs only with --long")
    settings.register_profile("sample", deadline=None, derandomize=True, max_examples=10)
    settings.register_profile("long", deadline=None, max_examples=5000)
    settings.load_profile("long" if config.getoption("--long") else "sample")
    if config.getoption("--long"):
        config.pluginmanager.import_plugin("schemathesis.pytest.plugin")
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Named(config))
        if config.getoption("numprocesses", None):
            return  # Others run the tests.
    for module in walk_packages(lammer.__path__, "lammer."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    for product in _all_products(Product):
        _watch(product)
    _watch_decisions()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out modules whose tests are costly to collect, and modules without tests or
    examples."""
    if collection_path.suffix != ".py":
        return None
    if collection_path.name.endswith("_in_full.py") and not config.getoption("--long"):
        return True
    if collection_path.name.startswith("test_"):
        return None
    return ">>>" not in collection_path.read_text(encoding="utf-8") or None


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Have the processes of xdist send what is counted or shown, and no more: of most tests, one
    message instead of five. A test in ten thousand that takes a millisecond is no longer than its
    messages."""
    for plugin in session.config.pluginmanager.get_plugins():
        if isinstance(plugin, WorkerInteractor):
            plugin.sendevent = partial(_send, plugin.sendevent)


def _send(send: Callable[..., None], name: str, **about: Any) -> None:
    if name in ("logstart", "logfinish"):
        return
    report = about.get("data", {})
    if name == "testreport" and report["when"] != "call" and report["outcome"] == "passed":
        return
    send(name, **about)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    _leave_out_long(config, items)
    shared = getattr(config, "workerinput", None)
    if shared is not None:
        items[:] = spread(items, lambda item: item.nodeid.partition("::")[0], shared["workercount"])


def pytest_collection_finish() -> None:
    """Keep what is there before the first test out of every later garbage collection, and collect
    more rarely than a small program should."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def _leave_out_long(config: pytest.Config, items: list[pytest.Item]) -> None:
    long = [item for item in items if item.get_closest_marker("long")]
    if tagged := [item.nodeid for item in long if item.get_closest_marker("clause")]:
        raise pytest.UsageError(f"these prove clauses and may not be long: {tagged}")
    if config.getoption("--long") or any("::" in each for each in config.args):
        return
    config.stash[_LEFT_OUT] = len(long)
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if not item.get_closest_marker("long")]


def _all_products(base: type[Product]) -> list[type[Product]]:
    found = []
    for product in base.__subclasses__():
        found += [product, *_all_products(product)]
    return found


def _watch(product: type[Any]) -> None:
    make = product.__init__
    if hasattr(make, "__wrapped__"):
        return  # Inherited, and watched already.

    @wraps(make)
    def watched(self: Any, *arguments: Any, **named: Any) -> None:
        if make is not object.__init__:  # Else the fields were given to ``__new__``.
            make(self, *arguments, **named)
        if not _tagged:
            return
        for clause in self.clauses:
            status = proved(self, clause, _deciding[0])
            if clause not in _named or _STATUSES.index(status) < _STATUSES.index(_named[clause]):
                _named[clause] = status

    product.__init__ = watched


def _watch_decisions() -> None:
    """Keep the type of the command that is being decided: only it can record a clause."""
    for decides in (_DECIDE, *(load(key).decides for key in INSTRUMENTS)):
        for kind, decide in decides.items():
            decides[kind] = _noted(kind, decide)  # type: ignore[index]


def _noted(kind: type[Command], decide: Any) -> Any:
    @wraps(decide)
    def noted(*given: Any) -> Any:
        _deciding[0] = kind
        try:
            return decide(*given)
        finally:
            _deciding[0] = None

    return noted


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    if not item.config.getoption("--long"):
        _wind_watch(item.config.stash[fault_handler_stderr_fd_key])
    tags = [clause for mark in item.iter_markers("clause") for clause in mark.args]
    _named.clear()
    _tagged[:] = tags
    result = yield
    for clause in tags:
        if not known(clause):
            pytest.fail(f"tagged {clause}, which is no clause")
        if clause not in _named:
            pytest.fail(f"tagged {clause}, but nothing the program produced named it")
    if tags:
        item.user_properties.append(("evidence", {tag: _named[tag] for tag in tags}))
    return result


def _wind_watch(stderr: int) -> None:
    now = time.monotonic()
    if now - _wound_at[0] > WOUND:
        _wound_at[0] = now
        faulthandler.dump_traceback_later(STUCK, exit=True, file=stderr)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    part = _part(report.nodeid)
    if not report.passed:
        _not_passed.add(part)
    if report.when != "call" or not report.passed:
        return
    _counted[part]["tests passed"] += 1
    for name, value in report.user_properties:
        if name == "counted" and isinstance(value, dict):
            _counted[part].update(value)
        if name == "evidence" and isinstance(value, dict):
            for clause, status in value.items():
                _proved.setdefault(clause, {}).setdefault(status, set()).add(report.nodeid)


def _part(test: str) -> str:
    """The folder of a test: "tests/server", or "src" for the examples in the program's own text.

    >>> [_part(each) for each in ("tests/server/http/x.py::y", "src/lammer/x.py::x", "A.md::A")]
    ['tests/server', 'src', 'A.md']
    """
    folder, *inside = test.partition("::")[0].split("/")
    return f"{folder}/{inside[0]}" if folder == "tests" else folder


class _Named:
    """Names each failure when it happens: a run of an hour does not keep it to its end."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        reporter = self._config.pluginmanager.get_plugin("terminalreporter")
        if report.failed and reporter is not None:
            reporter.write_line(f"\nFAILED in its {report.when}: {report.nodeid}", red=True)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    wanted = session.config.getoption("--evidence")
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    not_run = reporter.stats.get("skipped", []) if reporter is not None else []
    if not_run and os.environ.get("CI") and exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED  # What cannot run is not passed.
    if hasattr(session.config, "workerinput"):
        sent: dict[str, Any] = vars(session.config)["workeroutput"]
        sent["left out"] = session.config.stash.get(_LEFT_OUT, 0)
        return
    if session.config.getoption("--keep") and exitstatus in (0, pytest.ExitCode.TESTS_FAILED):
        _keep()
    if wanted is None:
        return
    text = _as_text()
    if wanted == "write" and not _not_passed - {"tests/coverage"}:  # Those read what is written.
        EVIDENCE.write_text(text, encoding="utf-8")
    elif exitstatus == 0 and text != EVIDENCE.read_text(encoding="utf-8"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        session.config.stash[_STALE] = True


_STALE = pytest.StashKey[bool]()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Each worker of xdist collects, and leaves out, the same tests."""
    node.config.stash[_LEFT_OUT] = getattr(node, "workeroutput", {}).get("left out", 0)


def _keep() -> None:
    """Write down the folders that passed; the others keep what they have."""
    asked = ["git", "-C", str(LONG_RESULTS.parent), "rev-parse", "--short", "HEAD"]
    head = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    examples = settings.get_profile("long").max_examples
    now = {
        "when": datetime.now(UTC).date().isoformat(),
        "commit": head,
        "examples of each property": examples,
    }
    kept = json.loads(LONG_RESULTS.read_text(encoding="utf-8"))
    kept |= {
        part: now | dict(sorted(counted.items()))
        for part, counted in _counted.items()
        if part not in _not_passed
    }
    LONG_RESULTS.write_text(json.dumps(dict(sorted(kept.items())), indent=2) + "\n")


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    reasons = Counter(report.longrepr[2] for report in terminalreporter.stats.get("skipped", []))
    for reason, count in reasons.items():
        terminalreporter.write_line(f"NOT RUN, {count} tests: {reason}", yellow=True)
    if left_out := config.stash.get(_LEFT_OUT, 0):
        terminalreporter.write_line(f"{left_out} long tests left out; --long runs them")
    if config.stash.get(_STALE, False):
        terminalreporter.write_line(
            "FAILED: the tests no longer prove what lammer/law/evidence.json says. "
            "Look at why, then run ./test --record and commit the file.",
            red=True,
        )


def _as_text() -> str:
    ordered = {
        clause: {status: sorted(tests) for status, tests in sorted(proofs.items())}
        for clause, proofs in sorted(_proved.items())
    }
    return json.dumps(ordered, indent=0, ensure_ascii=False) + "\n"
