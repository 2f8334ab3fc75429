"""A second, naive model of the tables of roulette and big six, written from the readings (R-101 to
R-109); shares no code with lammer."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

from tests.table.naive.refusal import RefusedError, refuse

REDS = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
INSIDE = {"straight": 35, "split": 17, "street": 11, "trio": 11, "corner": 8, "line": 5}
STOPS = {"one": 1, "two": 2, "five": 5, "ten": 10, "twenty": 20, "emblem-1": 45, "emblem-2": 45}
NO_SPIN = {
    "roulette": {"same-direction", "too-few-turns", "foreign-object", "ball-left-the-wheel"},
    "big-six": {"too-few-turns", "touched", "on-a-peg"},
}


def covered(wager: str, zeros: int) -> tuple[set[str], int] | None:
    """The pockets of a position that is not at even money, and what it pays; None for none."""
    kind, *parts = wager.split("-")
    at_zero = {
        2: {"0-00", "0-1", "0-2", "00-2", "00-3", "0-1-2", "0-00-2", "00-2-3"},
        1: {"0-1", "0-2", "0-3", "0-1-2", "0-2-3"},
    }[zeros]
    if wager == ("first-five" if zeros == 2 else "first-four"):
        return {"0", "1", "2", "3"} | ({"00"} if zeros == 2 else set()), 6 if zeros == 2 else 8
    if kind in ("split", "trio") and "-".join(parts) in at_zero and len(parts) == _MANY[kind]:
        return set(parts), INSIDE[kind]
    if kind == "straight" and parts and parts[0] in (*["0", "00"][:zeros], *_NUMBERS):
        return {parts[0]}, 35
    if not all(part in _NUMBERS for part in parts):
        return None
    n = [int(part) for part in parts]
    row_start = bool(n) and n[0] % 3 == 1
    if kind == "split" and len(n) == 2 and n[1] - n[0] in (1, 3):
        return None if n[1] - n[0] == 1 and n[0] % 3 == 0 else (set(parts), 17)
    if len(n) != 1:
        return None
    if kind == "street" and row_start:
        return _numbers(n[0], 1, 2), 11
    if kind == "line" and row_start and n[0] < 34:
        return _numbers(n[0], 1, 2, 3, 4, 5), 5
    if kind == "corner" and n[0] % 3 and n[0] < 33:
        return _numbers(n[0], 1, 3, 4), 8
    if kind == "column" and n[0] < 4:
        return {str(each) for each in range(n[0], 37, 3)}, 2
    if kind == "dozen" and n[0] < 4:
        return {str(each) for each in range(12 * n[0] - 11, 12 * n[0] + 1)}, 2
    return None


_MANY = {"split": 2, "trio": 3}
_NUMBERS = frozenset(map(str, range(1, 37)))


def _numbers(first: int, *more: int) -> set[str]:
    return {str(first), *(str(first + each) for each in more)}


EVEN: dict[str, Callable[[int], bool]] = {
    "red": lambda n: n in REDS,
    "black": lambda n: n not in REDS,
    "odd": lambda n: n % 2 == 1,
    "even": lambda n: n % 2 == 0,
    "low": lambda n: n < 19,
    "high": lambda n: n > 18,
}


class NaiveWheel:
    def __init__(self, opening: Mapping[str, Any]) -> None:
        house: dict[str, Any] = opening.get("house") or {}
        self.game = {"ac-roulette": "roulette", "ac-big-six": "big-six"}[opening["rules"]]
        self.zeros = 1 if house.get("wheel") == "single-zero" else 2
        self.half = house.get("half_on_zero", True)
        self.unit = house.get("pay_unit", 100)
        self.long_form = house.get("long_form", False)
        self.most: dict[str, int] = {
            key: each["max"] for key, each in (house.get("limits") or {}).items()
        }
        self.rail = {each["seat"]: each.get("rail", 0) for each in opening.get("seats", [])}
        self.stakes: dict[int, dict[str, int]] = {seat: {} for seat in self.rail}
        self.gone: set[int] = set()
        self.bank = 0
        self.commission = 0
        self.spun = self.closed = False

    def bets(self, seat: int) -> dict[str, int]:
        return dict(self.stakes.get(seat, {}))

    def do(self, command: dict[str, Any]) -> dict[str, Any]:
        before = copy.deepcopy(self.__dict__)
        why: str | None = None
        try:
            self.carry_out(command)
        except RefusedError as refusal:
            self.__dict__.update(before)
            why = str(refusal)
        seats = {
            str(seat): {"rail": self.rail[seat], "layout": sum(self.stakes[seat].values())}
            for seat in sorted(self.rail)
        }
        ok = why is None
        return {
            "ok": ok, "why": why, "point": None, "shooter": None, "offered": None, "seats": seats,
        }  # fmt: skip

    def carry_out(self, c: dict[str, Any]) -> None:
        verb = c["do"]
        if verb == "bet":
            self.bet(c["seat"], c["wager"], c["amount"])
        elif verb in ("reduce", "remove"):
            self.take(c["seat"], c["wager"], c.get("by"))
        elif verb == "spin":
            self.spin(c.get("pocket", c.get("stop")))
        elif verb == "no-more-bets":
            self.close()
        elif verb == "rest":
            self.rest(c.get("pocket", c.get("stop")))
        elif verb == "no-spin":
            self.no_spin(c["reason"])
        else:
            raise refuse("nobody does that here")

    def seated(self, seat: int) -> None:
        if seat not in self.rail:
            raise refuse("nobody sits there")

    def pays(self, wager: str) -> bool:
        """Whether there is such a wager."""
        if self.game == "big-six":
            return wager in STOPS
        return wager in EVEN or covered(wager, self.zeros) is not None

    def bet(self, seat: int, wager: str, amount: int) -> None:
        self.seated(seat)
        if not self.pays(wager):
            raise refuse("no such wager")
        if self.closed:
            raise refuse("no more bets")
        total = self.stakes[seat].get(wager, 0) + amount
        if total < self.unit:
            raise refuse("less than the least that is bet")
        if total > self.most.get(wager, total):
            raise refuse("over the maximum")
        if amount > self.rail[seat]:
            raise refuse("not enough chips")
        self.rail[seat] -= amount
        self.stakes[seat][wager] = total

    def take(self, seat: int, wager: str, by: int | None) -> None:
        self.seated(seat)
        if wager not in self.stakes[seat]:
            raise refuse("no such bet")
        if self.closed:
            raise refuse("no more bets")
        up = self.stakes[seat][wager]
        less = up if by is None else by
        if less > up or 0 < up - less < self.unit:
            raise refuse("not so much, or too little left")
        self.rail[seat] += less
        self.stakes[seat][wager] = up - less
        if up == less:
            del self.stakes[seat][wager]

    def there_is(self, place: str | None) -> str:
        zeros = {"0", "00"} if self.zeros == 2 else {"0"}
        known = set(STOPS) if self.game == "big-six" else zeros | set(_NUMBERS)
        if place is None or place not in known:
            raise refuse("not on this wheel")
        return place

    def spin(self, place: str | None) -> None:
        if self.spun:
            raise refuse("it turns already")
        if place is None:
            if self.closed:
                raise refuse("no bets could be taken")
            self.spun = True
            return
        self.there_is(place)
        if self.long_form:
            raise refuse("step by step here")
        self.settle(place)

    def close(self) -> None:
        if self.closed:
            raise refuse("announced already")
        if self.long_form and not self.spun:
            raise refuse("spun first, step by step")
        self.closed = True

    def rest(self, place: str | None) -> None:
        if not self.spun:
            raise refuse("not spun")
        if self.long_form and not self.closed:
            raise refuse("announced first, step by step")
        self.settle(self.there_is(place))

    def no_spin(self, reason: str) -> None:
        if reason not in NO_SPIN[self.game]:
            raise refuse("no reason")
        if self.long_form and not self.spun:
            raise refuse("spun first, step by step")
        self.spun = self.closed = False

    def settle(self, place: str) -> None:
        self.spun = self.closed = False
        for seat, stakes in self.stakes.items():
            for wager, stake in stakes.items():
                back = self.comes_back(wager, stake, place)
                self.rail[seat] += back
                self.bank += stake - back
            stakes.clear()

    def comes_back(self, wager: str, stake: int, place: str) -> int:
        """The stake with its winnings, or what is left of it."""
        if self.game == "big-six":
            return stake * (1 + STOPS[wager]) if wager == place else 0
        if wager in EVEN:
            if place in ("0", "00"):
                return stake - stake // 2 if self.half else 0
            return 2 * stake if EVEN[wager](int(place)) else 0
        found = covered(wager, self.zeros)
        assert found is not None
        pockets, pays = found
        return stake * (1 + pays) if place in pockets else 0
