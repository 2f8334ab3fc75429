"""The behaviour of every store, on SQLite and on a real PostgreSQL."""

import random
import threading
from collections.abc import Callable

import pytest

from lammer.store.port import (
    Conflict,
    HandRecord,
    InvalidData,
    Invitation,
    LogEntry,
    LoginSession,
    Person,
    PlayedHand,
    PublishedHead,
    Store,
    StoreError,
    TableRecord,
    Tick,
    Transfer,
)
from lammer.store.sql import PAGE_ROWS
from tests.store.store_data import AT, buy_in, guest, record, tick


def test_logs_that_grow_together_are_read_apart(store: Store) -> None:
    """Whatever the order in which lines of several tables come, each log is its own."""
    chance = random.Random(1)
    expected: dict[str, list[bytes]] = {f"t-{number}": [] for number in range(5)}
    for table in expected:
        store.open_table(record(table))
    for _ in range(40):
        group = []
        for table in chance.choices(list(expected), k=chance.randint(1, 30)):
            log = expected[table]
            lines = [(len(log) + at, b"%d" % chance.getrandbits(64)) for at in (1, 2, 3)]
            log += [line for _, line in lines]
            entry = LogEntry(lines[0][0], None, "house", 0)
            group.append(Tick(table, lines, [entry]))
        store.commit(group)
    for table, log in expected.items():
        assert len(log) > PAGE_ROWS / 2
        assert list(store.lines(table, 1)) == log
        assert store.head(table) == (len(log), log[-1])
        for _ in range(30):
            first, last = sorted(chance.randint(1, len(log) + 5) for _ in range(2))
            assert list(store.lines(table, first, last)) == log[first - 1 : last]
            asked = [entry.seq for entry in store.entries(table, first, last)]
            assert asked == [n for n in range(1, len(log), 3) if first <= n <= last]


def test_a_new_house_is_empty_and_well(store: Store) -> None:
    store.ping()
    assert store.generation() == 1
    assert store.tables(closed=True) == []
    assert store.people(0, 10) == []
    assert store.meters() == {}
    assert store.verify() == []


def test_a_probe_is_a_write_that_changes_nothing(store: Store) -> None:
    guest(store)

    def contents() -> dict[str, list[object]]:
        found: dict[str, list[object]] = {}
        store.dump(lambda name, rows: found.setdefault(name, []).extend(rows))
        return found

    before = contents()
    for _ in range(3):
        store.probe()
    assert contents() == before
    assert store.verify() == []
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.probe()


def test_tables_are_listed_in_the_order_of_opening(store: Store) -> None:
    ann = guest(store)
    opened = [record("z-1", "Last letter", ann.id), record("a-1"), record("m-1")]
    for each in opened:
        store.open_table(each)
    store.commit([Tick("a-1", closed=AT)])
    assert store.tables() == [opened[0], opened[2]]
    assert store.tables(closed=True) == [opened[0], opened[1]._replace(closed=AT), opened[2]]
    assert store.table("z-1") == opened[0]
    assert store.table("a-1") == opened[1]._replace(closed=AT)
    assert store.table("b-1") is None


def test_a_table_is_there_once(store: Store) -> None:
    store.open_table(record("craps-1"))
    with pytest.raises(Conflict, match="craps-1 already"):
        store.open_table(record("craps-1", "Another"))
    assert store.tables() == [record("craps-1")]


