"""The shape of the live protocol and of the HTTP API: every key with the types of its values.

Dice differ from run to run, so values are not compared. A key that every recorded run had must be
there, with the types it had (null aside); keys may be added.
"""

import json
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.golden.house import GoldenHouse, RecordingClient, running
from tests.golden.sessions import AUTOMATIC, STAFFED, StaffedHouse, play_staffed

FILE = Path(__file__).parent / "protocol.json"
RUNS = 3
"""Runs whose keys are compared when the file is recorded: what one of them lacks is optional."""
BY_NAME = (
    *("seats", "bets", "seeds", "bet", "up", "law", "multiples", "wagers", "tables", "states"),
    *("limits", "decimals", "parameters"),
)
"""Objects whose keys are names or numbers, not part of the protocol."""

DRAWN = "drawn "
"""Before the kinds of messages whose keys depend on the dice: none of them must be there."""
MAY = {"boolean", "number", "list"}
"""What may stand for "may it be done?" in ``legal``: which one depends on the dice."""

Shape = dict[str, list[str]]


class Shapes:
    """Collects the types found at each path, by kind of message."""

    def __init__(self) -> None:
        self.found: dict[str, dict[str, set[str]]] = {}

    def see(self, kind: str, value: Any) -> None:
        self._see(self.found.setdefault(kind, {}), "", value)

    def _see(self, into: dict[str, set[str]], path: str, value: Any) -> None:
        into.setdefault(path, set()).add(_type(value))
        if isinstance(value, dict):
            named = path.rpartition(".")[2] in BY_NAME
            for key, each in value.items():
                self._see(into, f"{path}.*" if named else f"{path}.{key}", each)
        elif isinstance(value, list):
            for each in value:
                self._see(into, f"{path}[]", each)

    def message(self, message: Any, before: str = "") -> None:
        """See a message of the WebSocket; each line of the log by its event. ``before`` is put
        before its kind."""
        if isinstance(message, dict) and "lines" in message:
            for line in message["lines"]:
                self.see(f"{before}line {line['event']}", line)
            message = {**message, "lines": []}
        self.see(f"{before}{_kind(message)}", message)

    def data(self) -> dict[str, Shape]:
        return {
            kind: {path: sorted(types) for path, types in sorted(paths.items())}
            for kind, paths in sorted(self.found.items())
        }


def _type(value: Any) -> str:
    names = {bool: "boolean", int: "number", float: "number", str: "string", list: "list"}
    return "null" if value is None else names.get(type(value), "object")


def _kind(message: Any) -> str:
    if "snapshot" in message and "you" in message:
        return "hello" if "person" in message["you"] else "hello of a watcher"
    if "re" in message:
        asked = next((key for key in ("legal", "you", "snapshot") if key in message), None)
        return f"answer {asked}" if asked else f"answer {'ok' if message.get('ok') else 'refused'}"
    kinds = ("answers", "lines", "waiting", "stopped", "error")
    return next((key for key in kinds if key in message), "other")


# What is played


def observe() -> dict[str, Shape]:
    """Play in a new house and return the shape of everything that came back."""
    shapes = Shapes()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "house.sqlite") as house:
        crew = StaffedHouse(house)
        player, neighbour = house.account("ada"), house.account("bert")
        for table in AUTOMATIC:
            _automatic(shapes, house, table, player, neighbour)
        tables = [_staffed(shapes, house, crew, *key) for key in STAFFED]
        seated = house.account("cora")
        # Whether the others still sit somewhere depends on the dice.
        with house.client(next(iter(AUTOMATIC)), seated) as client:
            client.do("sit", rail=1000)
            _http(shapes, house, crew, player, seated, tables)
    return shapes.data()


def _automatic(shapes: Shapes, house: GoldenHouse, table: str, player: str, neighbour: str) -> None:
    take, wager, trial = AUTOMATIC[table]
    with house.client(table, player) as client, house.client(table) as watcher:
        client.do("sit", rail=15000)
        client.do("seed", seed="golden")
        if take is not None:
            client.do(take)
        client.do("bet", wager=wager, amount=1000)
        with house.client(table, neighbour) as other:  # The clock runs only among several.
            other.do("sit", rail=1000)
            for question in ("legal", "me", "snapshot"):
                client.ask(ask=question)
            other.do("leave")
        client.ask(do="bet", wager="nothing", amount=100)
        client.send("not json")
        client.receive()
        known = len(client.heard)
        client.do(trial)
        client.ask(ask="legal")
        client.send([{"id": 900, "do": "buy-in", "amount": 1000}, {"id": 901, "do": "leave"}])
        while "answers" not in client.receive():
            pass
        for message in (*client.heard[:known], watcher.hello):
            shapes.message(message)
        for message in client.heard[known:]:
            shapes.message(message, DRAWN)
    with house.client(table, player, **{"from": 2}) as again:
        shapes.message(again.hello, DRAWN)


def _staffed(shapes: Shapes, house: GoldenHouse, crew: StaffedHouse, rules: str, game: str) -> str:
    elected, steps = STAFFED[rules, game]
    table = crew.open(rules, game, elected)
    with ExitStack() as stack:
        clients = {
            role: stack.enter_context(house.client(table, crew.tokens[role]))
            for role in ("dealer", "boxperson", "floorperson")
        }
        play_staffed(clients, steps)
        clients["dealer"].ask(ask="legal", seat=1)
        clients["dealer"].ask(ask="snapshot")
        if game == "craps":
            _late_bet(clients)
        for client in clients.values():
            for message in client.heard:
                shapes.message(message)
    return table


