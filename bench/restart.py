"""How long a house takes to start again, by the lines of a table's log.

Run: .venv/bin/python bench/restart.py [--write] [--lines N]. One player makes a bet and takes it
down at an automatic craps table, in a hand that never ends, until the log has some thousand lines,
and then N (a million more). After both the house is opened several times; the ratio is that of the
medians. ``--write`` keeps the result in bench/results/restart.json.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bench.support import commit, keep, machine, options  # noqa: E402
from lammer.server.house import HouseServer  # noqa: E402
from lammer.server.people.permissions import Requester  # noqa: E402
from lammer.server.tables.answers import QueuedCommand  # noqa: E402
from lammer.store import open_store  # noqa: E402
from lammer.store.port import Store, Tick  # noqa: E402

TABLE, FEW, MANY = "craps-1", 1_500, 1_000_500
"""Both end some way behind the last line after which the table is stored."""
AT_ONCE = 500
"""Commands in one tick."""
UP = {"do": "bet", "wager": "place-6", "amount": 600}
DOWN = {"do": "remove", "wager": "place-6"}


async def opened(store: Store) -> float:
    """Return the seconds in which a house opens."""
    began = time.perf_counter()
    house = await HouseServer.open(store)
    took = time.perf_counter() - began
    await house.close()
    return took


async def sat(store: Store) -> Requester:
    """Return a player who has sat down."""
    house = await HouseServer.open(store)
    person, _ = await house.people.guest("Ann")
    who, runner = Requester(person.id, person.name, (), "bench"), house.tables[TABLE]
    answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    sent = runner.read_message(who, {"do": "sit", "rail": 50_000})
    runner.submit(QueuedCommand(who, 1, sent, answer.set_result))
    assert (await answer)["ok"]
    await house.close()
    return who


async def filled(store: Store, who: Requester, lines: int) -> None:
    """Play until the log is so long: ticks as the runner makes them, written at once."""
    house = await HouseServer.open(store)
    runner = house.tables[TABLE]
    game = runner.game
    while not runner.idle or game.table.pledge is None:
        await asyncio.sleep(0.01)
    async with runner.between_ticks():
        while game.log.lines < lines:
            before = game.checkpoint()
            for at in range(min(AT_ONCE, lines - game.log.lines)):
                raw = dict(DOWN if "place-6" in game.table.seats[1].bets else UP)
                answer = game.carry_out(who, runner.read_message(who, raw))
                assert answer.ok, (at, answer)
            tick: Tick = game.collect(before).tick
            store.commit([tick])
    await house.close()


async def measured(lines: int, turns: int) -> dict[str, Any]:
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(open_store(f"{folder}/h.sqlite")) as store,
    ):
        store.migrate()
        store.lease()
        who = await sat(store)
        medians = []
        for many in (FEW, lines):
            await filled(store, who, many)
            await opened(store)
            medians.append(statistics.median([await opened(store) for _ in range(turns)]))
    few, more = medians
    return {
        "what": "seconds in which a house opens, with a table in the middle of an endless hand",
        "machine": machine(),
        "lines": [FEW, lines],
        "seconds": [round(few, 4), round(more, 4)],
        "ratio": round(more / few, 2),
        "commit": commit(),
    }


def main() -> None:
    parser = options(__doc__, 9)
    parser.add_argument("--lines", type=int, default=MANY, help="lines of the long log")
    asked = parser.parse_args()
    result = asyncio.run(measured(asked.lines, asked.turns))
    print(result)
    if asked.write:
        keep("restart", result)


if __name__ == "__main__":
    main()
