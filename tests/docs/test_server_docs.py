"""The pages about the server, held against a running house and against the code.

A ``json`` block of docs/protocol.md and docs/server.md says what is to be done with it: ``post
PATH [WHO]`` is the body of a request and ``answer STATUS`` what comes back, ``get PATH [STATUS]
[WHO]`` the answer itself; ``send TABLE [WHO]`` goes over a WebSocket, ``hear TABLE [WHO]`` comes
over it, ``again TABLE?QUERY`` is the first message of a new connection, HASH in it the true one,
``pushed TABLE`` the first update of another client;
``like`` after it asks for the same keys and kinds of values only. ``part`` is only read. "..."
stands for anything, and the number of a bet that waits for any other.
"""

import ast
import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from dataclasses import fields
from functools import cache
from inspect import signature
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

import pytest

from lammer.cli.serve import serve
from lammer.core.codec import shape
from lammer.core.money import dollars
from lammer.server import table_requests
from lammer.server.client_commands import Confirm, NoBet
from lammer.server.history.meters import report
from lammer.server.http import error_responses
from lammer.server.http.app import api_document
from lammer.server.http.schemas.tables import HandShare
from lammer.server.http.transport.timeouts import MOST_HEAD
from lammer.server.ops.limits import ServerLimits
from lammer.server.serve import SPARE
from lammer.server.tables.confirmations import MOST_WAITING
from lammer.server.tables.idempotency import LOOKED_BACK
from lammer.server.tables.tick import MOST_STAKE, SEED_LOST
from lammer.server.ws import connection as live
from lammer.store import open_store
from lammer.table.commands import verbs
from lammer.table.instrument import all_codes
from lammer.table.run import Run
from lammer.table.state import TableState
from lammer.table.views import public
from tests.command import lammer
from tests.server.support.running import (
    PATIENCE,
    LiveClient,
    Running,
    RunningHouse,
    in_thread,
    running,
    wait_until,
)

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "src" / "lammer" / "server"
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
HOUSE = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
FAIR = (ROOT / "docs" / "fair.md").read_text(encoding="utf-8")
BOT = ROOT / "examples" / "bot.py"
BOSS = "administrator"
CREW = ("floorperson", "dealer", "boxperson")
THINGS = ("dice", "shaker", "shoe", "wheel")
_VARIES = (re.compile(r"[0-9a-f]{64}"), re.compile(r"\d{4}-\d\d-\d\dT[0-9:.]+Z"))


class Block(NamedTuple):
    """A fenced block: the words after ``json``, and the values in it."""

    words: tuple[str, ...]
    values: list[Any]


def blocks(page: str) -> list[Block]:
    found = re.findall(r"^```json *(.*?)\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    return [
        Block(tuple(head.split()), [json.loads(line) for line in text.splitlines()])
        for head, text in found
    ]


def agrees(said: Any, real: Any, like: bool = False) -> bool:
    """Whether a value is what the page says it is."""
    if said == "...":
        return True
    if isinstance(said, dict) and isinstance(real, dict):
        named = {key: value for key, value in said.items() if key != "..."}
        whole = "..." in said or named.keys() == real.keys()
        inside = (key in real and agrees(value, real[key], like) for key, value in named.items())
        return whole and all(inside)
    if isinstance(said, list) and isinstance(real, list):
        open_end = bool(said) and said[-1] == "..."
        named_first = said[:-1] if open_end else said
        right_length = len(real) >= len(named_first) if open_end else len(real) == len(said)
        return right_length and all(map(lambda a, b: agrees(a, b, like), named_first, real))
    if like and not isinstance(said, bool):
        return type(said) is type(real)
    if isinstance(said, str) and isinstance(real, str):
        return said == real or any(v.fullmatch(said) and v.fullmatch(real) for v in _VARIES)
    return type(said) is type(real) and bool(said == real)


