"""Logs verified: every one that keeps the protocol follows; whatever is done to one is found."""

import gc
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from types import FunctionType, ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lammer.audit import audit_log
from lammer.fair.instrument import MOST_FINDINGS, DrawFinding
from lammer.fair.verify import MOST_TRIALS, DrawTally, PledgeResult, verify
from lammer.instruments.dice.events import DiceRolled
from lammer.table.commands import Malformed
from lammer.table.events import Event, SeedPledged, SeedRevealed
from lammer.table.log import EPOCH, FIRST, Log, canonical
from tests.fair.pledged_tables import Line, PledgingHouse, edited, key, log_of, roll, seed_number

TABLES = (
    ("nj-2011", None),
    ("nj-2005", None),
    ("md-2013", None),
    ("nj-2011", "mini-craps"),
    ("nj-2011", "automated-craps"),
    ("nj-1997", None),
    ("nj-2001", None),
)
PRINTED = st.characters(exclude_categories=["C", "Z"], include_characters=" ")
TEXTS = st.text(PRINTED, min_size=1, max_size=64)


def verified(lines: list[bytes]) -> tuple[list[DrawFinding], list[PledgeResult], DrawTally]:
    """All that is wrong (a pledge's findings among it), the pledges, the tally."""
    *found, tally = verify(enumerate(lines, start=1))
    pledges = [each for each in found if isinstance(each, PledgeResult)]
    wrong = [each for each in found if isinstance(each, DrawFinding)]
    for pledge in pledges:
        wrong += pledge.findings
    assert isinstance(tally, DrawTally)
    assert tally.findings == len(wrong)
    return wrong, pledges, tally


def sealed(log: list[Line]) -> list[bytes]:
    """The lines sealed anew, as somebody would who wants them to look untouched."""
    prev, found = FIRST, []
    for number, line in enumerate(log, start=1):
        data = {name: value for name, value in line.items() if name != "hash"}
        data |= {"prev": prev, "seq": number}
        prev = sha256(canonical(data).encode()).hexdigest()
        found.append(f"{canonical(data | {'hash': prev})}\n".encode())
    return found


@cache
def dice_log() -> tuple[bytes, ...]:
    return tuple(log_of("nj-2011", 3, {1: "one", 3: "three"}))


@cache
def shoe_log() -> tuple[bytes, ...]:
    return tuple(log_of("nj-2001", 2, {3: "three"}))


def at(log: list[Line], event: str, number: int = 0) -> int:
    """The place of an event, the first being number 0."""
    return [place for place, line in enumerate(log) if line["event"] == event][number]


# What keeps the protocol


@pytest.mark.parametrize(("rules", "game"), TABLES)
def test_a_log_that_keeps_the_protocol_follows(rules: str, game: str | None) -> None:
    lines = log_of(rules, 2, {3: "Glück, im Spiel"}, game)
    wrong, pledges, tally = verified(lines)
    assert not wrong
    assert [each.verdict for each in pledges] == ["followed", "followed"]
    assert [each.seeds for each in pledges] == [((3, "Glück, im Spiel"),)] * 2
    trials = sum(json.loads(line)["event"] in ("roll", "shake", "deal") for line in lines)
    assert trials == tally.trials == tally.followed == tally.with_players > 0
    assert not list(audit_log(enumerate(lines, start=1)))


@settings(max_examples=40)
@given(
    st.sampled_from(TABLES[:6]),
    st.lists(st.dictionaries(st.sampled_from([1, 3]), TEXTS), min_size=1, max_size=4),
)
def test_any_log_with_any_seeds_follows(
    table: tuple[str, str | None], hands: list[dict[int, str]]
) -> None:
    house = PledgingHouse(*table)
    for players in hands:
        house.hand(players)
    wrong, pledges, tally = verified(house.lines)
    assert not wrong
    assert [dict(each.seeds) for each in pledges] == hands
    assert tally.verdicts == {"followed": len(hands)}


