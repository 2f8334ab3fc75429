"""A wrongly entered trial at a staffed table is taken back: table, meters, history and purses are
as without it, before and after a restart."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.support.running import InThread, LiveClient, Message, in_thread
from tests.server.support.table_helpers import (
    QUICK,
    adds_up,
    at,
    caught_up,
    events,
    is_well,
    judged,
    new_table,
    passes_audit,
    play,
    purse_adds_up,
)
from tests.usual import usual

CREW = ("dealer", "boxperson", "floorperson")
ANNOUNCE = 'Ask {"do": "no-more-bets"} first.'


class Pit:
    """A house with a crew, that may lose its power, and a player with a device."""

    def __init__(self, house: InThread) -> None:
        self.house = house
        self.boss = house.account("boss", "administrator")
        self.tokens = {role: house.account(f"the-{role}", role, self.boss) for role in CREW}
        self.anna, self.bert = house.guest("Anna"), house.guest("Bert")

    def table(self, rules: str = "nj-2011", **more: Any) -> str:
        return new_table(self.house, self.tokens["floorperson"], rules, kind="staffed", **more)

    def meters(self, table: str) -> Message:
        found = self.house.get(f"/api/v1/tables/{table}/meters", self.tokens["floorperson"])
        meters: Message = found["tables"][table]
        return meters

    def hands(self, token: str) -> list[Message]:
        found: list[Message] = self.house.get("/api/v1/me/hands?limit=200", token)["hands"][::-1]
        for part in found:
            net = part["won"] - part["lost"] - part["vigorish"]
            assert part["before"] + part["brought"] + net == part["after"], part
        return found

    def again(self) -> None:
        """The power goes, and comes back."""
        self.house.lose_power()
        is_well(self.house)

    def as_role(self, table: str, role: str) -> Any:
        return at(self.house, table, self.tokens[role])

    def enter(self, table: str, do: str, role: str = "dealer", **keys: Any) -> Message:
        """One command of the crew; how the table stands then."""

        async def entered() -> Message:
            async with self.as_role(table, role) as crew:
                found = await crew.done(do, **keys)
                await caught_up(crew, found["to"])
                adds_up(crew)
                state: Message = crew.state
                return state

        state: Message = play(entered())
        return state

    def refused(self, table: str, do: str, role: str = "dealer", **keys: Any) -> Message:
        async def entered() -> Message:
            async with self.as_role(table, role) as crew:
                refusal: Message = await crew.refused(do, **keys)
                return refusal

        found: Message = play(entered())
        return found


@pytest.fixture
def pit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pit]:
    with in_thread(tmp_path_factory.mktemp("pit") / "house.sqlite", *QUICK) as opened:
        yield Pit(opened)
        is_well(opened)


async def _seated(client: LiveClient, rail: int = 20_000) -> None:
    await client.done("sit", rail=rail)


def sits(pit: Pit, table: str, token: str) -> None:
    async def down() -> None:
        async with at(pit.house, table, token) as one:
            await _seated(one)

    play(down())


def wrong(pit: Pit, table: str, role: str = "boxperson", reason: str = "wrong-dice") -> Message:
    return pit.enter(table, "correct", role, caller=role, reason=reason)


def recent(pit: Pit, table: str) -> list[Message]:
    tables = pit.house.get("/api/v1/tables")["tables"]
    found: list[Message] = next(each for each in tables if each["table"] == table)["recent"]
    return found


@pytest.mark.parametrize("restart", usual([False, True], [True]))
def test_a_seven_out_that_was_none(pit: Pit, restart: bool) -> None:
    """The hand goes on; meters and history know only what stood."""
    table = pit.table()
    sits(pit, table, pit.anna)
    sits(pit, table, pit.bert)
    pit.enter(table, "accept-dice", seat=1)
    pit.enter(table, "bet", seat=1, wager="pass", amount=1000)
    pit.enter(table, "roll", dice=[2, 2])
    pit.enter(table, "bet", seat=1, wager="place-6", amount=1200, leave_up=True)
    before = pit.enter(table, "bet", seat=2, wager="buy-10", amount=2000)
    meters = pit.meters(table)
    out = pit.enter(table, "roll", dice=[3, 4])
    assert out["offered"] == 2
    assert pit.meters(table)["trials"] == meters["trials"] + 1
    if restart:
        pit.again()
    assert pit.refused(table, "correct", caller="boxperson", reason="x")["code"] == "not-authorised"
    assert pit.refused(table, "correct", caller="dealer", reason="wrong-dice")["clause"] == "R-77"
    assert wrong(pit, table) == before
    assert pit.meters(table) == meters
    assert recent(pit, table) == [{"dice": [2, 2]}]
    assert pit.hands(pit.anna) == []
    if restart:
        pit.again()
        assert recent(pit, table) == [{"dice": [2, 2]}]
    second = pit.refused(table, "correct", "boxperson", caller="boxperson", reason="wrong-dice")
    assert second["code"] == "nothing-to-correct"
    pit.enter(table, "roll", dice=[2, 4])
    wrong(pit, table, "floorperson")
    pit.enter(table, "roll", dice=[1, 3])
    pit.enter(table, "bet", seat=1, wager="pass", amount=1000)
    pit.enter(table, "roll", dice=[4, 4])
    pit.enter(table, "roll", dice=[3, 4])
    if restart:
        pit.again()
    pit.enter(table, "accept-dice", seat=2)
    late = pit.refused(table, "correct", "boxperson", caller="boxperson", reason="wrong-dice")
    assert late["code"] == "too-late"
    assert "accept, seat 2" in late["detail"]
    (one,) = pit.hands(pit.anna)
    assert (one["staked"], one["won"], one["lost"]) == (3200, 1000, 2200)
    (two,) = pit.hands(pit.bert)
    assert (two["staked"], two["won"], two["lost"]) == (2000, 0, 2000)
    found = pit.meters(table)
    assert (found["trials"], found["won"], found["lost"]) == (4, 1000, 4200)
    whole = pit.house.get(f"/api/v1/me/hands/{table}/{one['hand']}", pit.anna)
    assert [line["event"] for line in whole["lines"]].count("correct") == 2
    pit.enter(table, "leave", seat=1)
    pit.enter(table, "leave", seat=2)
    assert pit.house.call("DELETE", f"/api/v1/tables/{table}", token=pit.boss)[0] == 204
    passes_audit(pit.house, table, closed=True)
    assert judged("fair", pit.house.log(table))[0] == 0


@pytest.mark.parametrize("restart", usual([False, True], [True]))
def test_shakes_and_coups_each_of_which_is_a_hand(pit: Pit, restart: bool) -> None:
    trials: dict[str, tuple[str, str, str, list[dict[str, Any]]]] = {
        "nj-1997": (
            *("shaker", "under-7", "wrong-dice"),
            [{"do": "shake", "dice": [6, 6]}, {"do": "shake", "dice": [1, 2]}],
        ),
        "nj-2001": (
            *("shoe", "banker", "wrong-cards"),
            [
                {"do": "deal", "cards": ["9s", "2h", "Kc", "5c"]},
                {"do": "deal", "cards": ["Kd", "3c", "6s", "4h"]},
            ],
        ),
    }
    for rules, (thing, wager, reason, (bad, good)) in trials.items():
        table = pit.table(rules)
        sits(pit, table, pit.anna)
        already = len(pit.hands(pit.anna))
        pit.enter(table, f"accept-{thing}", seat=1)
        pit.enter(table, "bet", seat=1, wager=wager, amount=2000)
        first = pit.refused(table, **bad)
        assert (first["code"], first["instead"]) == ("wrong-time", ANNOUNCE)
        before = pit.enter(table, "no-more-bets")
        meters = pit.meters(table)
        lost = pit.enter(table, **bad)
        assert lost["seats"]["1"]["layout"] == 0
        if restart:
            pit.again()
        assert wrong(pit, table, "floorperson", reason) == before
        assert pit.meters(table) == meters
        assert len(pit.hands(pit.anna)) == already
        late = pit.refused(table, "bet", seat=1, wager=wager, amount=2000)
        assert late["code"] == "too-late"
        pit.enter(table, **good)
        if restart:
            pit.again()
        pit.enter(table, "bet", seat=1, wager=wager, amount=2000)
        (one,) = pit.hands(pit.anna)[already:]
        assert (one["staked"], one["won"], one["lost"]) == (2000, 2000, 0)
        assert one["vigorish"] == (100 if thing == "shoe" else 0)
        found = pit.meters(table)
        assert (found["trials"], found["won"], found["lost"]) == (1, 2000, 0)
        pit.enter(table, "no-more-bets")
        pit.enter(table, **bad)
        pit.enter(table, "leave", seat=1)
        assert pit.hands(pit.anna)[already + 1]["lost"] == 2000
        assert pit.house.call("DELETE", f"/api/v1/tables/{table}", token=pit.boss)[0] == 204
        passes_audit(pit.house, table, closed=True)
    assert pit.house.get("/api/v1/me", pit.anna)["purse"] == 100_000 + 2000 - 2000 - 100


@pytest.mark.parametrize("restart", usual([False, True], [True]))
def test_somebody_who_left_has_the_place_again_and_is_paid_once_the_roll_stands(
    pit: Pit, restart: bool
) -> None:
    table = pit.table()
    sits(pit, table, pit.anna)
    sits(pit, table, pit.bert)
    pit.enter(table, "accept-dice", seat=1)
    pit.enter(table, "bet", seat=1, wager="pass", amount=1000)
    pit.enter(table, "roll", dice=[4, 4])
    pit.enter(table, "bet", seat=2, wager="place-6", amount=1200)
    before = pit.enter(table, "leave", seat=2)
    assert pit.house.get("/api/v1/me", pit.bert)["purse"] == 98_800
    out = pit.enter(table, "roll", dice=[3, 4])
    assert "2" not in out["seats"]
    if restart:
        pit.again()
    assert wrong(pit, table) == before
    if restart:
        pit.again()
    won = pit.enter(table, "roll", dice=[3, 3])
    assert won["seats"]["2"]["rail"] == 2600
    if restart:
        pit.again()
    pit.enter(table, "bet", seat=1, wager="field", amount=500)
    assert pit.house.get("/api/v1/me", pit.bert)["purse"] == 98_800 + 2600
    (one,) = pit.hands(pit.bert)
    assert (one["won"], one["lost"], one["after"]) == (1400, 0, 0)
    sits(pit, table, pit.bert)
    pit.enter(table, "bet", seat=2, wager="place-6", amount=1200)
    pit.enter(table, "leave", seat=2)
    pit.enter(table, "roll", dice=[3, 4])
    if restart:
        pit.again()
    # The place is kept until the seven stands; then it is anybody's.
    pit.enter(table, "accept-dice", seat=1)
    sits(pit, table, pit.house.guest("Cora"))
    assert sum(part["lost"] for part in pit.hands(pit.bert)) == 1200
    passes_audit(pit.house, table)


def test_the_last_one_to_leave_is_paid_at_once(pit: Pit) -> None:
    """Nobody is left who would do anything, so nothing is waited for, and the coup stands."""
    table = pit.table("nj-2001")
    sits(pit, table, pit.anna)
    pit.enter(table, "accept-shoe", seat=1)
    pit.enter(table, "bet", seat=1, wager="banker", amount=2000)
    assert pit.enter(table, "leave", seat=1)["shooter"] == "dealer"
    pit.enter(table, "no-more-bets")
    pit.enter(table, "deal", cards=["Kd", "3c", "6s", "4h"])
    me = pit.house.get("/api/v1/me", pit.anna)
    assert (me["purse"], me["at_tables"]) == (100_000 + 2000 - 100, 0)
    keys = {"caller": "floorperson", "reason": "wrong-cards"}
    refusal = pit.refused(table, "correct", "floorperson", **keys)
    assert refusal["code"] == "too-late"
    assert "cash-out, seat 1" in refusal["detail"]
    assert [part["won"] for part in pit.hands(pit.anna)][:1] == [2000]
    passes_audit(pit.house, table)


def test_a_player_corrects_nothing_and_is_not_offered_it(pit: Pit) -> None:
    staffed, automatic = pit.table(), new_table(pit.house, pit.boss)

    async def tries() -> None:
        async with (
            at(pit.house, staffed, pit.anna) as one,
            pit.as_role(staffed, "boxperson") as box,
        ):
            await _seated(one)
            await box.done("accept-dice", seat=1)
            await box.done("bet", seat=1, wager="pass", amount=1000)
            asked = (await box.question("legal"))["legal"]
            assert asked["why"][asked["crew"]["correct"]][0] == "nothing-to-correct"
            done = await box.done("roll", dice=[3, 3])
            await caught_up(one, done["to"])
            refusal = await one.refused("correct", caller="boxperson", reason="wrong-dice")
            assert refusal["code"] == "not-yours"
            assert "correct" not in (await one.question("legal"))["legal"]["do"]
            assert (await box.question("legal"))["legal"]["crew"]["correct"] is True
            await box.done("correct", caller="boxperson", reason="wrong-dice")
            adds_up(one)
            purse_adds_up(pit.house, one, pit.anna)
        async with at(pit.house, automatic, pit.tokens["boxperson"]) as box:
            await _seated(box)
            refusal = await box.refused("correct", caller="boxperson", reason="wrong-dice")
            assert refusal["code"] == "not-yours"
            assert "correct" not in (await box.question("legal"))["legal"]["do"]

    play(tries())


def test_everybody_at_the_table_is_told(pit: Pit) -> None:
    """A client that only merges what it hears stands where the table stands."""
    table = pit.table()

    async def told() -> None:
        async with (
            at(pit.house, table, pit.anna) as one,
            pit.as_role(table, "dealer") as dealer,
            pit.as_role(table, "floorperson") as floor,
        ):
            await _seated(one)
            await dealer.done("accept-dice", seat=1)
            for wager in ("pass", "hard-6", "field"):
                await dealer.done("bet", seat=1, wager=wager, amount=1000)
            found = await dealer.done("roll", dice=[3, 3])
            await caught_up(one, found["to"])
            assert one.state["point"] == 6
            found = await floor.done("correct", caller="floorperson", reason="wrong-dice")
            await caught_up(one, found["to"])
            assert one.state["point"] is None
            assert one.state["seats"]["1"]["bets"].keys() == {"pass", "hard-6", "field"}
            assert events(one, "correct")[0]["dice"] == [3, 3]
            known = one.state
            snapshot = (await one.question("snapshot"))["snapshot"]
            assert snapshot["state"] == known
            adds_up(one)

    play(told())
