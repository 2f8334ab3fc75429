"""What the benchmarks share: options, the machine they ran on, and their results."""

import argparse
import json
import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "bench" / "results"


def options(text: str | None, turns: int) -> argparse.ArgumentParser:
    """Return the parser of the options that every benchmark has; ``text`` describes it."""
    parser = argparse.ArgumentParser(
        description=text, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="keep the result in bench/results")
    parser.add_argument(
        "--turns", type=int, default=turns, help=f"how often to measure (default: {turns})"
    )
    return parser


def cpu() -> str:
    """Return the name of the processor."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in text if "model name" in line), "?")


def machine(*packages: str) -> dict[str, Any]:
    """Return the machine, with the versions of Python and of these packages."""
    return {
        "cpu": cpu(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        **{package: version(package) for package in packages},
    }


def commit() -> str:
    """Return the commit that is measured, shortened."""
    command = ["git", "rev-parse", "--short", "HEAD"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def keep(name: str, result: Any) -> None:
    """Write a result to bench/results."""
    path = RESULTS / f"{name}.json"
    path.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


def kept(name: str) -> dict[str, Any]:
    """Read a result from bench/results."""
    found: dict[str, Any] = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    return found