def _late_bet(clients: dict[str, RecordingClient]) -> None:
    dealer = clients["dealer"]
    dealer.do("throw")
    dealer.ask(do="bet", seat=1, wager="field", amount=500)
    number = next(each for each in dealer.heard if each.get("waiting"))["waiting"][0]["waiting"]
    dealer.do("confirm", waiting=number)
    clients["boxperson"].do("confirm", waiting=number)
    dealer.do("rest", dice=[1, 2])


def _http(
    shapes: Shapes,
    house: GoldenHouse,
    crew: StaffedHouse,
    player: str,
    seated: str,
    tables: list[str],
) -> None:
    floor = crew.tokens["floorperson"]
    me = house.get("/me", player)["id"]
    hand = house.get("/me/hands?limit=1", player)["hands"][0]
    asked = [
        *(("/house", None), ("/me", seated), ("/me/sessions", player), ("/tables", None)),
        *(("/me/transfers", player), ("/me/hands", player), ("/rulesets", None)),
        *((f"/rulesets/{each}", None) for each in _rulesets()),
        *(
            (f"/rulesets/{each}/odds", None)
            for each in ("nj-1997/mini-dice", "nj-2001/punto-banco")
        ),
        *(("/rulesets/nj-2011/craps/house", None), ("/law?limit=3", None), ("/readings", None)),
        *(("/compare?left=nj-2011/craps&right=md-2013/craps", None), ("/law/NJ11-1.3c1", None)),
        *(("/readings/R-05", None), ("/people", floor), (f"/people/{me}/hands", floor)),
        *((f"/people/{me}/transfers", floor), ("/meters", floor)),
        (f"/me/hands/{hand['table']}/{hand['hand']}", player),
        *((f"/tables/{table}/{what}", floor) for table in tables for what in ("legal", "meters")),
        *((f"/tables/{table}", None) for table in tables),
        *((f"/tables/{table}/catalogue", None) for table in tables),
        *((f"/tables/{table}/lines?limit=2", None) for table in tables),
    ]
    for path, token in asked:
        found = house.get(path, token)
        known = {hand["table"]: "TABLE", **dict.fromkeys(tables, "TABLE")}
        parts = [known.get(each, each) for each in path.partition("?")[0].split("/")]
        kind = f"GET {'/'.join('N' if each.isdigit() else each for each in parts)}"
        shapes.see(f"{DRAWN}{kind}" if "hands" in kind else kind, found)
    shapes.see("GET error", house.call("GET", "/api/v1/tables/none")[1])
    for place, fields in openapi(house.get("/openapi.json")).items():
        shapes.found[place] = {path: set(types) for path, types in fields.items()}


def _rulesets() -> tuple[str, ...]:
    return ("nj-2011/craps", "md-2013/craps", "nj-1997/mini-dice", "nj-2001/punto-banco")


# The OpenAPI document


def openapi(document: Any) -> dict[str, dict[str, list[str]]]:
    """Return, by operation and part of it, every property with its types; schema names, which are
    those of classes, are resolved."""
    found: dict[str, dict[str, list[str]]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            place = f"openapi {method} {path}"
            found[place] = {each["name"]: [each["in"]] for each in operation.get("parameters", ())}
            parts = {"body": operation.get("requestBody", {}), **operation.get("responses", {})}
            for name, part in parts.items():
                into = found.setdefault(f"{place} {name}", {})
                for kind, content in part.get("content", {}).items():
                    _fields(document, content.get("schema", {}), kind, into, 0)
    return found


def _fields(document: Any, schema: Any, path: str, into: dict[str, list[str]], depth: int) -> None:
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    types = schema.get("type", [])
    into[path] = sorted({*into.get(path, ()), *([types] if isinstance(types, str) else types)})
    if depth > 8:
        return
    for each in (*schema.get("oneOf", ()), *schema.get("anyOf", ()), *schema.get("allOf", ())):
        _fields(document, each, path, into, depth + 1)
    for name, each in schema.get("properties", {}).items():
        _fields(document, each, f"{path}.{name}", into, depth + 1)
    if isinstance(schema.get("items"), dict):
        _fields(document, schema["items"], f"{path}[]", into, depth + 1)


# Comparing


def record() -> None:
    """Write the file from several runs."""
    runs = [observe() for _ in range(RUNS)]
    kinds = sorted({kind for run in runs for kind in run})
    data = {}
    for kind in kinds:
        shapes = [run.get(kind, {}) for run in runs]
        drawn = kind.startswith(DRAWN)
        paths = sorted({path for shape in shapes for path in shape})
        data[kind] = {
            path + ("" if not drawn and all(path in shape for shape in shapes) else "?"): sorted(
                {each for shape in shapes for each in shape.get(path, ())}
            )
            for path in paths
        }
    lines = ",\n".join(f"{json.dumps(kind)}: {json.dumps(data[kind])}" for kind in kinds)
    FILE.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def differences(recorded: dict[str, Shape], found: dict[str, Shape]) -> list[str]:
    """Return each key that is gone, and each value of a type it did not have."""
    problems = []
    for kind, paths in recorded.items():
        now = found.get(kind, {})
        for path, types in paths.items():
            have = now.get(path.rstrip("?"))
            if have is None and not path.endswith("?"):
                problems.append(f"{kind}: {path or 'the whole'} is gone")
            other = set(have or ()) - set(types) - {"null"}
            if "legal" in kind and set(types) & MAY:
                other -= MAY
            if other and set(types) != {"null"}:
                problems.append(f"{kind}: {path} was {types}, is {sorted(other)}")
    return problems
