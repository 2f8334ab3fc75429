"""A craps player that is a program: the pass line with odds, and the 6 and the 8 placed.

It comes in as a guest, sits down, and does one thing at a time. What it may do, and for how much,
it asks the table (``legal``). A command whose answer was lost is sent again under the same number,
so it is done once, whatever happens to the network or the house. See docs/protocol.md.
"""

import argparse
import json
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from functools import partial
from typing import Any

from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

Message = dict[str, Any]
say = partial(print, flush=True)

STAKES = {"pass": 1000, "pass-odds": 2000, "place-6": 1200, "place-8": 1200}
"""What is bet on each, in cents, or what comes near."""
BUY_IN = 50_000
TRIES = 240
"""How often a lost connection is tried again, or a command put off, before the bot gives up."""
PATIENCE = 10
"""Seconds after which a process that does not answer is taken to be gone."""
AWAY = (307, 421, 429, 502, 503, 504)
"""Statuses of a request that may be answered a little later, perhaps by another process."""
LATER = ("too-fast", "busy", "not-stored", "store-down", "stopped", "signed-out", "moved")
"""Refusals of a command that may be done a little later, or after coming back."""


class NothingToDo(Exception):
    """There is nothing more to do here, and why."""


class TableMoved(Exception):
    """Another process of the house has the table: ``at`` this path, or "" while none has it."""

    def __init__(self, detail: str, at: str) -> None:
        super().__init__(detail)
        self.at = at