@pytest.mark.parametrize(
    ("said", "real", "like", "wanted"),
    [
        ({"a": 1}, {"a": 1}, False, True),
        ({"a": 1}, {"a": 1, "b": 2}, False, False),
        ({"a": 1, "...": "..."}, {"a": 1, "b": 2}, False, True),
        ({"a": 1, "...": "..."}, {"b": 2}, False, False),
        ({"a": 1}, {"a": 2}, True, True),
        ({"a": 1}, {"a": "1"}, True, False),
        ({"ok": True}, {"ok": False}, True, False),
        ([1, "..."], [1, 2, 3], False, True),
        ([1, 2], [1], False, False),
        ("f" * 64, "0" * 64, False, True),
        ("craps-1", "craps-2", False, False),
    ],
)
def test_agreeing_can_fail(said: Any, real: Any, like: bool, wanted: bool) -> None:
    assert agrees(said, real, like) is wanted


# The examples


class Reader:
    """Somebody who follows a page, with a connection for each person and table in it."""

    def __init__(self, house: RunningHouse) -> None:
        self.house = house
        self.tokens: dict[str, str] = {}
        self.clients: dict[tuple[str, str], LiveClient] = {}
        self.open = AsyncExitStack()
        self.last: tuple[int, Any] = (0, None)
        self.poster = ""
        self.waiting: dict[int, int] = {}
        """Bets that wait: the number on the page, and the real one."""

    def _token(self, who: str) -> str | None:
        """Whoever runs a game is invited when they are first needed."""
        if who in (*CREW, BOSS) and BOSS not in self.tokens:
            self.tokens[BOSS] = self.house.account("boss", BOSS)
        if who in CREW and who not in self.tokens:
            self.tokens[who] = self.house.account(who, who, self.tokens[BOSS])
        return self.tokens.get(who)

    async def follow(self, block: Block) -> None:
        kind, *words = block.words
        await getattr(self, f"_{kind}")(block.values, *words)

    async def _post(self, values: list[Any], path: str, who: str = "ada") -> None:
        (body,) = values
        if body.get("token") == "TOKEN OF THE LINK":
            body = {**body, "token": self.house.administrator}
        self.poster = who
        self.last = self.house.call("POST", path, body, self._token(who))

    async def _answer(self, values: list[Any], status: str) -> None:
        (said,), (code, real) = values, self.last
        assert code == int(status), real
        assert agrees(said, real), real
        if "person" in real:
            self.tokens[self.poster] = real["token"]

    async def _get(self, values: list[Any], path: str, status: str = "200", *words: str) -> None:
        (said,) = values
        who = _who(words)
        code, real = self.house.call("GET", path, token=self._token(who))
        assert code == int(status), real
        assert agrees(said, real, "like" in words), real

    async def _client(self, table: str, who: str) -> LiveClient:
        key = table, who
        if key not in self.clients:
            client = self.house.client(table, self._token(who), "default")
            self.clients[key] = await self.open.enter_async_context(client)
            client.others.append(client.hello)
        return self.clients[key]

    async def _send(self, values: list[Any], table: str, who: str = "ada") -> None:
        client = await self._client(table, who)
        for each in values:
            known = {"waiting": self.waiting[each["waiting"]]} if "waiting" in each else {}
            await client.send({**each, **known} if known else each)

    async def _hear(self, values: list[Any], table: str, *words: str) -> None:
        """What the page says is heard in that order; what it does not mention may come between,
        and an answer before that of an earlier command."""
        client = await self._client(table, _who(words))
        early: list[Any] = []
        for said in values:
            passed: list[Any] = []
            come, early = early if "re" in said else [], [] if "re" in said else early
            while True:
                waiting = come or client.others
                real = waiting.pop(0) if waiting else await client.receive()
                if agrees(self._as_numbered(said, real), real, "like" in words):
                    break
                passed.append(real)
                assert not _final(said, real), json.dumps(passed)
            early += [each for each in passed if "re" in each] + come

    def _as_numbered(self, said: Any, real: Any) -> Any:
        """A message with the real numbers of the bets that wait. The first time one is heard of,
        the number is taken over; from then on it must be the same."""
        if "waiting" not in said or "waiting" not in real:
            return said
        for one, other in zip(said["waiting"], real["waiting"], strict=False):
            self.waiting.setdefault(one["waiting"], other["waiting"])
        return {
            **said,
            **{
                key: [{**one, "waiting": self.waiting.get(one["waiting"])} for one in said[key]]
                for key in ("waiting", "ended")
                if key in said
            },
        }

    async def _again(self, values: list[Any], where: str) -> None:
        (said,) = values
        found = re.fullmatch(r"(?P<table>.+)\?from=(?P<first>\d+)&head=(?P<head>\w+)", where)
        assert found is not None, where
        table, first, head = found["table"], int(found["first"]), found["head"]
        if head == "HASH":
            path = f"/api/v1/tables/{table}/lines?from={first - 1}&limit=1"
            head = self.house.get(path)["lines"][0]["hash"]
        client = self.house.client(table, self._token("ada"), f"default&head={head}")
        await client.open(first)
        self.clients[where, "ada"] = self.clients[table, "ada"] = client  # In place of the last.
        self.open.push_async_callback(client.close)
        assert agrees(said, client.hello), client.hello
        if "lines" in said:
            assert client.hello["lines"][0]["seq"] == first

    async def _pushed(self, values: list[Any], table: str) -> None:
        (said,) = values
        client = self.house.client(table, self._token("ada"), "other&push=1")
        async with client:
            while "legal" not in (real := await client.receive()):
                pass
        assert agrees(said, real), real

    async def _part(self, values: list[Any]) -> None:
        """Read, and nothing more."""


