"""What the disk itself can do: writes of a line, each followed by ``fdatasync``.

Two ways, of which the faster counts: at the end of a growing file, and over the pages of a file
that is already there.
"""

import os
import time
from pathlib import Path

LINE = b"x" * 500
PAGE = b"x" * 4096
PAGES = 256


def fdatasync_rate(folder: Path, seconds: float = 1.0) -> float:
    """Durable writes a second, the faster of the two ways."""
    return max(_rate(folder, seconds / 2, over) for over in (False, True))


def _rate(folder: Path, seconds: float, over: bool) -> float:
    path = folder / "raw"
    with path.open("w+b", buffering=0) as file:
        number = file.fileno()
        if over:
            file.write(PAGE * PAGES)
            os.fsync(number)
        done, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            if over:
                os.pwrite(number, PAGE, done % PAGES * len(PAGE))
            else:
                file.write(LINE)
            os.fdatasync(number)
            done += 1
        rate = done / (time.perf_counter() - began)
    path.unlink()
    return rate
