"""Answers that travel packed, to those who can unpack them.

Only what anybody may see is packed: files, rules, law, logs. What has something of one person's in
it is not: how far an answer can be packed says something of what is in it.
"""

import asyncio
import gzip
import re
import zlib
from typing import Any

from litestar import Request, Response

WORTH = 1000
"""Bytes from which on packing is worth it."""
VARIES = {"Vary": "Accept-Encoding"}
PACKED = {"Content-Encoding": "gzip"}
_LEVEL = 6
_NONE = re.compile(r"q=0(\.0*)?")


def takes_packed(request: Request[Any, Any, Any]) -> bool:
    """Whether whoever asks can unpack gzip."""
    return accepts_gzip(request.headers.get("accept-encoding", ""))


def accepts_gzip(accepted: str) -> bool:
    """What an ``Accept-Encoding`` header says of gzip.

    >>> [accepts_gzip(each) for each in ("br, gzip", "gzip;q=0.5", "gzip;q=0", "identity", "")]
    [True, True, False, False, False]
    """
    for each in accepted.split(","):
        name, _, weight = (part.strip().lower() for part in each.partition(";"))
        if name == "gzip":
            return _NONE.fullmatch(weight) is None
    return False


def packed(content: bytes) -> bytes:
    """The same in less; nothing where that is not worth it."""
    return gzip.compress(content, _LEVEL, mtime=0) if len(content) >= WORTH else b""


async def answer(request: Request[Any, Any, Any], body: bytes) -> Response[Any]:
    """JSON, packed for who can unpack it; in a thread, for it keeps nobody at a table waiting."""
    small = await asyncio.to_thread(packed, body) if takes_packed(request) else b""
    headers = {**VARIES, **(PACKED if small else {})}
    return Response(small or body, headers=headers, media_type="application/json")


def packer() -> "zlib._Compress":
    """Packs what comes in pieces."""
    return zlib.compressobj(_LEVEL, wbits=16 + zlib.MAX_WBITS)