def _who(words: tuple[str, ...]) -> str:
    """Whose turn it is in a block: the word that is no other; Ada's, if there is none."""
    return next((word for word in words if word != "like"), "ada")


def _final(said: Any, real: Any) -> bool:
    """Whether the answer that the page speaks of has come, and is another."""
    several = "answers" in said and "answers" in real
    return several or ("re" in said and real.get("re") == said["re"])


async def follow(house: RunningHouse, page: str) -> None:
    reader = Reader(house)
    async with reader.open:
        for block in blocks(page):
            try:
                await asyncio.wait_for(reader.follow(block), PATIENCE)
            except Exception as problem:
                problem.add_note(f"in {' '.join(block.words)}: {block.values}")
                raise


@pytest.mark.parametrize("page", [PROTOCOL, HOUSE], ids=["protocol", "server"])
def test_examples(page: str, tmp_path: Path) -> None:
    with in_thread(tmp_path / "house.sqlite") as house:
        asyncio.run(follow(house, page))


def test_every_example_says_what_it_is() -> None:
    for page in (PROTOCOL, HOUSE):
        assert all(block.words for block in blocks(page))
    kinds = [block.words[0] for block in blocks(PROTOCOL)]
    assert kinds.count("send") >= 10
    assert kinds.count("part") == 1


# The bots


def the_short_one() -> str:
    (found,) = re.findall(r"^```python bot\n(.*?)^```$", PROTOCOL, re.DOTALL | re.MULTILINE)
    return str(found)


def test_the_bot_of_the_page(tmp_path: Path) -> None:
    text = the_short_one()
    assert len([line for line in text.splitlines() if line.strip()]) <= 30
    with in_thread(tmp_path / "house.sqlite") as house:
        text = text.replace("127.0.0.1:8000", house.address.removeprefix("http://"))
        text = re.sub(r'"craps-1", \d+$', '"craps-1", 6', text, flags=re.MULTILINE)
        run = subprocess.run(
            [sys.executable, "-c", text], capture_output=True, text=True, timeout=PATIENCE,
            check=False,
        )  # fmt: skip
        assert run.returncode == 0, run.stderr
        rolled = [json.loads(line[:6]) for line in run.stdout.splitlines()]
        assert rolled == rolls_of(house.log("craps-1"))
        assert len(rolled) == 6


def rolls_of(log: bytes) -> list[list[int]]:
    lines = [json.loads(line) for line in log.splitlines()]
    return [line["body"]["dice"] for line in lines if line["event"] == "roll"]


