"""The fast path of the transport: whatever a client sends, and however it is split, is received as
by the library alone."""

import asyncio
from importlib import metadata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.requirements import Requirement
from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from lammer.server.ws.transport import WebSocketTransport, extent, framed, unmasked, whole_frames

ASKED = (
    b"GET /live HTTP/1.1\r\nHost: house\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, BINARY, CLOSE, PING, PONG, MORE = 1, 2, 8, 9, 10, 0
WHOLE = 0x80


class _Transport(asyncio.Transport):
    """Where nothing comes from, and where what is sent is kept."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = b""
        self.closed = False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)}.get(name, default)

    def write(self, data: Any) -> None:
        self.sent += bytes(data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def pause_reading(self) -> None:
        return None

    def resume_reading(self) -> None:
        return None


class _Plain(WebSocketTransport):
    """As if there were no short way."""

    def _short(self, data: bytes) -> bool:  # noqa: ARG002
        return False


def frame(kind: int, payload: bytes, key: bytes = b"\1\2\3\4") -> bytes:
    """A frame as a client sends it."""
    size, masked = len(payload), WHOLE
    if size < 126:
        head = bytes((kind, masked | size))
    elif size < 65536:
        head = bytes((kind, masked | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((kind, masked | 127)) + size.to_bytes(8, "big")
    return head + key + bytes(each ^ key[at % 4] for at, each in enumerate(payload))


async def heard(
    kind: type[WebSocketTransport], pieces: list[bytes], taken_after: int = 0
) -> tuple[Any, ...]:
    """What is handed over, what is sent back, and whether the connection is closed."""
    ended = asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await ended.wait()

    config = Config(app, ws_max_size=70_000, log_config=None)
    config.load()
    wire = kind(config=config, server_state=ServerState(), app_state={})
    transport = _Transport()
    wire.connection_made(transport)
    wire.data_received(ASKED)
    for _ in range(5):
        await asyncio.sleep(0)
    assert transport.sent.startswith(b"HTTP/1.1 101")
    before = len(transport.sent)
    found: list[str | None] = []
    for at, piece in enumerate(pieces):
        if at == taken_after:
            wire.receive_with(found.append)
        if not transport.closed:
            wire.data_received(piece)
    if taken_after >= len(pieces):
        wire.receive_with(found.append)
    ended.set()
    answer = found, transport.sent[before:], transport.closed
    wire.connection_lost(None)
    for _ in range(5):
        await asyncio.sleep(0)
    return answer


keys = st.binary(min_size=4, max_size=4)
texts = st.text(max_size=40) | st.text("ab{}", min_size=100, max_size=300)
whole_texts = st.builds(lambda text, key: frame(WHOLE | TEXT, text.encode(), key), texts, keys)
others = st.one_of(
    st.builds(lambda data: frame(WHOLE | BINARY, data), st.binary(max_size=200)),
    st.builds(lambda data: frame(WHOLE | PING, data), st.binary(max_size=125)),
    st.builds(lambda data: frame(WHOLE | PONG, data), st.binary(max_size=125)),
    st.builds(
        lambda one, two: frame(TEXT, one.encode()) + frame(WHOLE | MORE, two.encode()),
        texts,
        texts,
    ),
    st.builds(lambda data: frame(WHOLE | TEXT, data), st.binary(max_size=10)),
)


@st.composite
def streams(draw: st.DrawFn) -> list[bytes]:
    """Frames in pieces: mostly one frame each, at times cut, together, or nonsense."""
    frames = draw(st.lists(whole_texts | others, min_size=1, max_size=8))
    if draw(st.booleans()):
        return frames
    if draw(st.integers(0, 9)) == 0:
        frames.append(draw(st.binary(min_size=1, max_size=12)))
    stream = b"".join(frames)
    cuts = sorted(draw(st.sets(st.integers(1, max(1, len(stream) - 1)), max_size=6)))
    pieces = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    return [piece for piece in pieces if piece]


@given(streams(), st.integers(0, 3))
def test_whatever_comes_is_heard_as_the_library_alone_hears_it(
    pieces: list[bytes], taken_after: int
) -> None:
    async def both() -> tuple[Any, Any]:
        return await heard(WebSocketTransport, pieces, taken_after), await heard(
            _Plain, pieces, taken_after
        )

    short, plain = asyncio.run(both())
    assert short == plain


def test_short_messages_do_take_the_short_way(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = [frame(WHOLE | TEXT, b'{"id":%d}' % number) for number in range(5)]
    found, _, closed = asyncio.run(heard(WebSocketTransport, pieces))
    assert found == [f'{{"id":{number}}}' for number in range(5)]
    assert not closed
    monkeypatch.setattr("lammer.server.ws.transport.unmasked", lambda _: b"seen")
    assert asyncio.run(heard(WebSocketTransport, pieces))[0] == ["seen"] * 5
    cut = [b"".join(pieces)[:7], b"".join(pieces)[7:]]
    assert asyncio.run(heard(WebSocketTransport, cut))[0] == found


def test_a_message_that_is_too_long_is_left_to_the_library() -> None:
    long = [frame(WHOLE | TEXT, b"x" * 69_999), frame(WHOLE | TEXT, b"x" * 70_001)]
    found, sent, _ = asyncio.run(heard(WebSocketTransport, long))
    assert [len(each or "") for each in found] == [69_999]
    assert sent[0] == WHOLE | CLOSE
    assert int.from_bytes(sent[2:4], "big") == 1009


def test_it_says_when_it_may_be_written_to() -> None:
    """Never while anything waits: what is written then would come before it."""

    async def test() -> None:
        config = Config(lambda: None, log_config=None)
        config.load()
        wire = WebSocketTransport(config=config, server_state=ServerState(), app_state={})
        below = _Transport()
        wire.connection_made(below)
        room: list[object] = []
        wire.send_frame(b"a")
        wire.follow_room(room.append)
        assert (below.sent, room) == (b"a", [below])
        wire.send_frame(b"b")
        wire.send_frame(b"c")
        assert (below.sent, room[1:]) == (b"a", [None])
        await asyncio.sleep(0)
        assert (below.sent, room[-1]) == (b"abc", below)
        wire.pause_writing()
        wire.send_frame(b"d")
        await asyncio.sleep(0)
        assert (below.sent, wire.unsent, room[-1]) == (b"abc", 1, None)
        wire.resume_writing()
        assert (below.sent, wire.unsent, room[-1]) == (b"abcd", 0, below)
        wire.send_frame(b"e")
        below.close()
        await asyncio.sleep(0)
        assert (below.sent, wire.unsent, room[-1]) == (b"abcd", 0, None)
        wire.connection_lost(None)

    asyncio.run(test())


@given(st.lists(st.binary(max_size=300), min_size=1, max_size=4), keys)
def test_frames_end_where_they_say(payloads: list[bytes], key: bytes) -> None:
    frames = [frame(WHOLE | TEXT, each, key) for each in payloads]
    for each, payload in zip(frames, payloads, strict=True):
        assert extent(each) == len(each)
        assert unmasked(each) == payload
        assert extent(framed(payload)) == len(framed(payload))
    whole = b"".join(frames)
    assert whole_frames(whole)
    assert not any(
        whole_frames(whole[:cut]) for cut in range(len(whole) - len(frames[-1]) + 1, len(whole))
    )


@pytest.mark.parametrize("package", ["uvicorn", "websockets"])
def test_only_versions_that_were_tried_are_allowed(package: str) -> None:
    """The class that is subclassed is internal: an untried version may change it unannounced."""
    allowed = next(
        each.specifier
        for each in map(Requirement, metadata.requires("lammer") or [])
        if each.name == package
    )
    assert {each.operator for each in allowed} == {">=", "<"}
    assert allowed.contains(metadata.version(package))
    least = {"uvicorn": "0.52.0", "websockets": "15.0.1"}[package]
    assert not allowed.contains(least), "without what is relied upon"


def test_the_library_has_what_is_relied_upon() -> None:
    """Since uvicorn 0.52.1 and websockets 16."""
    assert {"pause_writing", "resume_writing", "send_receive_event_to_app"} <= vars(
        WebSocketsSansIOProtocol
    ).keys()

    async def attributes() -> set[str]:
        config = Config(lambda: None, log_config=None)
        config.load()
        plain = WebSocketsSansIOProtocol(config, ServerState(), {})
        assert hasattr(plain.conn, "current_size")
        return set(vars(plain))

    assert {
        "close_sent",
        "conn",
        "curr_msg_data_type",
        "frames",
        "handshake_initiated",
        "queue",
        "read_paused",
        "writable",
    } <= asyncio.run(attributes())