def test_a_tick_keeps_all_it_has(store: Store) -> None:
    ann, bob = guest(store), guest(store, name="Bob")
    store.open_table(record("craps-1"))
    part = PlayedHand(1, ann.id, 3, 1, 2, AT, 0, 1500, 2000, 700, 200, 600, 100)
    store.commit(
        [
            Tick(
                "craps-1",
                lines=[(1, b"one"), (2, b"\x00two\xff")],
                entries=[LogEntry(1, ann.id, "c", 7), LogEntry(2, None, "", 0)],
                balances={"cage": -2000, "rail-3": 1500, "bank": 500},
                transfers=[Transfer(ann.id, -2000, "buy-in", AT, "craps-1", 1)],
                seats={3: ann.id, 4: bob.id},
                hands=[HandRecord(1, 1, AT, b"{}"), HandRecord(2, 2, AT, b'{"x":1}')],
                played=[part],
                meters={"drop": (1, 2000), "handle:pass": (2, 700)},
                secret=b"\x00seed",
                published=PublishedHead(2, "ab" * 32, AT),
                pseudonym_key="00" * 32,
            ),
            Tick("craps-1", lines=[(3, b"three")], published=PublishedHead(3, "cd" * 32, AT)),
            Tick("craps-1", entries=[]),
        ]
    )
    assert store.pseudonym_key("craps-1") == "00" * 32
    assert store.published("craps-1", 0, 10) == [
        PublishedHead(2, "ab" * 32, AT),
        PublishedHead(3, "cd" * 32, AT),
    ]
    assert store.published("craps-1", 2, 10) == [PublishedHead(3, "cd" * 32, AT)]
    assert store.last_published("craps-1") == PublishedHead(3, "cd" * 32, AT)
    assert store.last_published("craps-2") is None
    assert store.people_at("craps-1") == [ann.id]
    assert store.people_at("craps-2") == []
    assert store.head("craps-1") == (3, b"three")
    assert list(store.lines("craps-1", 1)) == [b"one", b"\x00two\xff", b"three"]
    assert store.entries("craps-1", 1, 2) == [LogEntry(1, ann.id, "c", 7), LogEntry(2, None, "", 0)]
    assert store.balances("craps-1") == {"cage": -2000, "rail-3": 1500, "bank": 500}
    assert store.seats("craps-1") == {3: ann.id, 4: bob.id}
    assert store.hand("craps-1", 1) == HandRecord(1, 1, AT, b"{}")
    assert store.last_hand("craps-1") == HandRecord(2, 2, AT, b'{"x":1}')
    assert store.hand("craps-1", 3) is None
    assert store.played(ann.id, None, 10) == [("craps-1", part)]
    assert store.meters() == {"craps-1": {"drop": (1, 2000), "handle:pass": (2, 700)}}
    assert store.secret("craps-1") == b"\x00seed"
    assert store.purse(ann.id) == 98_000
    assert store.verify() == []


def test_later_ticks_write_over_what_stands_and_add_to_the_meters(store: Store) -> None:
    ann, bob = guest(store), guest(store, name="Bob")
    store.open_table(record("craps-1"))
    store.commit(
        [
            Tick("craps-1", balances={"a": 1, "b": -1}, seats={1: ann.id, 2: bob.id}, secret=b"1"),
            Tick("craps-1", balances={"a": 5, "b": -5}, meters={"drop": (1, 100)}, secret=b"2"),
            Tick("craps-1", seats={1: None}, meters={"drop": (2, -30)}),
        ]
    )
    assert store.balances("craps-1") == {"a": 5, "b": -5}
    assert store.seats("craps-1") == {2: bob.id}
    assert store.secret("craps-1") == b"2"
    store.commit([Tick("craps-1", seats={2: ann.id}, secret=b"")])
    store.commit([Tick("craps-1", meters={"drop": (1, 1)}, balances={"a": 7, "c": -2})])
    assert store.seats("craps-1") == {2: ann.id}
    assert store.secret("craps-1") is None
    assert store.balances("craps-1") == {"a": 7, "b": -5, "c": -2}
    assert store.meters("craps-1") == {"craps-1": {"drop": (4, 71)}}
    assert store.meters("other") == {}


def test_a_group_of_many_tables_is_one_write(store: Store) -> None:
    tables = [f"t-{number}" for number in range(100)]
    for table in tables:
        store.open_table(record(table))
    store.commit([tick(table, 1, lines=2) for table in tables])
    store.commit([*(tick(table, 3) for table in tables), tick("t-5", 4)])
    assert store.head("t-5") == (4, b"t-5 line 4")
    assert store.head("t-99") == (3, b"t-99 line 3")
    assert list(store.lines("t-0", 2)) == [b"t-0 line 2", b"t-0 line 3"]
    assert store.verify() == []


