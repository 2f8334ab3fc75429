"""No token, cookie, query string or seed is logged, by any module, at any level."""

import asyncio
import gc
import json
import logging
import resource
import signal
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from lammer.server.ops.logs import JsonLines, log_line, redacted
from lammer.server.serve import RunningServer, Settings, serve
from tests.server.support.running import PATIENCE

NAMES = (
    *("", "lammer", "lammer.server", "lammer.server.websocket", "uvicorn", "uvicorn.error"),
    *("uvicorn.access", "uvicorn.asgi", "websockets", "websockets.server", "litestar"),
)
TRACE = 5
"""Where uvicorn logs each ASGI message."""
QUERY, SEED, PASSWORD = "query-secret-0123456789", "seed-secret-0123456789", "a secret password"
STRANGE = "unknown-token-0123456789"


class Kept(logging.Handler):
    """Keeps all there is in each record, an exception as it is formatted."""

    def __init__(self) -> None:
        super().__init__(level=0)
        self.names: set[str] = set()
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.names.add(record.name)
        beside = [value for key, value in record.__dict__.items() if key != "exc_info"]
        self.texts.append(f"{logging.Formatter().format(record)} {beside!r}")


@pytest.fixture(params=[TRACE, logging.DEBUG, logging.INFO])
def kept(request: pytest.FixtureRequest) -> Iterator[Kept]:
    """Everything that any logger is given, at one level."""
    loggers = [logging.getLogger(name) for name in NAMES]
    before = [(each.handlers, each.propagate, each.level) for each in loggers]
    handler = Kept()
    for each in loggers:
        each.handlers, each.propagate = [handler], False
        each.setLevel(request.param)
    yield handler
    for each, (handlers, propagate, level) in zip(loggers, before, strict=True):
        each.handlers, each.propagate = handlers, propagate
        each.setLevel(level)


@pytest.fixture
def process_is_put_back() -> Iterator[None]:
    """Undo what a server changes about its process."""
    threshold, files = gc.get_threshold(), resource.getrlimit(resource.RLIMIT_NOFILE)
    yield
    gc.set_threshold(*threshold)
    resource.setrlimit(resource.RLIMIT_NOFILE, files)


async def request(port: int, line: str, *headers: str, body: str = "") -> str:
    """A request and the whole answer; no library that logs."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    length = [f"Content-Length: {len(body)}", "Content-Type: application/json"] if body else []
    lines = (f"{line} HTTP/1.1", "Host: localhost", "Connection: close", *length, *headers)
    writer.write(("\r\n".join(lines) + "\r\n\r\n" + body).encode())
    answer = (await reader.read()).decode()
    writer.close()
    await writer.wait_closed()
    return answer


async def use_everything(port: int) -> list[str]:
    """Send secrets in every way there is; all of them."""
    account = json.dumps({"login": "anna", "password": PASSWORD})
    made = await request(port, "POST /api/v1/accounts", body=account)
    token = json.loads(made.partition("\r\n\r\n")[2])["token"]
    bearer, cookie = f"Authorization: Bearer {token}", f"Cookie: lammer_session={token}"
    query = f"?client=a&token={QUERY}"
    for sent in ((bearer,), (cookie,), (f"Authorization: Bearer {STRANGE}",)):
        await request(port, f"GET /api/v1/me{query}", *sent)
        await request(port, "GET /api/v1/me", *sent)
        await request(port, f"GET /nothing/here{query}", *sent)
        await request(port, f"GET /api/v1/tables/craps-1/live{query}", *sent, "Upgrade: websocket")
        upgrade = ("Upgrade: websocket", "Sec-WebSocket-Version: 13")
        await request(port, f"GET /api/v1/tables/craps-1/live{query}", *sent, *upgrade)
    await request(port, f"GET /api/v1/me{query}", bearer, "Bad header")
    url = f"ws://127.0.0.1:{port}/api/v1/tables/craps-1/live{query}"
    for header in ("Bearer", "Cookie", STRANGE):
        await over_websocket(url, header, token, refused=True)
        await over_websocket(url.partition("?")[0], header, token, refused=header == STRANGE)
    return [token, QUERY, SEED, PASSWORD, STRANGE]


async def over_websocket(url: str, kind: str, token: str, *, refused: bool) -> None:
    headers = {
        "Bearer": {"Authorization": f"Bearer {token}"},
        "Cookie": {"Cookie": f"lammer_session={token}"},
        STRANGE: {"Authorization": f"Bearer {STRANGE}"},
    }[kind]
    silent = logging.Logger("client", logging.CRITICAL)
    expected = pytest.raises(InvalidStatus) if refused else nullcontext()
    with expected:
        async with connect(url, additional_headers=headers, logger=silent, proxy=None) as socket:
            await socket.recv()
            await socket.send(json.dumps({"id": 1, "do": "seed", "seed": SEED}))
            await socket.send([f'{{"id": 2, "do": "seed", "seed": "{SEED}', '"}'])
            await socket.send(b"\xff" + SEED.encode(), text=True)
            with suppress(ConnectionClosed):
                while True:
                    await socket.recv()


@pytest.mark.usefixtures("process_is_put_back")
def test_no_secret_is_in_anything_logged(kept: Kept) -> None:
    async def test() -> tuple[list[str], str]:
        opened: asyncio.Future[RunningServer] = asyncio.get_running_loop().create_future()
        settings = Settings(":memory:", port=0)
        serving = asyncio.create_task(serve(settings, opened.set_result, lambda _: None))
        waits: set[asyncio.Future[Any]] = {serving, opened}
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        try:
            found = await opened
            secrets = await use_everything(int(found.address.rpartition(":")[2]))
        finally:
            signal.raise_signal(signal.SIGINT)
            await serving
        assert found.administrator is not None
        return secrets, found.administrator

    secrets, link = asyncio.run(asyncio.wait_for(test(), PATIENCE))
    for text in kept.texts:
        for secret in (*secrets, link):
            assert secret not in text
    assert {"lammer.server", "uvicorn.error"} <= kept.names


def test_what_comes_through_all_the_same_is_redacted() -> None:
    secret = "abc-DEF_123"
    for text in (
        f"GET /live?token={secret}&a=b HTTP/1.1",
        f"> Authorization: Bearer {secret}",
        f"('authorization', 'Bearer {secret}')",
        f"Set-Cookie: lammer_session={secret}; HttpOnly",
        f"{{'cookie': 'lammer_session={secret}'}}",
        f"sent bearer {secret}.",
    ):
        assert secret not in redacted(text)
        record = logging.LogRecord("x", logging.INFO, "x", 1, "%s", (text,), None)
        record.data = {"problem": text}
        assert secret not in JsonLines().format(record)
    untouched = "A tick could not be written: The disk is full. Make room? Yes (5 = five)."
    assert redacted(untouched) == untouched


def test_warnings_of_the_websocket_library_are_kept(kept: Kept) -> None:
    logging.getLogger("lammer.server.websocket").warning("something is wrong")
    log_line(logging.INFO, "answered")
    assert any("something is wrong" in text for text in kept.texts)
