"""A whole house's database: its tables, and then its people, their purses and their roles."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from lammer.audit import Finding, Note
from lammer.core.codec import canonical
from lammer.core.money import dollars
from lammer.fair.log_audit import DrawReport
from lammer.school.table_tests.sitting import Sitting, regrade
from lammer.school.table_tests.table_test import as_data
from lammer.server.people.accounts import timestamp
from lammer.server.people.roles import ADMINISTRATOR, ROLES, SURVEILLANCE, TOUCHING
from lammer.server.school.classes import summary
from lammer.server.verification.pruning import check_pruned
from lammer.server.verification.table_check import check_table
from lammer.store.port import Person, Transfer
from lammer.store.sql import SqlStore
from lammer.store.sqlite import SqliteStore

KINDS = ("guest", "account", "walk-in")
WELCOME, WALK_IN, TOP_UP = "welcome", "walk-in", "top-up"
NOT_COMPUTED = (
    "Not checked, because no log says it: names of tables and their clocks, play chips that were "
    "given on request, who is signed in, what somebody has learned or practised."
)


class CheckedPart(NamedTuple):
    """What was found in one part of a house: a table, or what is not of one table ("")."""

    table: str
    lines: int
    findings: list[Finding]
    notes: tuple[Note, ...] = ()
    draws: DrawReport | None = None


def check_house(store: SqlStore, skip_draws: str = "") -> Iterator[CheckedPart]:
    """Yield what is wrong with each part of a house, the tables in the order of opening. All that
    is read should be as of one moment (``SqlStore.as_of_now``)."""
    people = {each.id: each for each in everybody(store)}
    granted: Counter[Transfer] = Counter()
    pruned = store.all_pruned()
    entered: dict[tuple[int, str], tuple[str, int]] = {}
    for record in store.tables(closed=True):
        if record.table in pruned:
            found = check_pruned(store, record, pruned[record.table])
        else:
            found = check_table(store, record, people, skip_draws)
        yield CheckedPart(found.table, found.lines, found.findings, found.notes, found.draws)
        granted.update(found.granted)
        for whose, line in found.roles.items():
            entered.setdefault(whose, (found.table, line))
    findings = [
        *_file(store),
        *_lines(store),
        *_purses(store, people, granted),
        *_persons(people.values()),
        *_roles(store, people, entered),
        *_sittings(store),
    ]
    yield CheckedPart("", 0, findings, (Note(0, NOT_COMPUTED),))


def everybody(store: SqlStore) -> Iterator[Person]:
    last = 0
    while found := store.people(last, 1000):
        yield from found
        last = found[-1].id


def _file(store: SqlStore) -> Iterator[Finding]:
    if isinstance(store, SqliteStore):
        for problem in store.file_errors():
            yield Finding(0, "table", f"The file is damaged: {problem}.")


def _lines(store: SqlStore) -> Iterator[Finding]:
    """Yield lines that are stored and belong to no log. Those that are missing are found with their
    log."""
    heads = store.heads()
    for table, count in store.line_counts().items():
        if count > heads.get(table, 0):
            what = f"{count:,} lines are stored under the name {table}, and its log has "
            yield Finding(0, "table", f"{what}{heads.get(table, 0):,}.")


def _purses(
    store: SqlStore, people: Mapping[int, Person], granted: Counter[Transfer]
) -> Iterator[Finding]:
    """Yield what is wrong with purses, and with chips that were given."""
    for each in store.inconsistencies():
        what = f"{each.what[:1].upper()}{each.what[1:]}."
        yield Finding(0, "purse", what, due_cents=0, paid_cents=each.cents)
    left, welcomed = +granted, Counter[int]()
    for transfer in store.grants():
        person = transfer.person
        if transfer.seq is not None:
            yield _given(transfer, "which names a line of no table")
        match transfer.why:
            case "welcome":
                welcomed[person] += 1
                if welcomed[person] > 1 or _kind(people, person) == WALK_IN:
                    yield _given(transfer, "which nobody is given twice, and no walk-in at all")
            case "walk-in":
                if not left[transfer]:
                    yield _given(transfer, "which no line of a log says")
                left[transfer] -= 1
            case "top-up":
                left[transfer] -= 1
            case _:
                yield _given(transfer, "for which there is no such reason")
    for transfer, count in left.items():
        if count > 0 and transfer.why == WALK_IN:
            what = (
                f"Person {transfer.person} should have been given {dollars(transfer.cents)} at "
                f"{transfer.at}, as a walk-in; that is not stored."
            )
            yield Finding(0, "purse", what, due_cents=transfer.cents * count, paid_cents=0)


def _given(transfer: Transfer, why: str) -> Finding:
    what = (
        f"Person {transfer.person} was given {dollars(transfer.cents)} at {transfer.at} "
        f'("{transfer.why}"), {why}.'
    )
    return Finding(0, "purse", what, due_cents=0, paid_cents=transfer.cents)


def _kind(people: Mapping[int, Person], person: int) -> str:
    return people[person].kind if person in people else ""


def _persons(people: Iterable[Person]) -> Iterator[Finding]:
    for person in people:
        who = f"Person {person.id}"
        if person.kind not in KINDS:
            yield Finding(0, "person", f"{who} is of no known kind: {person.kind}.")
        has_login = person.login is not None and person.password is not None
        if has_login != (person.kind == "account"):
            what = (
                "has no login" if person.kind == "account" else f"is a {person.kind} with a login"
            )
            yield Finding(0, "person", f"{who} {what}.")


def _roles(
    store: SqlStore,
    people: Mapping[int, Person],
    entered: Mapping[tuple[int, str], tuple[str, int]],
) -> Iterator[Finding]:
    """Yield roles that do not follow from invitations, and do not fit together."""
    accepted: defaultdict[int, set[str]] = defaultdict(set)
    inviters: set[int | None] = set()
    for _, role, by, _, _, used_by, _ in store.rows("invitation"):
        if used_by is not None:
            accepted[used_by].add(role)
        inviters.add(by)
    for by in sorted(each for each in inviters if each is not None):
        if ADMINISTRATOR not in accepted[by]:
            what = f"Person {by} invited somebody, and was never an administrator."
            yield Finding(0, "role", what)
    for person in people.values():
        for what in (*_held(person, accepted[person.id]), *_watching(store, person)):
            yield Finding(0, "role", f"Person {person.id} {what}.")
    for (person_id, role), (table, line) in sorted(entered.items()):
        if role not in accepted[person_id]:
            what = (
                f"Person {person_id} entered line {line:,} of {table} as {role}, and has accepted "
                "no invitation to that role."
            )
            yield Finding(0, "role", what)


def _held(person: Person, accepted: Collection[str]) -> Iterator[str]:
    for role in person.roles:
        if role not in ROLES:
            yield f"has a role that there is not: {role}"
        elif role not in accepted:
            yield f"has the role {role}, and has accepted no invitation to it"
        elif person.kind != "account":
            yield f"has the role {role}, and no account"


def _watching(store: SqlStore, person: Person) -> Iterator[str]:
    if SURVEILLANCE not in person.roles:
        return
    for role in TOUCHING:
        if role in person.roles:
            yield f"is {SURVEILLANCE} and {role}: whoever watches may not handle a game"
    for table in store.seated(person.id):
        yield f"is {SURVEILLANCE}, and has a seat at {table}"


def _sittings(store: SqlStore) -> Iterator[Finding]:
    """Yield what is wrong with the logs of table tests, which are graded again, and with what is
    kept beside them."""
    kept = {row[0]: row[1:] for row in store.rows("sitting")}
    for number, rows in groupby(store.rows("sitting_line"), key=lambda row: row[0]):
        test, _, begun, marks = kept.pop(number)
        found = regrade(bytes(row[2]) for row in rows)
        for fault in found.faults:
            yield Finding(fault.line, "school", f"Sitting {number}: {fault.what}")
        if found.sitting is not None and not found.faults:
            for what in _beside_its_log(store, found.sitting, test, begun, marks):
                yield Finding(0, "school", f"Sitting {number}: {what}")
    for number in kept:
        yield Finding(0, "school", f"Sitting {number}: There is no log of it.")


def _beside_its_log(
    store: SqlStore, sitting: Sitting, test: int, begun: str, marks: str | None
) -> Iterator[str]:
    """Yield what is kept of a sitting and is not so by its log."""
    assigned = store.class_test(test)
    if assigned is None or assigned.definition != canonical(as_data(sitting.test)):
        yield "It is of another test than the one that it is kept with."
    if begun != timestamp(sitting.begun):
        yield f"It is kept as begun at {begun}, and was begun at {timestamp(sitting.begun)}."
    due = summary(sitting)
    if marks != due:
        yield f"Its marks are kept as {marks or 'open'}, and are {due or 'open'} by its log."
