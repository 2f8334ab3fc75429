"""What the disk itself can do: writes followed by ``fdatasync``, one after another.

The peer of whatever keeps a log is a line of 500 bytes at the end of a growing file. Beside it, the
same over pages of a file that is already there, which spares the file system its own bookkeeping.
"""

import os
import time
from pathlib import Path

LINE = b"x" * 500
PAGE = b"x" * 4096
PAGES = 256


def fdatasync_rate(folder: Path, seconds: float = 1.0, *, over: bool = False) -> float:
    """Durable writes a second: at the end of a file, or ``over`` pages that are there."""
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