def test_a_large_group_of_one_table_is_the_same_as_many_small_ones(store: Store) -> None:
    ann = guest(store)
    for table in ("craps-1", "craps-2"):
        store.open_table(record(table))
        group = [
            Tick(
                table,
                [(seq, b"x")],
                [LogEntry(seq, ann.id, "client", seq)],
                {f"rail-{seq % 40}": seq, "bank": -seq},
                [Transfer(ann.id, -1 if seq % 2 else 1, "x", AT)],
                {seq: ann.id},
                [HandRecord(seq, seq, AT, b"%d" % seq)],
                [PlayedHand(seq, ann.id, 1, seq, seq, AT, 0, 0, 0, 0, seq, 0, 0)],
                {"drop": (1, seq), f"handle:{seq}": (1, 1)},
            )
            for seq in range(1, 94)
        ]
        pieces = [group] if table == "craps-1" else [[each] for each in group]
        for piece in pieces:
            store.commit(piece)
    one, other = "craps-1", "craps-2"
    assert store.balances(one) == store.balances(other)
    assert store.seats(one) == store.seats(other)
    assert store.meters(one)[one] == store.meters(other)[other]
    assert store.entries(one, 1, 93) == store.entries(other, 1, 93)
    assert store.last_number(one, ann.id, "client") == (93, 93)
    assert [store.hand(one, n) for n in range(95)] == [store.hand(other, n) for n in range(95)]
    assert store.purse(ann.id) == 100_000 - 2
    assert len(store.played(ann.id, None, 500)) == 186
    assert len(store.transfers(ann.id, None, 500)) == 187


def _twice(store: Store) -> Tick:
    return tick("craps-1", 1)


def _gap(store: Store) -> Tick:
    return tick("craps-1", 4)


def _hole(store: Store) -> Tick:
    return Tick("craps-1", [(3, b"three"), (5, b"five")])


def _no_table(store: Store) -> Tick:
    return tick("craps-9", 1)


def _no_table_without_lines(store: Store) -> Tick:
    return Tick("craps-9", balances={"a": 0})


def _closing_no_table(store: Store) -> Tick:
    return Tick("craps-9", closed=AT)


def _command_twice(store: Store) -> Tick:
    person = store.people(0, 1)[0].id
    return Tick("craps-1", [(3, b"three")], [LogEntry(3, person, "client", 2)])


def _command_out_of_order(store: Store) -> Tick:
    person = store.people(0, 1)[0].id
    return Tick("craps-1", [(3, b"three")], [LogEntry(3, person, "client", 1)])


def _entry_without_its_line(store: Store) -> Tick:
    return Tick("craps-1", [(3, b"three")], [LogEntry(4, None, "", 0)])


def _overdrawn(store: Store) -> Tick:
    person = store.people(0, 1)[0].id
    return Tick("craps-1", [(3, b"three")], transfers=[Transfer(person, -100_001, "buy-in", AT)])


def _overdrawn_on_the_way(store: Store) -> Tick:
    person = store.people(0, 1)[0].id
    moves = [Transfer(person, cents, "x", AT) for cents in (-100_001, 100_001)]
    return Tick("craps-1", [(3, b"three")], transfers=moves)


def _too_rich(store: Store) -> Tick:
    person = store.people(0, 1)[0].id
    return Tick("craps-1", [(3, b"three")], transfers=[Transfer(person, 2**62, "x", AT)])


def _nobody_pays(store: Store) -> Tick:
    return Tick("craps-1", [(3, b"three")], transfers=[Transfer(999, 5, "x", AT)])


def _nobody_sits(store: Store) -> Tick:
    return Tick("craps-1", [(3, b"three")], seats={1: 999})


def _hand_twice(store: Store) -> Tick:
    return Tick(
        "craps-1", [(3, b"three")], hands=[HandRecord(1, 3, AT, b""), HandRecord(1, 3, AT, b"")]
    )


@pytest.mark.parametrize(
    "bad",
    [
        _twice,
        _gap,
        _hole,
        _no_table,
        _no_table_without_lines,
        _closing_no_table,
        _command_twice,
        _command_out_of_order,
        _entry_without_its_line,
        _overdrawn,
        _overdrawn_on_the_way,
        _too_rich,
        _nobody_pays,
        _nobody_sits,
        _hand_twice,
    ],
)
def test_a_tick_that_does_not_follow_leaves_nothing_of_its_group(
    store: Store, bad: Callable[[Store], Tick]
) -> None:
    ann = guest(store)
    store.open_table(record("craps-1"))
    store.open_table(record("craps-2"))
    store.commit([tick("craps-1", 1, lines=1), tick("craps-1", 2, person=ann.id)])
    found = everything(store)
    with pytest.raises(Conflict):
        store.commit([tick("craps-2", 1), bad(store), tick("craps-2", 2)])
    assert everything(store) == found
    store.commit([tick("craps-2", 1), tick("craps-1", 3)])
    assert store.head("craps-1") == (3, b"craps-1 line 3")


