"""The test clients leave nothing open, whatever happens to the house and to their task.

Each test ends by collecting garbage (conftest.py): a socket that is not closed fails it.
"""

import asyncio
import os
import signal
import socket
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from tests.server.support.bettors import GIVEN_UP, LoadBettor
from tests.server.support.running import LiveClient, Running, running
from tests.server.support.table_helpers import QUICK, at, play

pytestmark = pytest.mark.long
"""They try the helpers of other tests, each with a process of its own."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "house.sqlite", *QUICK) as opened:
        yield opened


def stop(house: Running) -> None:
    """It stands still: it neither answers nor hangs up."""
    assert house.process is not None
    house.process.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, house.process.pid, os.WSTOPPED)


async def much_is_said(house: Running, token: str) -> None:
    async with at(house, "craps-1", token, "talks") as other:
        await other.done("sit", rail=1000)
        for number in range(40):
            await other.done("seed", seed=f"{number}")


@pytest.mark.parametrize("dies", [True, False])
def test_with_much_that_nobody_read(house: Running, dies: bool) -> None:
    """The end of the connection is noticed behind it: to close takes no time."""
    token = house.guest("Ann")

    async def tried() -> None:
        async with at(house, "craps-1") as client:
            await much_is_said(house, token)
            if dies:
                await asyncio.to_thread(house.kill)
            async with asyncio.timeout(8):  # Less than after which it would be cut off.
                await client.close()
            with pytest.raises(ConnectionClosed):
                await client.send({"id": 1, "ask": "me"})

    play(tried())


def test_a_task_that_is_cancelled_and_a_house_that_does_not_answer(house: Running) -> None:
    """Cancelled again while it says goodbye."""
    token = house.guest("Ann")

    async def tried() -> None:
        bettor = LoadBettor(house, "craps-1", token, 1)
        playing = asyncio.create_task(bettor.play())
        while not bettor.record.answered:
            await asyncio.sleep(0.01)
        stop(house)
        playing.cancel()
        done, _ = await asyncio.wait([playing], timeout=0.5)
        assert not done, "it waits for the house to say goodbye"
        playing.cancel()
        await asyncio.wait([playing], timeout=5)
        assert playing.cancelled()

    play(tried())


@pytest.mark.parametrize("said", [b"", b"HTTP/1.1 101 Swi", b"HTTP/1.1 500 No\r\n\r\n"])
@pytest.mark.parametrize("reset", [True, False])
def test_a_house_that_goes_while_somebody_comes(said: bytes, reset: bool) -> None:
    """A player takes it as any other lost connection."""

    async def goes(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(said)
        await writer.drain()
        if reset:
            line: socket.socket = writer.get_extra_info("socket")
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        writer.close()

    async def tried() -> None:
        async with await asyncio.start_server(goes, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            client = LiveClient(f"http://127.0.0.1:{port}", "craps-1", None, "test")
            with pytest.raises(GIVEN_UP):
                await client.open()
        with pytest.raises(ConnectionRefusedError):
            await client.open()
        await client.close()

    play(tried())


def test_a_house_that_does_not_greet(house: Running) -> None:
    """Whoever gives up waiting for it has no socket left, nor for one that lets people in and then
    says nothing."""

    async def silent(line: ServerConnection) -> None:
        await line.wait_closed()

    async def tried() -> None:
        stop(house)
        async with serve(silent, "127.0.0.1", 0) as other:
            port = next(iter(other.sockets)).getsockname()[1]
            quiet = LiveClient(f"http://127.0.0.1:{port}", "craps-1", None, "test")
            for client in (house.client("craps-1"), quiet):
                with pytest.raises(TimeoutError):
                    async with asyncio.timeout(1):
                        await client.open()
            assert not other.connections, "who gave up is gone"

    play(tried())


def test_a_house_that_does_not_open(tmp_path: Path) -> None:
    house = Running(str(tmp_path / "house.sqlite"), "--limit", "chairs=3")
    with pytest.raises(AssertionError, match="there is no limit"):
        house.start()
    assert house.process is None