def balances(log: bytes) -> Iterator[int]:
    """What seat 1 has after each roll, its bets included, by the chips that moved."""
    has, rolled = 0, False
    for text in log.splitlines():
        line = json.loads(text)
        if rolled and line["body"].get("command", {}).get("seat") == 1:
            yield has
            rolled = False
        rolled = rolled or line["event"] == "roll"
        for source, target, cents in line["body"].get("moves", ()):
            has += cents * (target.endswith("-1") - source.endswith("-1"))
    if rolled:
        yield has


@pytest.mark.long
def test_the_bot_goes_on_after_the_house_was_killed(tmp_path: Path) -> None:
    """Twice, in the middle of things; and nothing is done twice."""
    database, log = tmp_path / "house.sqlite", tmp_path / "craps-1.jsonl"
    with running(database) as house:
        command = [sys.executable, str(BOT), "--address", house.address]
        command += ["--table", "craps-1", "--rolls", "40", "--name", "Bert"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as bot:
            try:
                printed = list(_killing(house, bot, {9, 24}))
                assert bot.wait(PATIENCE) == 0
            finally:
                bot.kill()
        log.write_bytes(house.log("craps-1"))
    rolled = [line for line in printed if re.match(r"\d-\d: ", line)]
    dice = [[int(line[0]), int(line[2])] for line in rolled]
    dollars = [float(line.split()[1]) for line in rolled]
    assert len(rolled) == 40
    assert dice == rolls_of(log.read_bytes())
    assert [round(100 * each) for each in dollars] == list(balances(log.read_bytes()))
    assert sum(line.startswith("no connection") for line in printed) >= 2
    assert not [line for line in printed if line.startswith("refused")]
    _each_once(database)
    _never_more_than_it_bets(log)
    _audited(log)


def _killing(house: Running, bot: "subprocess.Popen[str]", after: set[int]) -> Iterator[str]:
    """What the bot prints; the house is killed after so many rolls of it, and started again."""
    assert bot.stdout is not None
    rolled = 0
    for line in bot.stdout:
        yield line.rstrip()
        rolled += line[1:2] == "-"
        if rolled in after:
            after.remove(rolled)
            house.kill()
            house.start()


@pytest.mark.long
def test_the_bot_begins_again_after_a_restore(tmp_path: Path) -> None:
    """It is told that its past is gone, and goes on in the one there is."""
    log, kept = tmp_path / "craps-1.jsonl", str(tmp_path / "kept.lammer")
    with running(tmp_path / "house.sqlite") as house:
        command = [sys.executable, str(BOT), "--address", house.address, "--rolls", "2000"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as bot:
            try:
                _printed(bot, "rolls", 8)
                _lammer("backup", kept, "--db", house.database)
                known = _length(house)
                wait_until(lambda: _length(house) > known + 20, what="lines after the backup")
                _lammer("restore", kept, "--db", house.database)
                _printed(bot, "put back to a backup")
                dice = [[int(line[0]), int(line[2])] for line in _printed(bot, "rolls", 5)]
            finally:
                bot.kill()
        log.write_bytes(house.log("craps-1"))
    _, found, after = log.read_bytes().partition(b'"event":"withdraw"')
    assert found
    assert rolls_of(after.partition(b"\n")[2])[: len(dice)] == dice
    assert len(dice) == 5
    _audited(log)


def _printed(bot: "subprocess.Popen[str]", what: str, many: int = 1) -> list[str]:
    """The next so many lines of the bot's that are rolls, or have these words in them."""
    assert bot.stdout is not None
    wanted = (
        line for line in bot.stdout if (line[1:2] == "-" if what == "rolls" else what in line)
    )
    found = list(islice(wanted, many))
    assert len(found) == many, "the bot has ended"
    return found


def _length(house: RunningHouse) -> int:
    found: int = house.get("/api/v1/tables/craps-1")["seq"]
    return found


def _lammer(*words: str) -> None:
    run = lammer(*words)
    assert run.returncode == 0, run.stdout + run.stderr


def _each_once(database: Path) -> None:
    """The bot's commands are numbered from 1 without a gap, each once."""
    with closing(open_store(str(database))) as store:
        entries = [entry for entry in store.entries("craps-1", 1, 10**6) if entry.client == "bot"]
    numbers = [entry.number for entry in entries]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > 40


def _never_more_than_it_bets(log: Path) -> None:
    most = {"pass": 1000, "pass-odds": 2000, "place-6": 1200, "place-8": 1200}
    lines = map(json.loads, log.read_bytes().splitlines())
    bets = [line["body"] for line in lines if line["event"] == "bet"]
    assert {bet["wager"] for bet in bets} <= most.keys()
    assert all(bet["stake"] <= most[bet["wager"]] for bet in bets)
    assert sum(bet["wager"] == "pass" for bet in bets) > 3


def _audited(log: Path) -> None:
    """Nothing is wrong with it, neither with the money nor with the dice."""
    _lammer("audit", str(log), "--open")
    _lammer("fair", str(log))


# The lists


def section(page: str, heading: str) -> str:
    """The text under a heading, up to the next one of its rank or above."""
    rank = heading.split()[0]
    found = re.search(
        rf"^{re.escape(heading)}$(.*?)(?=^#{{1,{len(rank)}}} |\Z)", page, re.DOTALL | re.MULTILINE
    )
    assert found is not None, heading
    return found[1]


def rows(text: str) -> list[list[str]]:
    """The rows of the tables in it, as cells."""
    lines = [line for line in text.splitlines() if line.startswith("|") and "|---" not in line]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def named(cells: list[str]) -> set[str]:
    return {name for cell in cells for name in re.findall(r"`([^`\n]+)`", cell)}


@cache
def codes_in_the_source() -> frozenset[str]:
    """Every code that the server itself answers with."""
    found = set(error_responses._CODES.values())
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            found |= set(_codes(node))
    return frozenset(found)


def _codes(node: ast.AST) -> Iterator[str]:
    """The first thing said in a refusal; and what a name ``code`` is given, one or the other."""
    said: list[ast.expr] = []
    match node:
        case ast.Call(func=ast.Name(id="Refused" | "error" | "body"), args=[first, *_]):
            said = [first]
        case ast.Call(func=ast.Attribute(attr="__init__"), args=[first, _, ast.Constant(int())]):
            said = [first]  # Of a kind of refusal.
        case ast.Call(func=ast.Attribute(attr="_refuse_all"), args=[_, code, *_]):
            said = [code]
        case ast.Assign(targets=[ast.Name(id="code")], value=ast.IfExp(body=one, orelse=other)):
            said = [one, other]
    return (str(each.value) for each in said if isinstance(each, ast.Constant))


def test_every_code_is_listed() -> None:
    text = section(PROTOCOL, "## Errors and refusals")
    of_house, of_table = text.split("Of the table", 1)
    assert (
        named([row[0] for row in rows(of_house)]) - {"code"} == codes_in_the_source() - all_codes()
    )
    assert named([row[1] for row in rows(of_table)]) == all_codes()


def test_every_verb_is_listed() -> None:
    players = named([row[0] for row in rows(section(PROTOCOL, "### Verbs of a player"))]) - {"do"}
    crew = named([row[0] for row in rows(section(PROTOCOL, "## Staffed tables"))]) - {"do"}
    by: dict[str, set[str]] = {}
    for thing in THINGS:
        for verb, kind in verbs(thing).items():
            if thing == "wheel" and "{thing}" in kind.verb:
                continue  # It does not go round.
            by.setdefault(kind.issued_by, set()).add(verb)
    assert players == by["player"] | by["holder"]
    assert crew == by["crew"] | {Confirm.verb, NoBet.verb}
    assert named([section(PROTOCOL, "## Staffed tables")]) >= by["house"]


def test_every_limit_is_listed() -> None:
    listed = rows(section(HOUSE, "## Limits"))[1:]
    limits = ServerLimits()
    told = {row[0].strip("`"): int(row[1]) for row in listed}
    assert told == {each.name: getattr(limits, each.name) for each in fields(limits)}
    assert all(len(row) == 4 and row[3] for row in listed)
    short = section(PROTOCOL, "## Limits")
    for number in (limits.commands_per_second, limits.commands_at_once, limits.frame, limits.batch):
        assert str(number) in short


def test_every_metric_is_listed(tmp_path: Path) -> None:
    with in_thread(tmp_path / "house.sqlite") as house:
        found = re.findall(r"^# TYPE (\S+) (\S+)$", house.metrics(), re.MULTILINE)
    listed = [row for row in rows(section(HOUSE, "## Health, metrics, logs")) if "`" in row[0]]
    assert {row[0].strip("`"): row[1] for row in listed} == dict(found)


def test_every_path_is_listed() -> None:
    listed = named([row[0] for row in rows(section(PROTOCOL, "## Everything over HTTP"))])
    paths = api_document()["paths"]
    real = {
        f"{method.upper()} {path.removeprefix('/api/v1')}"
        for path, item in paths.items()
        for method in item
    }
    assert listed == real


def test_every_close_code_is_listed() -> None:
    listed = {int(row[0]) for row in rows(section(PROTOCOL, "## Close codes"))[1:]}
    assert listed == {*live.CLOSE_REASONS, 1009, 1011, 1012}


def test_every_option_is_listed() -> None:
    hints = get_type_hints(serve, include_extras=True)
    options = set()
    for each in signature(serve).parameters:
        names = [name for extra in hints[each].__metadata__ for name in extra.name or ()]
        options.add(names[0] if names else f"--{each.replace('_', '-')}")
    listed = named([row[0] for row in rows(section(HOUSE, "## Start"))])
    assert {each.split()[0] for each in listed} == options


def test_everything_that_is_seen_of_a_table_is_explained() -> None:
    told = named([cell for row in rows(section(PROTOCOL, "### Hello")) for cell in row])
    (hello,) = next(block.values for block in blocks(PROTOCOL) if block.words[0] == "hear")
    state = hello["snapshot"]["state"]
    assert {*hello["you"], *hello["snapshot"], *state, *state["pledge"]} <= told
    seen = ast.parse(Path(public.__file__).read_text(encoding="utf-8"))
    for node in ast.walk(seen):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            assert node.slice.value in told, node.slice.value


def explained(heading: str) -> set[str]:
    return named([row[0] for row in rows(section(PROTOCOL, heading))])


def test_every_figure_of_a_hand_and_of_the_meters_is_explained() -> None:
    apart = {"last", "kit"}
    state = shape(TableState, frozenset({"rules", *apart})).fields
    hand = {*HandShare.__struct_fields__, "standing", *state, *apart}
    assert explained("## History") == hand
    table = report(Run.at("nj-2011", rails={}).table.rules, {"handle:pass": (1, 500)})
    wager = table["wagers"]["pass"]
    assert explained("## Meters") == ({*table, *wager} - {"rules", "game", "wagers"})


@pytest.mark.parametrize(
    ("page", "words"),
    [
        (PROTOCOL, f"more than {ServerLimits().backlog} lines"),
        (PROTOCOL, f"more than {LOOKED_BACK} lines"),
        (PROTOCOL, f"{live.MOST_FLOODS} commands above the rate"),
        (PROTOCOL, f"above {dollars(MOST_STAKE)} "),
        (PROTOCOL, f"more than {table_requests.MOST_ODDS:,} to 1"),
        (HOUSE, f"`connections` and {SPARE} more for requests"),
        (HOUSE, f"where that is less) and {SPARE // 2} more"),
        (HOUSE, f"{MOST_HEAD // 1024} KiB for the head"),
        (HOUSE, f"{MOST_WAITING} bets of one seat"),
        (HOUSE, f"{table_requests.PLAYERS_SHARE} % of `tables`"),
        (HOUSE, f"above {dollars(MOST_STAKE)} "),
        (HOUSE, f"more than {table_requests.MOST_ODDS:,} to 1"),
        (FAIR, f"({SEED_LOST})"),
    ],
)
def test_what_is_fixed_in_the_code_is_said(page: str, words: str) -> None:
    assert words in " ".join(page.split())
