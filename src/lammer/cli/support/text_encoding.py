"""Files in UTF-16, as spreadsheets save "Unicode text", read as if they were in UTF-8."""

import codecs
import io
from typing import BinaryIO, cast

_CHUNK = 1 << 16
_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def as_utf8(stream: BinaryIO) -> BinaryIO:
    """Return the stream, decoded if it begins with the byte order mark of UTF-16.

    >>> as_utf8(io.BytesIO("kind;seat\\r\\n".encode("utf-16"))).readline(100)
    b'kind;seat\\r\\n'
    """
    buffered = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(_Raw(stream))
    start = buffered.peek(2)[:2]
    if start not in _MARKS:
        return cast("BinaryIO", buffered)
    return cast("BinaryIO", _Recoded(buffered))


class _Raw(io.RawIOBase):
    """A stream that only has ``read``, for a buffer to look ahead in."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return self._stream.seekable()

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._stream.seek(offset, whence)

    def readinto(self, into: memoryview) -> int:  # type: ignore[override]
        found = self._stream.read(len(into))
        into[: len(found)] = found
        return len(found)


class _Recoded:
    """Lines of text in UTF-16 as UTF-8."""

    def __init__(self, stream: io.BufferedReader) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-16")("replace")
        self._text = ""

    def readline(self, size: int) -> bytes:
        """Return the next line, or as much of it as there is room for."""
        while "\n" not in self._text and len(self._text) < size:
            chunk = self._stream.read(_CHUNK)
            self._text += self._decoder.decode(chunk, final=not chunk)
            if not chunk:
                break
        end = self._text.find("\n") + 1 or size
        line, self._text = self._text[:end], self._text[end:]
        return line.encode()

    def seekable(self) -> bool:
        return False