def test_a_pledge_that_is_not_revealed_yet_is_open() -> None:
    house = PledgingHouse("nj-2011")
    house.hand({})
    house.commit({1: "one"})
    house.draw()
    wrong, pledges, tally = verified(house.lines)
    assert not wrong
    assert [(each.verdict, each.seed is None) for each in pledges] == [
        ("followed", False),
        ("open", True),
    ]
    assert tally.followed == tally.trials - 1


def test_a_shoe_goes_on_under_another_pledge_after_one_is_withdrawn() -> None:
    """The new shuffle is of the cards that are left; the cutting card lies where it lay."""
    for after in (3, 60):
        house = PledgingHouse("nj-2001")
        house.commit({})
        for _ in range(after):
            house.draw()
        house.do(do="withdraw", reason="restored from a backup")
        house.hand({1: "again"})
        wrong, pledges, tally = verified(house.lines)
        assert not wrong
        assert [each.verdict for each in pledges] == ["withdrawn", "followed"]
        assert (pledges[0].reason, pledges[0].trials) == ("restored from a backup", after)
        assert pledges[1].trials == tally.followed == tally.trials - after


def test_a_shoe_whose_cutting_card_is_out_has_no_second() -> None:
    house = PledgingHouse("nj-2001")
    house.commit({})
    while house.run.table.kit.left is None:  # type: ignore[union-attr]
        house.draw()
    house.do(do="withdraw", reason="lost")
    house.hand({})
    wrong, pledges, _ = verified(house.lines)
    assert not wrong
    assert (pledges[1].verdict, pledges[1].trials) == ("followed", 1)


def test_a_crew_with_real_dice_pledges_nothing() -> None:
    house = PledgingHouse("nj-2011")
    for pair in ([3, 3], [2, 5]):
        house.ready()
        house.do(do="roll", dice=pair)
    wrong, pledges, tally = verified(house.lines)
    assert not wrong
    assert not pledges
    assert (tally.trials, tally.unpledged, tally.followed) == (2, 2, 0)


def test_a_coup_that_a_crew_takes_back_is_in_the_shoe_again() -> None:
    """The cards, and the cutting card, when a program deals the rest of the shoe."""
    house = PledgingHouse("nj-2001")
    house.ready()
    house.do(do="deal", cards=["9s", "2h", "Kc", "5c"], cut_card=True)
    house.do(do="correct", caller="floorperson", reason="entered-twice")
    house.hand({})
    wrong, pledges, _ = verified(house.lines)
    assert [each.verdict for each in pledges] == ["followed"]
    (loose,) = wrong
    assert loose.pledge is None
    assert "no seed pledged" in loose.what


def test_the_cards_of_a_round_that_was_not_completed_are_out() -> None:
    """And the cutting card, when a program deals the rest of the shoe."""
    house = PledgingHouse("nj-2001")
    house.ready()
    spilled = {"cards": ["9s", "2h"], "cut_card": True}
    house.do(do="no-deal", caller="floorperson", reason="misdeal", **spilled)
    house.hand({})
    wrong, pledges, tally = verified(house.lines)
    assert not wrong
    assert [each.verdict for each in pledges] == ["followed"]
    assert tally.unpledged == 0


def test_a_round_that_is_void_under_a_pledge_is_found() -> None:
    log = [json.loads(line) for line in shoe_log()]
    place = at(log, "deal")
    body = {"reason": "misdeal", "caller": "floorperson", "cards": ["9s"]}
    log.insert(place + 1, {**log[place], "event": "no-deal", "body": body})
    wrong, pledges, _ = verified(sealed(log))
    assert pledges[0].verdict == "wrong"
    assert "A round is void while a seed is pledged." in [each.what for each in wrong]


def test_a_trial_taken_back_under_a_pledge_is_found() -> None:
    log = [json.loads(line) for line in dice_log()]
    place = at(log, "roll")
    body = {"trial": "roll", "dice": log[place]["body"]["dice"], "reason": "wrong-dice"}
    log.insert(place + 1, {**log[place], "event": "correct", "body": body})
    wrong, pledges, _ = verified(sealed(log))
    assert pledges[0].verdict == "wrong"
    assert [each.what for each in wrong] == ["A trial is taken back while a seed is pledged."]


