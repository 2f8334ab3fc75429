"""Every key of a house file, at every game: another lawful value changes something at the table or
in what it posts, or the law refuses it, with the clause and the game it belongs to."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from lammer.core.ruleset import Ruleset
from lammer.games import load
from lammer.games.outcomes import words_of
from lammer.house import check_house, check_together, elections, house, notices
from lammer.house.elections import house_keys
from lammer.house.known_names import known_names
from lammer.law import known
from lammer.table import Run
from tests.usual import EACH_GAME, GAMES

Raw = dict[str, Any]
SMALL, BIG = 132_000, 1_320_000
"""Amounts that can be bet and paid on everything."""
POINTS = {4: [1, 3], 5: [1, 4], 6: [2, 4], 8: [3, 5], 9: [4, 5], 10: [4, 6]}
PLAIN_KEYS: dict[str, tuple[Any, ...]] = {
    "name": ("The Inlet",),
    "pit": ("North",),
    "pay_unit": (500, 10_000_000),
    "round_up_odds": (False,),
    "payouts_scope": ("table",),
    "odds": (3, "5/2"),
    "vig_rate": ("4%", "0%"),
    "vig_base": ("win", "wager"),
    "vig": ("win", "bet"),
    "long_form": (True,),
    "offer": (False, True),
    "min": (500_000,),
    "max": (1_000_000,),
    "fire": ("B", False),
    "table": ("B",),
    "experimental": (True,),
}
CONTEXT: dict[str, Raw] = {
    "round_up_odds": {"odds": 1},
    "payouts_scope": {"payouts": {"fire-A-4": "30 to 1", "tie": "9 to 1"}},
    "fire.ends_on": {"fire": {"table": "A"}},
    "wagers": {"experimental": True},
}
"""What else a house elects, for a key to have a meaning."""
WAGERS = (
    *("pass", "dont-pass", "come", "place-6", "place-lose-6", "hard-6", "field", "any-seven"),
    *("horn", "horn-high-2", "whirl", "hop-1-3", "six-seven-eight", "buy-4", "lay-4", "all-small"),
)
"""One wager of each kind."""


def families() -> Iterator[str]:
    """Yield one key of each family: ``limits.place-6.min`` stands for every place bet."""
    seen: set[str] = set()
    for key in house_keys():
        family = re.sub(r"(-\w)?[-.]\d+(?=\.|$|-)", "-N", key)
        if family not in seen and key not in ("rules", "game"):
            seen.add(family)
            yield key


def values(law: Ruleset, key: str) -> tuple[Any, ...]:
    """Return other values of a key than the one a house has that leaves it out."""
    option = {**known_names().options, **{each.key: each for each in law.choices}}.get(key)
    if option is not None:
        lawful = [each for each in option.open if each != option.default]
        unlawful = [each for each in option.known if each not in option.open]
        return (*lawful[:4], *unlawful[:1])
    top, _, last = key.partition(".")
    if top == "payouts":
        line = law.payouts().get(last)
        odds = line.odds if line is not None else None
        return (f"{2 * odds.win + odds.stake} to {2 * odds.stake}" if odds else "50 to 1",)
    if key == "wagers":
        words = words_of(law.space)
        return () if words is None else ([own_wager(words.space_name, words.terms[0])],)
    last = key.rpartition(".")[2]
    return PLAIN_KEYS[last if last in ("min", "max", "table") else top]


def own_wager(space: str, outcomes: str) -> Raw:
    """Return a wager that no regulation has."""
    pays = {outcomes: "1 to 1"}
    return {"key": "own-one", "name": "One", "space": space, "one_roll": {"pays": pays}}


def written(key: str, value: Any, game: str) -> Raw:
    raw: Raw = {
        each: {**inner} if isinstance(inner, Mapping) else inner
        for each, inner in CONTEXT.get(key, {}).items()
    }
    if "payouts" in raw:
        lines = {"fire-A-4"} if game == "craps" else {"tie"}
        raw["payouts"] = {line: raw["payouts"][line] for line in lines}
    at = raw
    *tables, last = key.split(".")
    for table in tables:
        at = at.setdefault(table, {})
    at[last] = value
    return raw


def says_what_is(law: Ruleset, key: str, value: Any) -> bool:
    """True if a value only states what holds at this game anyway."""
    if key.startswith("offer."):
        here = {wager.election.key for wager in law.wagers if wager.election}
        return bool(value) == (key.partition(".")[2] in here)
    if key.startswith("vig_base"):
        bases = {wager.vig.base for wager in law.wagers if wager.vig is not None}
        return value in bases
    if key.partition(".")[0] == "vig" and value in ("bet", "win"):
        charged = [w for w in law.wagers if w.vig and w.key.startswith(_kind(key))]
        return bool(charged) and all(next(iter(w.vig.moments)) == value for w in charged if w.vig)
    if key == "vig_rate.pass" or (key.startswith("vig_rate") and value == "0%"):
        return not any(wager.vig for wager in law.wagers)
    option = {each.key: each for each in law.choices}.get(key)
    if option is None and key in known_names().options:
        return bool(value == known_names().options[key].default)
    return key == "fire" and value is False and not law.named("fire")


def _kind(key: str) -> str:
    return key.partition(".")[2].replace(".", "-")


# What can be seen


def posted_notices(law: Ruleset, raw: Raw) -> Iterator[object]:
    elected, _ = elections(raw, law)
    for each in notices(house(law, elected)):
        yield each.key, each.items


def played(law: Ruleset, raw: Raw) -> Iterator[object]:
    """Play at a table of this house, and yield what is answered, and what every seat has."""
    run, seats = Run(), [{"seat": seat, "rail": 10**12} for seat in (1, 2, 3)]
    house = {"rules": law.key, "game": law.game, "house": raw, "seats": seats}
    (opened,) = run.do({"do": "open", **house}).events
    yield {key: each for key, each in opened.body.items() if key != "house"}
    assert law.procedure is not None
    for command in SCRIPTS[law.procedure.trial.thing](law):
        answer = run.do(command)
        if answer.refusal is not None:
            yield command, answer.refusal
        else:
            yield command, [(event.name, event.body, event.moves) for event in answer.events]


def craps(law: Ruleset) -> Iterator[Raw]:
    by = [{"caller": role} for role in ("boxperson", "stickperson", "dealer", "floorperson")]
    two = ["dealer", "boxperson", "floorperson"]
    seat = {"seat": 1}
    if law.game == "automated-craps":
        turn: Raw = {}
    else:
        yield {"do": "accept-dice", "seat": 1}
        turn = seat
    yield {"do": "verbal", "seat": 2, "wager": "field", "amount": SMALL, "confirmed_by": ["dealer"]}
    yield {"do": "bet", "seat": 1, "wager": "pass", "amount": SMALL}
    yield {"do": "bet", "seat": 2, "wager": "fire", "amount": 500}
    for wager in ("all-small", *WAGERS):
        for amount in (SMALL, BIG - SMALL):
            yield {"do": "bet", "seat": 3, "wager": wager, "amount": amount}
    yield {"do": "call", "seat": 3, "wager": "place-6", "working": True}
    yield {"do": "throw", **turn}
    yield {"do": "bet", "seat": 2, "wager": "field", "amount": SMALL, "confirmed_by": two}
    yield {"do": "rest", "dice": [3, 4]}
    yield {"do": "bet", "seat": 3, "wager": "all-small", "amount": SMALL}
    yield {"do": "bet", "seat": 1, "wager": "pass", "amount": SMALL}
    yield {"do": "bet", "seat": 3, "wager": "whirl", "amount": SMALL}
    for dice in POINTS.values():
        yield {"do": "bet", "seat": 1, "wager": "pass", "amount": SMALL}
        yield {"do": "bet", "seat": 2, "wager": "pass", "amount": 500}
        yield {"do": "roll", "dice": dice, **turn}
        yield {"do": "bet", "seat": 1, "wager": "pass-odds", "amount": 50 * SMALL}
        yield {"do": "bet", "seat": 2, "wager": "pass-odds", "amount": 600}
        for kind in ("place", "buy"):
            number = sum(dice)
            yield {"do": "bet", "seat": 3, "wager": f"{kind}-{number}", "amount": SMALL}
        for each in by:
            yield {"do": "no-roll", "dice": [1, 2], "reason": "missed-the-end", **each}
        yield {"do": "roll", "dice": dice, **turn}
    yield {"do": "bet", "seat": 1, "wager": "pass", "amount": SMALL}
    yield {"do": "roll", "dice": [2, 2], **turn}
    for number in POINTS:
        yield {"do": "bet", "seat": 3, "wager": f"lay-{number}", "amount": SMALL}
    yield {"do": "roll", "dice": [3, 4], **turn}


def mini_dice(law: Ruleset) -> Iterator[Raw]:
    yield {"do": "accept-shaker", "seat": 1}
    yield {"do": "verbal", "seat": 2, "wager": "field", "amount": SMALL, "confirmed_by": ["dealer"]}
    for wager in [each.key for each in law.wagers]:
        for amount in (SMALL, BIG - SMALL):
            yield {"do": "bet", "seat": 3, "wager": wager, "amount": amount}
    yield {"do": "shake", "dice": [3, 3], "dealer_shakes": 3, "shakes": 3, "seat": 1}
    yield {"do": "shake", "dice": [3, 3], "seat": 1, "at": "1970-01-01T23:30:00Z"}
    yield {"do": "shake", "dice": [1, 1], "seat": 1}


def punto_banco(law: Ruleset) -> Iterator[Raw]:
    yield {"do": "cut", "seat": 3}
    yield {"do": "recut", "caller": "floorperson", "reason": "improper"}
    yield {"do": "recut", "caller": "floorperson", "reason": "improper", "seat": 2}
    yield {"do": "accept-shoe", "seat": 1, "dealer": True}
    yield {"do": "accept-shoe", "seat": 1}
    for wager in [each.key for each in law.wagers]:
        for amount in (SMALL, BIG - SMALL, 30):
            yield {"do": "bet", "seat": 3, "wager": wager, "amount": amount}
            yield {"do": "bet", "seat": 2, "wager": wager, "amount": amount}
    banker, tie = ["2c", "9h", "3h", "9d"], ["2c", "9h", "2h", "9d"]
    for cards in (banker, tie):
        yield {"do": "deal", "cards": _coup(cards), "seat": 1}
        yield {"do": "bet", "seat": 2, "wager": "banker", "amount": 150}
    yield {"do": "step", "step": "last-hand", "caller": "dealer"}
    yield {"do": "deal", "cards": ["Ks", "Qs", "9s", "7s"]}
    for seat in (1, 3, 2):
        yield {"do": "decline-shoe", "seat": seat}


def dome(law: Ruleset) -> Iterator[Raw]:
    yield {"do": "verbal", "seat": 2, "wager": "big", "amount": SMALL, "confirmed_by": ["dealer"]}
    for wager in [each.key for each in law.wagers]:
        for amount in (SMALL, BIG - SMALL):
            yield {"do": "bet", "seat": 3, "wager": wager, "amount": amount}
    yield {"do": "shake", "dice": [2, 3, 3], "dealer_shakes": 3}
    yield {"do": "bet", "seat": 3, "wager": "small", "amount": SMALL}
    yield {"do": "shake", "dice": [2, 2, 2], "at": "1970-01-01T23:30:00Z"}


def _coup(first: list[str]) -> list[str]:
    """Return four cards, the hands of which are naturals or stand: 9 to 5, or 9 to 8."""
    return {"3h": ["Kc", "Kh", "6d", "8d"], "2h": ["Kc", "Kh", "8s", "8h"]}[first[2]]


def wheel(law: Ruleset) -> Iterator[Raw]:
    """Whole spins and one in steps, on every pocket or stop that a bet can lose half on, or win."""
    yield {"do": "verbal", "seat": 2, "wager": "red", "amount": SMALL, "confirmed_by": ["dealer"]}
    places = ("0", "00", "1", "2", "17") if law.game == "roulette" else [w.key for w in law.wagers]
    key = "pocket" if law.game == "roulette" else "stop"
    for place in places:
        for wager in [each.key for each in law.wagers] + ["first-four", "split-0-3"]:
            for amount in (SMALL, BIG - SMALL):
                yield {"do": "bet", "seat": 3, "wager": wager, "amount": amount}
        yield {"do": "spin", key: place}
        yield {"do": "spin"}
        yield {"do": "no-more-bets"}
        yield {"do": "bet", "seat": 3, "wager": law.wagers[0].key, "amount": SMALL}
        yield {"do": "rest", key: place}


SCRIPTS: dict[str, Callable[[Ruleset], Iterator[Raw]]] = {
    "dice": craps,
    "shaker": mini_dice,
    "shoe": punto_banco,
    "wheel": wheel,
    "dome": dome,
}


def together(law: Ruleset, raw: Raw) -> Iterator[object]:
    """Yield what is wrong beside another table of the house."""
    elected, _ = elections(raw, law)
    other, _ = elections({"pit": "North", "payouts": {"tie": "10 to 1"}}, law)
    yield check_together([(law, other), (law, elected)])


PROBES = (posted_notices, played, together)


@cache
def without(rules: str, game: str, probe: int, context: str) -> list[object]:
    raw = written(context, None, game) if context else {}
    *tables, last = context.split(".") if context else ("",)
    at = raw
    for table in tables:
        at = at[table]
    at.pop(last, None)
    return list(PROBES[probe](load(rules, game), raw))


def changes_something(law: Ruleset, key: str, raw: Raw) -> bool:
    context, ended = (key if key in CONTEXT else ""), object()
    return any(
        seen != usual
        for at, probe in enumerate(PROBES)
        for seen, usual in zip_longest(
            probe(law, raw), without(law.key, law.game, at, context), fillvalue=ended
        )
    )


@pytest.mark.parametrize(("rules", "game"), EACH_GAME)
def test_every_key_takes_effect_or_is_refused_with_its_clause_and_game(
    rules: str, game: str
) -> None:
    law, dead, refused = load(rules, game), [], 0
    for key in families():
        for value in values(law, key):
            if says_what_is(law, key, value):
                continue
            raw = written(key, value, game)
            elected, faults = elections(raw, law)
            assert not faults, (key, value, faults)
            found = check_house(law, elected)
            if not found:
                if not changes_something(law, key, raw):
                    dead.append((key, value))
                continue
            refused += 1
            assert all(each.clauses and all(map(known, each.clauses)) for each in found), key
            elsewhere = [each for each in found if f"of {law.game} under {law.key}" in each.what]
            assert all("It belongs to " in each.instead for each in elsewhere), (key, found)
    assert dead == []
    assert refused


@pytest.mark.parametrize(("rules", "game"), EACH_GAME)
def test_a_choice_of_another_game_is_refused_even_where_it_says_the_usual(
    rules: str, game: str
) -> None:
    law = load(rules, game)
    here = {key for rs, each in GAMES if each in law.games for key in _choices(rs, each)}
    elsewhere = {key for rs, each in GAMES for key in _choices(rs, each)} - here
    assert elsewhere
    for key in elsewhere:
        usual = known_names().options[key].default
        found = check_house(law, elections(written(key, usual, game), law)[0])
        assert found, key
        assert all("It belongs to " in each.instead for each in found), key
        ours = [each for each in found if each.key == key]
        assert all(each.harmless for each in ours), "a table that was opened so goes on"


def _choices(rules: str, game: str) -> set[str]:
    return {choice.key for choice in load(rules, game).choices}


def test_the_table_of_the_documents_has_every_key() -> None:
    """At the top of a file, and every option; and it names none that there is not."""
    text = (Path(__file__).parents[2] / "docs" / "house.md").read_text(encoding="utf-8")
    rows = [row for row in text.splitlines() if row.startswith("| `")]
    tops = {name.strip("[]") for row in rows for name in _named(row.split("|")[1])}
    assert {top.partition(".")[0] for top in tops} == {k.partition(".")[0] for k in house_keys()}
    stated = {f"{top.strip('[]')}.{each}" for row in rows for top in _named(row.split("|")[1])
              for each in _named(row)}  # fmt: skip
    assert set(known_names().options) <= tops | stated


def _named(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)
