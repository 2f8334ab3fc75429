"""Records what moves on a page as an animated picture (WebP), for the README."""

import base64
import struct
import time
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import Page

RATE = 0.15
"""How fast animations run while they are recorded, so that each picture can be taken in time."""
STEP = 90
"""Milliseconds between two pictures, as it is shown."""
BEGIN, HOLD = 700, 2500
"""Milliseconds that the first picture and the last one stay."""
MOST = 90
"""Pictures."""


class Recording:
    """Pictures of a part of a page, with how long each is shown."""

    def __init__(self, page: Page, width: int, height: int, scale: float) -> None:
        self._page = page
        self._clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": scale}
        self._browser = page.context.new_cdp_session(page)
        self._browser.send("Animation.enable")
        self._browser.send("Animation.setPlaybackRate", {"playbackRate": RATE})
        self._size = round(width * scale), round(height * scale)
        self._taken: list[tuple[float, bytes]] = []

    def take(self) -> None:
        asked = {"format": "webp", "quality": 60, "clip": self._clip}
        at = time.monotonic()
        data = self._browser.send("Page.captureScreenshot", asked)["data"]
        self._taken.append((at, base64.b64decode(data)))

    def until_nothing_moves(self) -> None:
        """Take pictures until every animation is over."""
        still = "document.getAnimations().every((each) => each.playState !== 'running')"
        while len(self._taken) < MOST:
            begun = time.monotonic()
            self.take()
            if len(self._taken) > 3 and self._page.evaluate(still):
                return
            rest = STEP / 1000 / RATE - (time.monotonic() - begun)
            if rest > 0:
                self._page.wait_for_timeout(rest * 1000)

    def save(self, path: Path) -> None:
        times = [at for at, _ in self._taken]
        shown = [round((b - a) * RATE * 1000) for a, b in pairwise(times)]
        shown = [BEGIN, *shown[1:], HOLD]
        pictures = [picture for _, picture in self._taken]
        path.write_bytes(animated(list(zip(pictures, shown, strict=True)), *self._size))


def animated(frames: list[tuple[bytes, int]], width: int, height: int) -> bytes:
    """Return pictures, each a WebP file, as one that shows each for so many milliseconds, again
    and again. A picture like the one before it makes that one stay longer."""
    merged: list[tuple[bytes, int]] = []
    for picture, milliseconds in frames:
        if merged and merged[-1][0] == picture:
            merged[-1] = picture, merged[-1][1] + milliseconds
        else:
            merged.append((picture, milliseconds))
    size = _three(width - 1) + _three(height - 1)
    chunks = [
        _chunk(b"VP8X", b"\x02\0\0\0" + size),
        _chunk(b"ANIM", b"\xff\xff\xff\xff\0\0"),
        *(
            _chunk(
                b"ANMF", _three(0) + _three(0) + size + _three(shown) + b"\x02" + _image(picture)
            )
            for picture, shown in merged
        ),
    ]
    return _chunk(b"RIFF", b"WEBP" + b"".join(chunks))


def _image(picture: bytes) -> bytes:
    """Return the chunk of a WebP file that has its picture."""
    at = 12
    while at < len(picture):
        (size,) = struct.unpack("<I", picture[at + 4 : at + 8])
        end = at + 8 + size + size % 2
        if picture[at : at + 4] in (b"VP8 ", b"VP8L"):
            return picture[at:end]
        at = end
    raise ValueError("no picture in it")


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def _three(number: int) -> bytes:
    return struct.pack("<I", number)[:3]