def everything(store: Store) -> dict[str, list[tuple[object, ...]]]:
    found: dict[str, list[tuple[object, ...]]] = {}
    store.dump(lambda name, rows: found.setdefault(name, []).extend(rows))
    return found


def test_a_long_log_is_read_in_pieces_and_in_order(store: Store) -> None:
    count = 2 * PAGE_ROWS + 17
    store.open_table(record("craps-1"))
    store.commit([tick("craps-1", 1, lines=count)])
    whole = [f"craps-1 line {number}".encode() for number in range(1, count + 1)]
    assert list(store.lines("craps-1", 1)) == whole
    assert list(store.lines("craps-1", 5, PAGE_ROWS + 4)) == whole[4 : PAGE_ROWS + 4]
    assert list(store.lines("craps-1", count)) == whole[-1:]
    assert list(store.lines("craps-1", count + 1)) == []
    assert list(store.lines("craps-9", 1)) == []
    entries = store.entries("craps-1", 2, count)
    assert entries == []
    reading = store.lines("craps-1", 1)
    assert next(reading) == whole[0]
    store.commit([tick("craps-1", count + 1)])
    assert len(list(reading)) == count


def test_the_last_command_of_a_client_is_found(store: Store) -> None:
    ann, bob = guest(store), guest(store, name="Bob")
    store.open_table(record("craps-1"))
    asked = [(ann.id, "c", 2), (ann.id, "d", 9), (bob.id, "c", 4), (ann.id, "c", 3), (None, "", 0)]
    lines = [(seq, b"x") for seq in range(1, 7)]
    entries = [LogEntry(seq, *each) for seq, each in enumerate([*asked, (None, "", 0)], 1)]
    store.commit([Tick("craps-1", lines, entries)])
    assert store.last_number("craps-1", ann.id, "c") == (3, 4)
    assert store.last_number("craps-1", ann.id, "d") == (9, 2)
    assert store.last_number("craps-1", bob.id, "c") == (4, 3)
    assert store.last_number("craps-1", bob.id, "d") == (0, 0)
    assert store.last_number("craps-2", ann.id, "c") == (0, 0)
    assert store.entries("craps-1", 2, 3) == [
        LogEntry(2, ann.id, "d", 9),
        LogEntry(3, bob.id, "c", 4),
    ]


def test_hands_of_a_person_come_latest_first_and_page_by_page(store: Store) -> None:
    ann, bob = guest(store), guest(store, name="Bob")
    for table in ("a-1", "b-1"):
        store.open_table(record(table))
        parts = [
            PlayedHand(number, person.id, seat, 1, 2, f"2026-01-0{1 + number // 3}", *([0] * 7))
            for number in range(1, 8)
            for person, seat in ((ann, 1), (ann, 2), (bob, 3))
        ]
        store.commit([Tick(table, played=parts)])
    keys: list[tuple[str, str, int, int]] = []
    before = None
    while page := store.played(ann.id, before, 3):
        assert {part.person for _, part in page} == {ann.id}
        keys += [(part.ended, table, part.number, part.seat) for table, part in page]
        before = keys[-1][:3]
    assert len(keys) == len(set(keys)) == 28
    assert keys == sorted(keys, reverse=True)
    assert store.played(ann.id, None, 0) == []


def test_people(store: Store) -> None:
    ann = guest(store, 500)
    assert ann == Person(ann.id, "guest", "Ann", created=AT)
    dealt = store.add_person("walk-in", "Zoë \U0001f3b2", AT, None)
    assert store.purse(ann.id) == 500
    assert store.purse(dealt.id) == 0
    account = store.make_account(ann.id, "ann", "$argon2id$x", "Ann B")
    assert account == Person(ann.id, "account", "Ann B", "ann", "$argon2id$x", created=AT)
    assert store.person(ann.id) == store.person_by_login("ann") == account
    assert store.person_by_login("Ann") is None
    assert store.person(999) is None
    with pytest.raises(Conflict, match="taken"):
        store.make_account(dealt.id, "ann", "y", "Zoë")
    with pytest.raises(Conflict, match="not a guest"):
        store.make_account(ann.id, "anna", "y", "Ann")
    store.rename(dealt.id, "Zoe")
    store.set_password(ann.id, "z")
    for role in ("dealer", "boxperson", "dealer"):
        store.give_role(ann.id, role)
    changed = account._replace(password="z", roles=("boxperson", "dealer"))
    assert store.people(0, 10) == [changed, dealt._replace(name="Zoe")]
    assert store.people(ann.id, 10) == [dealt._replace(name="Zoe")]
    assert store.people(0, 1) == [changed]
    store.take_role(ann.id, "boxperson")
    store.take_role(ann.id, "boxperson")
    assert store.person(ann.id) == changed._replace(roles=("dealer",))


