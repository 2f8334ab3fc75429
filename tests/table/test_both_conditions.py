"""Clauses with two conditions, each proved on both: the last command names the clause each time."""

from collections import Counter
from typing import Any, NamedTuple

import pytest

from lammer.table import Run

Command = dict[str, Any]


class OnCondition(NamedTuple):
    """One condition of a clause, and how a table comes to it."""

    clause: str
    condition: str
    rules: str
    commands: tuple[Command, ...]
    game: str | None = None
    seats: int = 2


def do(verb: str, **keys: Any) -> Command:
    return {"do": verb, **keys}


def bet(seat: int, wager: str, amount: int = 1000) -> Command:
    return do("bet", seat=seat, wager=wager, amount=amount)


TAKES = do("accept-dice", seat=1)
PASS = bet(1, "pass")
STARTS = (TAKES, PASS)
THROWN = (*STARTS, do("throw"))
COME = (*STARTS, do("roll", dice=[4, 4]), bet(1, "come"), do("roll", dice=[6, 4]),
        do("roll", dice=[5, 3]))  # fmt: skip
"""A point that is made while a Come Bet is on the 10."""
FIRE = (TAKES, bet(1, "fire", 200), PASS, do("roll", dice=[4, 5]))
SHAKES = (do("accept-shaker", seat=1), bet(1, "field"))
NOBODY = (do("decline-shoe", seat=1), do("decline-shoe", seat=2))

WAYS = (
    OnCondition("NJ11-1.9a-s2", "one on the other", "nj-2011",
        (*THROWN, do("no-roll", reason="one-die-on-the-other"))),
    OnCondition("NJ11-1.9a-s2", "the other on the one", "nj-2011",
        (*STARTS, do("no-roll", reason="one-die-on-the-other", dice=[6, 2]))),
    OnCondition("NJ11-1.9b4", "in the cup", "nj-2011",
        (*THROWN, do("no-roll", reason="in-cup-or-rail", caller="boxperson"))),
    OnCondition("NJ11-1.9b4", "on a rail, seen when the dice rest", "nj-2011",
        (*THROWN, do("rest", dice=[1, 2]),
         do("no-roll", reason="in-cup-or-rail", caller="stickperson", of="last"))),
    OnCondition("NJ11-1.10a2i", "the boxperson decides the face", "nj-2011",
        (*THROWN, do("disputed-face", caller="boxperson", dice=[3, 4]))),
    OnCondition("NJ11-1.10a2i", "the boxperson orders the throw void", "nj-2011",
        (*THROWN, do("disputed-face", caller="boxperson"))),
    OnCondition("NJ11-1.10a2ii", "the floorperson decides the face", "nj-2011",
        (*THROWN, do("disputed-face", caller="floorperson", dice=[3, 4])), "mini-craps"),
    OnCondition("NJ11-1.10a2ii", "the floorperson orders the throw void", "nj-2011",
        (*THROWN, do("disputed-face", caller="floorperson")), "mini-craps"),
    OnCondition("NJ11-1.11b-s2", "there are no other players", "nj-2011",
        (*COME, do("no-line-bet", seat=1)), seats=1),
    OnCondition("NJ11-1.11b-s2", "no other player makes a line bet", "nj-2011",
        (*COME, do("no-line-bet", seat=1), do("decline-dice", seat=2))),
    OnCondition("NJ11-1.11b-s4", "the wagers are decided", "nj-2011",
        (*COME, do("no-line-bet", seat=1), do("decline-dice", seat=2), do("roll", dice=[6, 4]))),
    OnCondition("NJ11-1.11b-s4", "a player makes a line bet", "nj-2011",
        (*COME, do("no-line-bet", seat=1), do("decline-dice", seat=2), bet(2, "pass"))),
    OnCondition("NJ11-1.12a2", "the shooter passes the dice", "nj-2011",
        (*FIRE, do("pass-dice", seat=1))),
    OnCondition("NJ11-1.12a2", "the dice are ordered passed", "nj-2011",
        (*FIRE, do("order-pass", caller="boxperson", reason="delay"))),
    OnCondition("NJ97-13.7b-s2", "nobody accepts it after a 7", "nj-1997",
        (*SHAKES, do("shake", dice=[3, 4]), do("decline-shaker", seat=2),
         do("decline-shaker", seat=1))),
    OnCondition("NJ97-13.7b-s2", "nobody accepts it from a player who passes it", "nj-1997",
        (*SHAKES, do("pass-shaker", seat=1), do("decline-shaker", seat=2),
         do("decline-shaker", seat=1))),
    OnCondition("NJ01-3.6d1", "who accepts the shoe designates the dealer", "nj-2001",
        (do("accept-shoe", seat=1, dealer=True),)),
    OnCondition("NJ01-3.6d1", "whom it is relinquished to designates the dealer", "nj-2001",
        (do("accept-shoe", seat=1), do("pass-shoe", seat=1),
         do("accept-shoe", seat=2, dealer=True))),
    OnCondition("NJ01-3.6d2", "nobody accepts the shoe at the opening", "nj-2001", NOBODY),
    OnCondition("NJ01-3.6d2", "nobody accepts a shoe that is passed", "nj-2001",
        (do("accept-shoe", seat=1), do("pass-shoe", seat=1), do("decline-shoe", seat=2),
         do("decline-shoe", seat=1))),
)  # fmt: skip


@pytest.mark.parametrize("way", WAYS, ids=lambda each: f"{each.clause}: {each.condition}")
def test_a_clause_holds_on_each_of_its_conditions(way: OnCondition) -> None:
    rails = dict.fromkeys(range(1, way.seats + 1), 100_000)
    run = Run.at(way.rules, way.game, rails=rails)
    *before, last = way.commands
    for command in before:
        answer = run.do(command)
        assert answer.ok, (command, answer.refusal)
    answer = run.do(last)
    named = [clause for event in answer.events for clause in event.clauses]
    assert way.clause in (answer.refusal.clauses if answer.refusal else named), (last, answer)


@pytest.mark.clause(*dict.fromkeys(way.clause for way in WAYS))
def test_each_of_these_clauses_has_both_of_its_conditions_here() -> None:
    for way in WAYS:
        test_a_clause_holds_on_each_of_its_conditions(way)
    assert set(Counter(way.clause for way in WAYS).values()) == {2}