# What does not


def _other_dice(log: list[Line]) -> None:
    log[at(log, "roll", 4)]["body"]["dice"].reverse()


def _seed_of_another_hand(log: list[Line]) -> None:
    log[at(log, "reveal", 1)]["body"]["seed"] = seed_number(1).hex()


def _no_seed(log: list[Line]) -> None:
    log[at(log, "reveal", 1)]["body"]["seed"] = "seven"


def _other_player_seed(log: list[Line]) -> None:
    log[at(log, "seed", 5)]["body"]["seed"] = "one, but otherwise"


def _seed_left_out(log: list[Line]) -> None:
    del log[at(log, "seed", 5)]


def _late_seed(log: list[Line]) -> None:
    late = json.loads(json.dumps(log[at(log, "seed", 0)]))
    log.insert(at(log, "roll", 1), late)


def _roll_left_out(log: list[Line]) -> None:
    del log[at(log, "roll", 0)]


def _roll_twice(log: list[Line]) -> None:
    log.insert(at(log, "roll", 1), log[at(log, "roll", 1)])


def _roll_after_the_reveal(log: list[Line]) -> None:
    log.insert(at(log, "reveal", 1) + 1, log[at(log, "roll", 1)])


def _roll_before_the_first_pledge(log: list[Line]) -> None:
    log.insert(at(log, "commit", 0), log[at(log, "roll", 0)])


def _pledged_after_the_roll(log: list[Line]) -> None:
    log.insert(at(log, "roll", 0), log.pop(at(log, "commit", 0)))


def _pledged_twice(log: list[Line]) -> None:
    log.insert(at(log, "roll", 1), log[at(log, "commit", 1)])


def _same_seed_again(log: list[Line]) -> None:
    for name in ("commit", "reveal"):
        log[at(log, name, 1)]["body"] = log[at(log, name, 0)]["body"]


def _revealed_twice(log: list[Line]) -> None:
    log.insert(at(log, "reveal", 1), log[at(log, "reveal", 1)])


def _other_hash(log: list[Line]) -> None:
    log[at(log, "commit", 1)]["body"]["hash"] = "0" * 64


def _no_hash(log: list[Line]) -> None:
    log[at(log, "commit", 1)]["body"]["hash"] = None


def _pledged_by_a_player(log: list[Line]) -> None:
    log[at(log, "commit", 1)]["actor"] = "seat-1"


def _seed_for_another(log: list[Line]) -> None:
    log[at(log, "seed", 1)]["actor"] = "seat-3"


def _seed_of_nobody(log: list[Line]) -> None:
    log[at(log, "seed", 1)]["body"]["seat"] = True


def _seed_with_nothing_pledged(log: list[Line]) -> None:
    log.insert(1, log[at(log, "seed", 0)])


def _no_dice(log: list[Line]) -> None:
    log[at(log, "roll", 2)]["body"]["dice"] = [3, 7]


def _other_number_of_trials(log: list[Line]) -> None:
    log[at(log, "reveal", 0)]["body"]["trials"] += 1


def _withdrawn_with_nothing_pledged(log: list[Line]) -> None:
    line = json.loads(json.dumps(log[at(log, "reveal", 0)]))
    line |= {"event": "withdraw", "body": {"hash": line["body"]["hash"], "reason": "no"}}
    log.insert(at(log, "reveal", 0) + 1, line)


def _another_withdrawn(log: list[Line]) -> None:
    line = log[at(log, "reveal", 0)]
    line |= {"event": "withdraw", "body": {"hash": "0" * 64, "reason": "lost"}}


def _cards_at_a_table_of_dice(log: list[Line]) -> None:
    line = log[at(log, "roll", 2)]
    line |= {"event": "deal", "body": {"cards": ["As", "2s", "3s", "4s"]}}