def test_nobody_is_refused_by_name(store: Store) -> None:
    for refused in (
        lambda: store.rename(7, "x"),
        lambda: store.set_password(7, "x"),
        lambda: store.give_role(7, "dealer"),
        lambda: store.purse(7),
        lambda: store.grant(Transfer(7, 1, "x", AT)),
        lambda: store.add_session("d", 7, AT, AT, ""),
    ):
        with pytest.raises(Conflict, match=r"person|purse"):
            refused()


def test_a_purse_is_what_went_into_it_and_never_below_zero(store: Store) -> None:
    ann = guest(store, 100)
    store.grant(Transfer(ann.id, 50, "top-up", AT))
    with pytest.raises(Conflict, match="below zero"):
        store.grant(Transfer(ann.id, -151, "fine", AT))
    with pytest.raises(Conflict, match="below zero"):
        store.add_person("guest", "Bob", AT, Transfer(0, -1, "grant", AT))
    assert [person.name for person in store.people(0, 10)] == ["Ann"]
    store.grant(Transfer(ann.id, -150, "fine", AT))
    assert store.purse(ann.id) == 0
    moved = store.transfers(ann.id, None, 10)
    assert [each.cents for _, each in moved] == [-150, 50, 100]
    assert moved[1][1] == Transfer(ann.id, 50, "top-up", AT)
    assert store.transfers(ann.id, None, 2) == moved[:2]
    assert store.transfers(ann.id, moved[1][0], 2) == moved[2:]
    assert store.transfers(999, None, 2) == []
    assert store.verify() == []


def test_sessions(store: Store) -> None:
    ann, bob = guest(store), guest(store, name="Bob")
    one = store.add_session("d1", ann.id, AT, "later", "Firefox")
    assert one == LoginSession(one.id, "d1", ann.id, AT, "later", AT, "Firefox")
    two = store.add_session("d2", ann.id, AT, "later", "")
    three = store.add_session("d3", ann.id, AT, "later", "")
    other = store.add_session("d4", bob.id, AT, "later", "")
    with pytest.raises(Conflict):
        store.add_session("d1", bob.id, AT, "later", "")
    store.seen(one.id, "t2")
    assert store.session("d1") == one._replace(seen="t2")
    assert store.session("nothing") is None
    store.revoke(two.id, "t3")
    store.revoke(two.id, "t4")
    assert store.session("d2") == two._replace(revoked="t3")
    store.revoke_all(ann.id, "t5", but=one.id)
    assert store.sessions(ann.id) == [
        three._replace(revoked="t5"),
        two._replace(revoked="t3"),
        one._replace(seen="t2"),
    ]
    store.revoke_all(ann.id, "t6")
    assert [each.revoked for each in store.sessions(ann.id)] == ["t5", "t3", "t6"]
    assert store.sessions(bob.id) == [other]


def test_an_invitation_gives_its_role_once(store: Store) -> None:
    ann, bob = guest(store), guest(store, name="Bob")
    asked = Invitation("i1", "dealer", ann.id, AT, "later")
    store.add_invitation(asked)
    store.add_invitation(Invitation("i2", "administrator", None, AT, "later"))
    with pytest.raises(Conflict):
        store.add_invitation(asked)
    assert store.invitation("i1") == asked
    assert store.invitation("i3") is None
    store.use_invitation("i1", bob.id, "t2")
    assert store.invitation("i1") == asked._replace(used_by=bob.id, used="t2")
    for digest in ("i1", "i3"):
        with pytest.raises(Conflict, match="used, or never was"):
            store.use_invitation(digest, ann.id, "t3")
    with pytest.raises(Conflict, match="no person"):
        store.use_invitation("i2", 999, "t3")
    assert store.invitation("i2") == Invitation("i2", "administrator", None, AT, "later")
    found = [store.person(each.id) for each in (ann, bob)]
    assert [each.roles for each in found if each] == [(), ("dealer",)]


