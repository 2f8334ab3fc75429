"""Drills, classes, table tests and practice tables in both databases."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from lammer.store.port import Conflict, DrillProgress, PracticeProgress, PracticeRecord, Store
from tests.store.store_data import AT, guest

LATER = "2026-01-02T00:00:00Z"
TEST = '{"name":"Props"}'


def test_progress_is_kept_by_person_and_skill(store: Store) -> None:
    ann, bob = guest(store), guest(store, name="Bob")
    first = DrillProgress(ann.id, "nj-2011", "craps", "craps.valid", "{}", 1, 2, 7, AT)
    store.keep_progress(first)
    store.keep_progress(first._replace(skill="craps.calls"))
    store.keep_progress(first._replace(correct=2, asked=3, seed=8, card='{"due":1}', at=LATER))
    kept = store.drill_progress(ann.id)
    assert [(each.skill, each.correct, each.asked, each.seed) for each in kept] == [
        ("craps.calls", 1, 2, 7),
        ("craps.valid", 2, 3, 8),
    ]
    assert store.drill_progress(bob.id) == []
    with pytest.raises(Conflict):
        store.keep_progress(first._replace(person=999))


def test_a_class_is_joined_by_its_token_and_closed(store: Store) -> None:
    teacher, ann = guest(store, name="Ted"), guest(store)
    made = store.add_class("Evening", teacher.id, "token", AT)
    assert store.class_by_token("token") == store.school_class(made.id) == made
    assert store.class_by_token("other") is None
    store.join_class(made.id, ann.id, AT)
    store.join_class(made.id, ann.id, LATER)
    assert [(each.person, each.name) for each in store.class_members(made.id)] == [(ann.id, "Ann")]
    assert store.classes_of(ann.id) == store.classes_of(teacher.id) == [made]
    store.close_class(made.id, LATER)
    store.close_class(made.id, "2026-01-03T00:00:00Z")
    assert store.school_class(made.id) == made._replace(closed=LATER)
    with pytest.raises(Conflict):
        store.add_class("Again", teacher.id, "token", AT)
    with pytest.raises(Conflict):
        store.join_class(999, ann.id, AT)


def test_a_test_is_taken_as_often_as_is_allowed(store: Store) -> None:
    teacher, ann = guest(store, name="Ted"), guest(store)
    made = store.add_test(store.add_class("Evening", teacher.id, "t", AT).id, TEST, 1, AT)
    assert store.tests_of(made.school_class) == [made]
    sitting = store.begin_sitting(made.id, ann.id, AT, [b"one\n", b"two\n"])
    with pytest.raises(Conflict, match="as often"):
        store.begin_sitting(made.id, ann.id, AT, [b"one\n"])
    with pytest.raises(Conflict):
        store.begin_sitting(999, ann.id, AT, [b"one\n"])
    assert store.sitting_lines(sitting.id) == [b"one\n", b"two\n"]
    store.add_sitting_lines(sitting.id, 3, [b"three\n"], None)
    for first, lines in ((3, [b"three\n"]), (5, [b"five\n"])):
        with pytest.raises(Conflict, match="elsewhere"):
            store.add_sitting_lines(sitting.id, first, lines, None)
    store.add_sitting_lines(sitting.id, 4, [b"four\n"], '{"right":1}')
    with pytest.raises(Conflict, match="over"):
        store.add_sitting_lines(sitting.id, 5, [b"five\n"], None)
    assert store.sitting_lines(sitting.id) == [b"one\n", b"two\n", b"three\n", b"four\n"]
    over = sitting._replace(result='{"right":1}')
    assert store.sittings_of(made.id) == store.sittings_of(made.id, ann.id) == [over]
    assert store.sittings_of(made.id, teacher.id) == []
    store.withdraw_test(made.id, LATER)
    assert store.class_test(made.id) == made._replace(withdrawn=LATER)


def test_a_test_is_taken_again_when_the_last_sitting_is_over(store: Store) -> None:
    teacher, ann = guest(store, name="Ted"), guest(store)
    made = store.add_test(store.add_class("Evening", teacher.id, "t", AT).id, TEST, 2, AT)
    first = store.begin_sitting(made.id, ann.id, AT, [b"one\n"])
    with pytest.raises(Conflict, match="already"):
        store.begin_sitting(made.id, ann.id, AT, [b"one\n"])
    store.add_sitting_lines(first.id, 2, [b"two\n"], "{}")
    second = store.begin_sitting(made.id, ann.id, LATER, [b"one\n"])
    assert [each.id for each in store.sittings_of(made.id)] == [first.id, second.id]


def test_a_class_of_tests_taken_alone_is_of_its_own_kind(store: Store) -> None:
    ann = guest(store)
    made = store.add_class("Mine", ann.id, f"own-{ann.id}", AT, "own")
    assert store.school_class(made.id) == made
    assert made.kind == "own"
    with pytest.raises(Conflict):
        store.add_class("Mine", ann.id, f"own-{ann.id}", AT, "own")


def test_two_beginnings_at_once_are_one_sitting(store: Store) -> None:
    teacher, ann = guest(store, name="Ted"), guest(store)
    made = store.add_test(store.add_class("Evening", teacher.id, "t", AT).id, TEST, 1, AT)

    def begin(_: int) -> bool:
        try:
            store.begin_sitting(made.id, ann.id, AT, [b"one\n"])
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(begin, range(4))) == [False, False, False, True]
    assert len(store.sittings_of(made.id)) == 1


# Practice tables


def practice(person: int, key: str = "a") -> PracticeRecord:
    return PracticeRecord(0, key, person, "nj-2011", "craps", "d", '{"seed":7}', AT, "{}")


def test_a_practice_table_is_kept_answer_by_answer(store: Store) -> None:
    ann, bob = guest(store), guest(store, name="Bob")
    made = store.begin_practice(practice(ann.id), 9)
    other = store.begin_practice(practice(ann.id, "b"), 9)
    assert made.id != other.id
    assert store.practice("a") == made
    assert store.practice("c") is None
    assert store.practices_of(ann.id) == [other, made]
    assert store.practices_of(bob.id) == []
    store.add_practice_answer(made.id, 1, AT, '{"task":1}', PracticeProgress('{"cost":5}'))
    assert store.practice("a") == made._replace(score='{"cost":5}')
    for number in (1, 3):
        with pytest.raises(Conflict, match="elsewhere"):
            store.add_practice_answer(made.id, number, AT, "{}", PracticeProgress("{}"))
    assert store.practice("a") == made._replace(score='{"cost":5}')
    store.add_practice_answer(made.id, 2, AT, '{"task":2}', PracticeProgress("{}", LATER))
    with pytest.raises(Conflict, match="over"):
        store.add_practice_answer(made.id, 3, AT, "{}", PracticeProgress("{}"))
    assert store.practice_answers(made.id) == ['{"task":1}', '{"task":2}']
    assert store.practice_answers(other.id) == []
    store.end_practice(other.id, PracticeProgress('{"cost":1}', AT))
    store.end_practice(other.id, PracticeProgress("{}", LATER))
    assert store.practice("b") == other._replace(score='{"cost":1}', ended=AT)
    for wrong in (practice(999, "c"), practice(ann.id)):
        with pytest.raises(Conflict):
            store.begin_practice(wrong, 9)


def test_a_persons_oldest_practice_tables_make_room(store: Store) -> None:
    ann, bob = guest(store), guest(store, name="Bob")
    his = store.begin_practice(practice(bob.id, "his"), 2)
    for key in "abcd":
        made = store.begin_practice(practice(ann.id, key), 2)
        store.add_practice_answer(made.id, 1, AT, "{}", PracticeProgress("{}"))
    assert [each.key for each in store.practices_of(ann.id)] == ["d", "c"]
    assert store.practice("a") is None
    assert store.practices_of(bob.id) == [his]