def _other_rules(log: list[Line]) -> None:
    log[0]["body"]["command"]["rules"] = "nj-1911"


@pytest.mark.parametrize(
    ("change", "kind", "words"),
    [
        (_other_dice, "trial", "and the seeds give"),
        (_seed_of_another_hand, "commitment", "does not hash"),
        (_no_seed, "malformed", "No seed is revealed"),
        (_other_player_seed, "trial", "and the seeds give"),
        (_seed_left_out, "trial", "and the seeds give"),
        (_late_seed, "seed", "after the first trial"),
        (_roll_left_out, "trial", "and the seeds give"),
        (_roll_twice, "trial", "and the seeds give"),
        (_roll_after_the_reveal, "trial", "no seed pledged"),
        (_roll_before_the_first_pledge, "trial", "no seed pledged"),
        (_pledged_after_the_roll, "seed", "nothing pledged"),
        (_pledged_twice, "commitment", "has not been revealed"),
        (_same_seed_again, "commitment", "pledged again"),
        (_revealed_twice, "commitment", "was not pledged"),
        (_other_hash, "commitment", "does not hash"),
        (_no_hash, "malformed", "no hash"),
        (_pledged_by_a_player, "malformed", "not the house"),
        (_seed_for_another, "malformed", "for seat"),
        (_seed_of_nobody, "malformed", "is malformed"),
        (_seed_with_nothing_pledged, "seed", "nothing pledged"),
        (_no_dice, "malformed", "Not two dice"),
        (_other_number_of_trials, "malformed", "is said to have served"),
        (_withdrawn_with_nothing_pledged, "commitment", "was not made"),
        (_another_withdrawn, "commitment", "Another pledge"),
        (_cards_at_a_table_of_dice, "malformed", "at a table that has none"),
        (_other_rules, "malformed", "table is opened"),
    ],
)
def test_a_lie_is_found_though_it_is_sealed(
    change: Callable[[list[Line]], None], kind: str, words: str
) -> None:
    lines = sealed(edited(list(dice_log()), change))
    wrong, _, tally = verified(lines)
    assert not tally.ok
    assert not any(each.kind == "chain" for each in wrong)
    assert any(each.kind == kind and words in each.what for each in wrong), wrong


def test_a_lie_is_found_where_it_is_with_what_it_should_have_been() -> None:
    lines = sealed(edited(list(dice_log()), _other_dice))
    ((found,), pledges, tally) = verified(lines)
    line = json.loads(lines[found.line - 1])
    assert line["event"] == "roll"
    number = sum(json.loads(each)["event"] == "commit" for each in lines[: found.line])
    before = [json.loads(each) for each in lines[pledges[number - 1].line : found.line]]
    trial = sum(each["event"] == "roll" for each in before) - 1
    due = roll(key(seed_number(number), {1: "one", 3: "three"}), trial)
    said = line["body"]["dice"]
    assert found.what == (
        f"The dice are {said[0]}-{said[1]}, and the seeds give {due[0]}-{due[1]}."
    )
    assert found.pledge == number
    assert [each.verdict == "wrong" for each in pledges] == [n == number for n in (1, 2, 3)]
    assert tally.followed == sum(each.trials for each in pledges if each.number != number)


def _cards_swapped(log: list[Line]) -> None:
    cards = log[at(log, "deal", 9)]["body"]["cards"]
    cards[0], cards[1] = cards[1], cards[0]


def _no_cards(log: list[Line]) -> None:
    log[at(log, "deal", 9)]["body"]["cards"] = ["As"]


def _coup_left_out(log: list[Line]) -> None:
    del log[at(log, "deal", 9)]


def _cut_too_early(log: list[Line]) -> None:
    log.insert(at(log, "deal", 9) + 1, log.pop(at(log, "cutting-card")))


def _cut_never(log: list[Line]) -> None:
    del log[at(log, "cutting-card")]


def _cut_twice(log: list[Line]) -> None:
    log.insert(at(log, "cutting-card"), log[at(log, "cutting-card")])