def test_readers_see_whole_ticks_while_the_writer_writes(store: Store) -> None:
    ann = guest(store)
    store.open_table(record("craps-1"))
    store.commit([buy_in("craps-1", 1, ann.id, 100)])
    over = threading.Event()
    wrong: list[str] = []
    reads = [0, 0, 0]

    def read(which: int) -> None:
        while not over.is_set():
            reads[which] += 1
            wrong.extend(store.verify())
            head = store.head("craps-1")
            stand = store.balances("craps-1")
            assert head is not None
            if sum(stand.values()):
                wrong.append(f"{stand}")
            if head[0] > len(list(store.lines("craps-1", 1))):
                wrong.append(f"no line {head[0]}")

    threads = [threading.Thread(target=read, args=(which,)) for which in range(3)]
    for thread in threads:
        thread.start()
    for seq in range(2, 60):
        store.commit(
            [
                Tick(
                    "craps-1",
                    [(seq, b"x")],
                    balances={"cage": -100 * seq, "rail-1": 100 * seq},
                    transfers=[Transfer(ann.id, -100, "buy-in", AT, "craps-1", seq)],
                )
            ]
        )
    over.set()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert min(reads) > 1


def test_a_store_that_is_closed_says_so(store: Store) -> None:
    store.open_table(record("craps-1"))
    store.close()
    for use in (store.tables, store.ping, lambda: store.commit([tick("craps-1", 1)])):
        with pytest.raises(Exception, match="closed"):
            use()
    store.close()


def test_nothing_to_write_is_well(store: Store) -> None:
    store.commit([])
    store.open_table(record("craps-1"))
    store.commit([Tick("craps-1")])
    assert store.head("craps-1") is None


def test_what_no_database_can_hold_is_refused_and_the_next_write_works(store: Store) -> None:
    store.open_table(record("craps-1"))
    for cents in (2**63, -(2**63) - 1):
        with pytest.raises(InvalidData, match="cannot be written down"):
            store.commit([Tick("craps-1", [(1, b"x")], balances={"a": cents})])
    with pytest.raises(InvalidData, match="cannot be written down"):
        store.add_person("guest", "\udcff", AT, None)
    store.commit([tick("craps-1", 1)])
    assert store.people(0, 5) == []


def test_felts_keep_every_field(store: Store) -> None:
    ann = guest(store)
    for clock in (None, 30):
        given = TableRecord(
            f"k-{clock}", "Näme", "r", "g", "staffed", clock, '{"a": 1}', ann.id, AT
        )
        store.open_table(given)
        assert store.table(given.table) == given


def test_a_table_is_opened_with_its_first_tick_or_not_at_all(store: Store) -> None:
    ann = store.add_person("guest", "Ann", AT, None).id
    first = Tick("new-1", lines=[(1, b'{"seq":1}\n')], seats={1: ann})
    store.open_table(record("new-1"), first)
    assert store.head("new-1") == (1, b'{"seq":1}\n')
    assert store.seated(ann) == ["new-1"]
    with pytest.raises(Conflict):
        store.open_table(record("new-2"), Tick("new-2", lines=[(1, b"{}\n")], seats={1: 10**9}))
    assert store.table("new-2") is None


def test_chips_at_tables_are_rails_and_layouts_of_the_own_seats(store: Store) -> None:
    ann, ben = (store.add_person("guest", name, AT, None).id for name in ("Ann", "Ben"))
    for table, seat, rail in (("one-1", 1, 700), ("two-1", 11, 30)):
        tick = Tick(table, lines=[(1, b"{}\n")], seats={seat: ann, 2: ben})
        tick.balances = {f"rail-{seat}": rail, f"layout-{seat}": 5, "rail-2": 900, "bank": 9}
        store.open_table(record(table), tick)
    assert (store.at_tables(ann), store.at_tables(ben)) == (740, 1800)
    assert store.at_tables(ben + 1) == 0


def test_a_new_password_ends_the_other_sessions(store: Store) -> None:
    ann = store.add_person("guest", "Ann", AT, None).id
    store.make_account(ann, "ann", "old", "Ann")
    kept, other = (store.add_session(each, ann, AT, AT, "") for each in ("a" * 64, "b" * 64))
    store.set_password(ann, "new", AT, kept.id)
    found = store.person(ann)
    assert found is not None
    assert found.password == "new"
    ended = {each.id: each.revoked for each in store.sessions(ann)}
    assert ended == {kept.id: None, other.id: AT}