class HouseClient:
    """What is asked over HTTP: to come in, and for chips."""

    def __init__(self, address: str) -> None:
        self.address, self.token = address.rstrip("/"), ""

    def post(self, path: str, **body: Any) -> Message:
        """Ask, and again while no process answers that can."""
        for _ in range(TRIES):
            answer = self._post(path, body)
            if answer is not None:
                return answer
            time.sleep(0.5)
        raise NothingToDo(f"{self.address} was asked {TRIES} times.")

    def _post(self, path: str, body: Message) -> Message | None:
        """Return the answer; None if there was none and another may come."""
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        url, data = f"{self.address}/api/v1{path}", json.dumps(body).encode()
        request = urllib.request.Request(url, data, headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return dict(json.load(answer))
        except urllib.error.HTTPError as problem:
            with problem:
                if problem.code in AWAY:
                    return None
                error = json.load(problem)["error"]
            raise NothingToDo(f"{error['detail']} {error.get('instead', '')}".strip()) from None
        except OSError as problem:
            if self.token:
                return None
            raise NothingToDo(f"{self.address} cannot be reached: {problem}") from None


class Bot:
    """One player at one table. All it must remember is the command under way and the last line
    it saw, by number and hash; the rest it is told."""

    def __init__(self, house: HouseClient, table: str, rolls: int) -> None:
        self.house, self.path = house, f"/api/v1/tables/{table}/live?client=bot"
        self.live = house.address.replace("http", "ws", 1)
        self.process = ""  # The path of the one that has the table; "" if any may be asked.
        self.rolls_left, self.tries, self.put_off = rolls, 0, 0
        self.seen, self.head = 0, ""
        self.you: Message = {}
        self.seats: Message = {}
        self.under_way: Message | None = None
        self.socket: ClientConnection

    def play(self) -> None:
        """Play until there is a reason to stop; a lost connection is none."""
        headers = {"Authorization": f"Bearer {self.house.token}"}
        join = partial(
            connect, additional_headers=headers, max_size=2**24,
            ping_interval=PATIENCE, ping_timeout=PATIENCE, close_timeout=1,
        )  # fmt: skip
        while self.tries < TRIES:
            self.tries += 1
            missed = f"&from={self.seen + 1}&head={self.head}" if self.seen else ""
            try:
                with join(self.live + self.process + self.path + missed) as self.socket:
                    self._greeted()
                    self._play_on()
            except TableMoved as moved:
                say(moved)
                self.process = moved.at
            except InvalidStatus as problem:
                if problem.response.status_code not in AWAY:
                    raise NothingToDo(f"The house says {problem.response.body.decode()}") from None
                self.process = ""
            except (OSError, WebSocketException) as problem:
                say(f"no connection: {problem}")
                self.process = ""
            time.sleep(0.5)
        raise NothingToDo(f"{self.live}{self.path} was tried {TRIES} times.")

    def _greeted(self) -> None:
        """Hear who we are, how the table stands, and the lines that were missed."""
        hello = self._receive(PATIENCE)
        table, self.you, self.seats = hello["snapshot"], hello["you"], {}
        if table["stopped"]:
            raise NothingToDo(table["stopped"])
        if "error" in hello:
            say(hello["error"]["detail"])
            if hello["error"]["code"] == "stale":  # What was under way was in another past.
                self.under_way = None
        self.tries, self.seen, self.head = 0, table["seq"], table["head"]
        self._take_in(hello.get("lines", ()), table["state"]["seats"])

    # Hearing and asking

    def _receive(self, seconds: float | None = None) -> Message:
        message: Message = json.loads(self.socket.recv(timeout=seconds))
        error = message.get("error", {})
        if error.get("code") in ("moved", "moving"):  # And the connection ends.
            raise TableMoved(error["detail"], error.get("at", "").rstrip("/"))
        return message

    def _hear(self, seconds: float | None = None) -> Message:
        message = self._receive(seconds)
        if "state" in message:
            self.seen, self.head = message["seq"], message["lines"][-1]["hash"]
            self._take_in(message["lines"], message["state"]["seats"])
        return message

    def _take_in(self, lines: Sequence[Message], seats: Message) -> None:
        """A seat that is sent stands in the place of what was known of it."""
        self.seats |= seats
        mine = self.seats.get(str(self.you["seat"])) or {"rail": 0, "layout": 0}
        for line in lines:
            if line["event"] == "roll":
                first, second = line["body"]["dice"]
                has = mine["rail"] + mine["layout"]
                say(f"{first}-{second}: {has / 100:.2f} dollars, {mine['layout'] / 100:.2f} up")
                self.rolls_left -= 1
                if not self.rolls_left:
                    raise NothingToDo("That was the last roll.")

    def _answer(self, message: Message) -> Message:
        self.socket.send(json.dumps(message))
        while True:
            heard = self._hear(PATIENCE)
            if heard.get("re") == message["id"]:
                return heard

    def ask(self, what: str) -> Message:
        """A question changes nothing, so its number may be any."""
        while not (answer := self._answer({"id": 0, "ask": what}))["ok"]:
            time.sleep(1)
        return answer

    def do(self, command: Message) -> None:
        """Have a command done, once: it stays under way until its answer is here."""
        self.under_way = command
        answer = self._answer(command)
        if answer["ok"]:
            self.you["last"] = command["id"]
        elif answer["refusal"]["code"] in LATER:
            self.put_off += 1
            if self.put_off > TRIES:
                raise NothingToDo(answer["refusal"]["detail"])
            time.sleep(1)
            return
        else:
            say(f"refused: {answer['refusal']['detail']}")
        self.under_way, self.put_off = None, 0

    # Playing

    def _play_on(self) -> None:
        while True:
            command, last = self.under_way, self.you["last"]
            if command is not None and command["id"] > last:
                self.do(command)
            elif wanted := self._wanted():
                self.do({"id": last + 1, **wanted})
            else:
                self._hear()

    def _wanted(self) -> Message:
        """What to do now; nothing, if it is for somebody else to do something."""
        answer = self.ask("legal")
        legal, self.you["seat"] = answer["legal"], answer["seat"]
        if answer["seat"] is None:
            return {"do": "sit", "rail": self._chips()}
        if self.seats[str(answer["seat"])]["rail"] < sum(STAKES.values()):
            return {"do": "buy-in", "amount": self._chips()}
        for wager, cents in STAKES.items():
            may = legal["bet"].get(wager)
            if isinstance(may, list) and wager not in legal.get("up", ()):
                least, most, step = may[:3]
                near = least + (cents - least) // step * step
                return {"do": "bet", "wager": wager, "amount": max(least, min(most, near))}
        may_do = [verb for verb in ("accept-dice", "roll") if legal["do"].get(verb) is True]
        return {"do": may_do[0]} if may_do else {}

    def _chips(self) -> int:
        """What to bring to the table; the house gives chips to whoever has none."""
        purse: int = self.ask("me")["you"]["purse"]
        return min(BUY_IN, purse or self.house.post("/me/chips")["purse"])


def main() -> None:
    parser = argparse.ArgumentParser(description="Play craps at a Lammer house.")
    parser.add_argument("--address", default="http://127.0.0.1:8000", help="where the house is")
    parser.add_argument("--table", default="craps-1", help="a table's key")
    parser.add_argument("--rolls", type=int, default=100, help="how many to play for")
    parser.add_argument("--name", default="Bot", help="what the others see")
    given = parser.parse_args()
    house = HouseClient(given.address)
    try:
        house.token = house.post("/guests", name=given.name)["token"]
        Bot(house, given.table, given.rolls).play()
    except (NothingToDo, KeyboardInterrupt) as end:
        say(end)


if __name__ == "__main__":
    main()
