"""Compressed responses, for clients that accept gzip.

Only public content is compressed: files, rules, law, logs. Content with something personal in it is
not, since its compressed size would reveal something about it.
"""

import asyncio
import gzip
import re
import zlib
from typing import Any

from litestar import Request, Response

LEAST_BYTES = 1000
"""Shorter content is not compressed."""
VARIES = {"Vary": "Accept-Encoding"}
GZIPPED = {"Content-Encoding": "gzip"}
_LEVEL = 6
_NONE = re.compile(r"q=0(\.0*)?")


def wants_gzip(request: Request[Any, Any, Any]) -> bool:
    return accepts_gzip(request.headers.get("accept-encoding", ""))


def accepts_gzip(accepted: str) -> bool:
    """True if an ``Accept-Encoding`` header allows gzip.

    >>> [accepts_gzip(each) for each in ("br, gzip", "gzip;q=0.5", "gzip;q=0", "identity", "")]
    [True, True, False, False, False]
    """
    for each in accepted.split(","):
        name, _, weight = (part.strip().lower() for part in each.partition(";"))
        if name == "gzip":
            return _NONE.fullmatch(weight) is None
    return False


def compressed(content: bytes) -> bytes:
    """Return the content compressed; empty if it is too short for that."""
    return gzip.compress(content, _LEVEL, mtime=0) if len(content) >= LEAST_BYTES else b""


async def answer(request: Request[Any, Any, Any], body: bytes) -> Response[Any]:
    """Return a JSON response, compressed if the client accepts it. Compresses in a thread, so that
    no table waits."""
    small = await asyncio.to_thread(compressed, body) if wants_gzip(request) else b""
    headers = {**VARIES, **(GZIPPED if small else {})}
    return Response(small or body, headers=headers, media_type="application/json")


def compressor() -> "zlib._Compress":
    return zlib.compressobj(_LEVEL, wbits=16 + zlib.MAX_WBITS)