def _cut_out_of_nothing(log: list[Line]) -> None:
    log.insert(at(log, "commit") + 1, log.pop(at(log, "cutting-card")))


def _shuffled_under_a_pledge(log: list[Line]) -> None:
    log.insert(at(log, "deal", 9), log[at(log, "shuffle")])


def _too_many_coups(log: list[Line]) -> None:
    place = at(log, "reveal")
    log[place:place] = [log[at(log, "deal", 9)]] * 3


def _card_too_often(log: list[Line]) -> None:
    """Nine aces of spades of eight before a pledge: then no shoe can be made."""
    extra = {"cards": ["As"] * 4}
    line = {**log[at(log, "deal")], "body": extra}
    log[at(log, "commit") : at(log, "commit")] = [line] * 3


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_cards_swapped, "and the seeds give"),
        (_no_cards, "Not the cards of a coup"),
        (_coup_left_out, "and the seeds give"),
        (_cut_too_early, "in another coup"),
        (_cut_never, "should come out in this coup"),
        (_cut_twice, "comes out twice"),
        (_cut_out_of_nothing, "out of no coup"),
        (_shuffled_under_a_pledge, "after a shuffle"),
        (_too_many_coups, "Nothing can be dealt"),
        (_card_too_often, "Nothing can be dealt"),
    ],
)
def test_a_lie_about_cards_is_found(change: Callable[[list[Line]], None], words: str) -> None:
    wrong, _, tally = verified_loosely(sealed(edited(list(shoe_log()), change)))
    assert not tally.ok
    assert any(words in each.what for each in wrong), wrong[:3]


def verified_loosely(lines: list[bytes]) -> tuple[list[DrawFinding], list[PledgeResult], DrawTally]:
    """The same where more may be wrong than is listed."""
    *found, tally = verify(enumerate(lines, start=1))
    assert isinstance(tally, DrawTally)
    pledges = [each for each in found if isinstance(each, PledgeResult)]
    wrong = [each for each in found if isinstance(each, DrawFinding)]
    return wrong + [one for each in pledges for one in each.findings], pledges, tally


def test_a_shuffle_of_a_shoe_nothing_has_left_changes_nothing() -> None:
    def shuffled(log: list[Line]) -> None:
        log.insert(at(log, "commit") + 1, log[at(log, "shuffle")])

    wrong, *_ = verified(sealed(edited(list(shoe_log()), shuffled)))
    assert not wrong


# The chain


@given(st.data())
def test_a_line_changed_cut_or_moved_is_found(data: st.DataObject) -> None:
    lines = list(dice_log())
    place = data.draw(st.integers(0, len(lines) - 2))
    how = data.draw(st.sampled_from(["cut", "twice", "swapped", "time", "blank"]))
    if how == "cut":
        del lines[place]
    elif how == "twice":
        lines.insert(place, lines[place])
    elif how == "swapped":
        lines[place], lines[place + 1] = lines[place + 1], lines[place]
    elif how == "time":
        lines[place] = lines[place].replace(b"1970-01-01", b"1970-01-02")
    else:
        lines[place] = lines[place].replace(b":", b": ", 1)
    wrong, _, tally = verified_loosely(lines)
    assert not tally.ok
    assert any(each.kind == "chain" for each in wrong)


def test_nothing_after_a_torn_chain_is_believed() -> None:
    lines = list(dice_log())
    place = at([json.loads(line) for line in lines], "reveal", 0)
    lines[place + 1 : place + 2] = []
    wrong, pledges, tally = verified(lines)
    assert {each.kind for each in wrong} >= {"chain"}
    assert pledges[0].verdict == "followed"
    assert all(each.verdict != "followed" for each in pledges[1:])
    assert pledges[-1].verdict == "doubtful"
    assert tally.followed == pledges[0].trials


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"\xff\n",
        b"[]\n",
        b"{}\n",
        b'{"kind":"bet"}\n',
        b"3 4\n",
        b'{"actor":1,"at":"","body":{},"clauses":[],"event":"roll","hash":"","prev":"","seq":1}\n',
        b'{"actor":"","at":"","body":{"x":1.5},"clauses":[],"event":"a","hash":"","seq":1}\n',
        b'{"actor":"\\ud800","at":"","body":{},"clauses":[],"event":"a","hash":"","seq":1}\n',
        b'{"a":' * 5000 + b"\n",
    ],
)
def test_a_line_that_is_none_of_a_log(line: bytes) -> None:
    with pytest.raises(Malformed):
        list(verify([(1, line)]))


