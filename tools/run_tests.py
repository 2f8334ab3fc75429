"""What ./test runs, stage by stage, with a closing table.

./test              lint, types, layers, doctests and tests; a seeded sample of long suites
./test --long       the same, with the long suites in full
./test --record     also writes lammer/law/evidence.json anew from what the tests proved
./test -- ARGS      only pytest, with these arguments, without the evidence check
"""

import os
import subprocess
import sys
import time

BIN = sys.prefix + "/bin/"


def main() -> int:
    arguments = sys.argv[1:]
    if "--help" in arguments or "-h" in arguments:
        print(__doc__)
        return 0
    if arguments[:1] == ["--"]:
        return subprocess.call([BIN + "pytest", *arguments[1:]])
    unknown = [each for each in arguments if each not in ("--long", "--record")]
    if unknown:
        print(f"./test: what is {unknown[0]}?\n{__doc__}", file=sys.stderr)
        return 2
    evidence = "write" if "--record" in arguments else "check"
    # One worker more than cores, for servers and browsers are waited for; and each begins with a
    # part of its own, so that what a module sets up is set up once.
    workers = str((os.cpu_count() or 1) + 1)
    pytest = [BIN + "pytest", "-n", workers, "--dist", "worksteal", f"--evidence={evidence}"]
    stages = {
        "lint": [BIN + "ruff", "check", "."],
        "format": [BIN + "ruff", "format", "--check", "--quiet", "."],
        "types": [BIN + "mypy"],
        "layers": [BIN + "lint-imports", "--no-logo"],
        "tests": [*pytest, "--long"] if "--long" in arguments else pytest,
    }
    results: list[tuple[str, bool, float]] = []
    for name, command in stages.items():
        print(f"== {name}", flush=True)
        started = time.monotonic()
        passed = subprocess.call(command) == 0
        results.append((name, passed, time.monotonic() - started))
    print()
    for name, passed, seconds in results:
        print(f"{name:8} {'passed' if passed else 'FAILED'} {seconds:7.1f} s")
    return 0 if all(passed for _, passed, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main())