def test_an_empty_log() -> None:
    with pytest.raises(Malformed, match="empty"):
        list(verify([]))


BODIES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(PRINTED, max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["hash", "seed", "seat", "dice", "cards"]), inner)
    ),
)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(
                [
                    "open", "commit", "seed", "roll", "shake", "deal", "cutting-card", "shuffle",
                    "reveal", "withdraw", "bet",
                ]
            ),
            st.dictionaries(
                st.sampled_from(["hash", "seed", "seat", "dice", "cards", "trials", "command"]),
                BODIES,
            ),
        ),
        max_size=12,
    )
)  # fmt: skip
def test_whatever_the_lines_say_they_are_judged(events: list[tuple[str, dict[str, Any]]]) -> None:
    """No body, however odd, is more than a finding."""
    log = [
        {"actor": "house", "at": "", "body": body, "clauses": [], "event": name}
        for name, body in [("bet", {}), *events]
    ]
    verified_loosely(sealed(log))


# Size


def rolled(dice: Sequence[int]) -> Event:
    first, second = dice
    return DiceRolled("house", (), (first, second), first + second, None)


def long_log(hands: int) -> Iterator[bytes]:
    """A log of nothing but pledges and rolls, made as it is read."""
    made: list[bytes] = []
    log = Log(made.append)

    def say(event: Event) -> None:
        log.record([event], "{}", EPOCH)

    for number in range(hands):
        seed = seed_number(number)
        published = sha256(seed).hexdigest()
        say(SeedPledged("house", (), published))
        for trial in range(8):
            say(rolled(roll(key(seed, {}), trial)))
        say(SeedRevealed("house", (), published, seed.hex(), 8))
        yield from made
        made.clear()


def size(start: object) -> int:
    """Return the bytes of everything that can be reached from an object, without code."""
    seen: dict[int, object] = {}
    waiting = [start]
    while waiting:
        each = waiting.pop()
        if id(each) not in seen and not isinstance(each, type | ModuleType | FunctionType):
            seen[id(each)] = each
            waiting += gc.get_referents(each)
    return sum(map(sys.getsizeof, seen.values()))


def test_memory_does_not_grow_with_the_log() -> None:
    """Of each pledge its hash is kept, which may not come twice; of its lines, several kilobytes,
    nothing. What is counted is what the verification itself can reach, so neither what other tests
    have allocated nor when garbage was collected makes a difference."""

    def held(hands: int) -> int:
        checking = verify(enumerate(long_log(hands), start=1))
        for _ in range(hands - 1):
            assert not isinstance(next(checking), DrawFinding)
        return size(checking)

    assert 1_000 < held(300) < held(30) + 270 * 250


@pytest.mark.long
def test_a_pledge_without_end_is_verified_so_far_and_said() -> None:
    lines: list[bytes] = []
    log = Log(lines.append)
    seed = seed_number(1)
    published = sha256(seed).hexdigest()
    log.record([SeedPledged("house", (), published)], "{}", EPOCH)
    log.record([rolled([1, 1])] * (MOST_TRIALS + 5), "{}", EPOCH)
    log.record([SeedRevealed("house", (), published, seed.hex(), MOST_TRIALS + 5)], "{}", EPOCH)
    wrong, (pledge,), tally = verified_loosely(lines)
    assert "Only the first" in wrong[0].what
    assert len(wrong) == MOST_FINDINGS
    assert pledge.trials == MOST_TRIALS + 5
    assert pledge.count == tally.findings > MOST_TRIALS * 0.9
