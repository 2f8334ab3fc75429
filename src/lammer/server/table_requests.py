"""Requests to open a table, and the checks whether it may be opened."""

import hashlib
import json
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

import msgspec

from lammer.core.legality import Refusal
from lammer.games.registry import RULESETS, games_of, load, usual_rules
from lammer.server.errors import Refused
from lammer.server.ops.limits import ServerLimits
from lammer.server.ops.rate_limits import TokenBuckets, neighbourhood
from lammer.server.people.roles import ADMINISTRATOR, SURVEILLANCE, has_role
from lammer.store.port import Person, TableRecord
from lammer.table.commands import Malformed, Open
from lammer.table.commands import read as read_command
from lammer.table.decide import rules_to_open
from lammer.table.rules import HOUSE, Rules

KINDS = ("automatic", "staffed")
CONFIRM_CALLS = "confirm_calls"
"""The house option by which calls are entered with the dealer's word."""
SHORTEST_CLOCK, LONGEST_CLOCK = 5, 600
USUAL_CLOCK = 30
"""Seconds."""
HOUR = 3600
MOST_ODDS = 5000
PLAYERS_SHARE = 75
"""Percent of the tables that players may have opened."""
MOST_HOUSE = 20_000
"""Bytes of elections that one table may have."""
IN_CHARGE = ("floorperson", ADMINISTRATOR)
"""Roles that open staffed tables, and any number of tables."""


def rules_digest() -> str:
    """Return one digest of all rule sets. Processes in which it differs do not share tables."""
    found = sorted(load(key, game).digest for key in RULESETS for game in games_of(key))
    return hashlib.sha256(" ".join(found).encode()).hexdigest()


def first_tables() -> tuple[tuple[str, str], ...]:
    """Return the tables of a new house: one of each game, under its usual rule set."""
    return tuple((rules, game) for game, rules in usual_rules().items())


class TableRequest(NamedTuple):
    """A request to open a table: by whom (None: the house itself) and from which address."""

    by: Person | None
    rules: str
    game: str | None
    house: Mapping[str, Any]
    kind: str = "automatic"
    name: str = ""
    clock: int | None = None
    address: str = ""


class ElectionsFile(NamedTuple):
    """The elections of a house file: its path, its rule set, and its game if it names one; else it
    is for every first table of its rules, or for ``usual`` if there is none."""

    file: str
    rules: str
    game: str | None
    usual: str
    house: Mapping[str, Any]

    @property
    def games(self) -> tuple[str, ...]:
        if self.game is not None:
            return (self.game,)
        return tuple(game for rules, game in first_tables() if rules == self.rules) or (self.usual,)


class UnusableFile(Exception):
    """A house file that no table can be opened with: why, and what to do instead."""

    def __init__(self, what: str, instead: str) -> None:
        self.what, self.instead = what, instead
        super().__init__(what)


def check_file(file: ElectionsFile, game: str) -> None:
    """Raise ``UnusableFile`` if no table of the game can be opened with the file."""
    try:
        requested_rules(TableRequest(None, file.rules, game, file.house))
    except (Refused, Malformed) as problem:
        named = file.game is not None
        instead = f'If it is for another game, name that in it: game = "{file.usual}".'
        instead = "Mend it, or leave it out." if named else instead
        if isinstance(problem, Malformed):
            why = problem.sentence.removeprefix("house.")
        else:
            by = f" ({', '.join(problem.clauses)})" if problem.clauses else ""
            why = f"{problem.detail}{by}"
        what = f"{file.file} cannot be used for {game} under {file.rules}: {why}"
        raise UnusableFile(what, problem.instead or instead) from None


def requested_rules(request: TableRequest) -> Rules:
    """Return the rules of a new table; ``Refused`` or ``Malformed`` if it cannot be opened."""
    if len(elections_text(request.house)) > MOST_HOUSE:
        raise Refused("too-large", f"A house file of more than {MOST_HOUSE:,} bytes.", 413)
    raw = {"do": "open", "rules": request.rules, "house": request.house}
    made = opened_rules(raw if request.game is None else {**raw, "game": request.game})
    if made.long_form and request.kind != "staffed":
        detail = "The long form is entered by a crew, and an automatic table has none."
        raise Refused("no-staff", detail, 422, clauses=HOUSE,
                      instead="Open a staffed table, or leave long_form out.")  # fmt: skip
    _check_odds(made)
    return made


def elections_for(kind: str, made: Rules, house: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the elections of a new table. At a staffed one the dealer confirms each call; where a
    file says otherwise it is ``Refused``."""
    option = next((each for each in made.house.law.options if each.key == CONFIRM_CALLS), None)
    if kind != "staffed" or option is None:
        return house
    if house.get(CONFIRM_CALLS) is False:
        detail = "At a staffed table the dealer confirms a call with a marker on the bet."
        raise Refused("unlawful-house", detail, 422, clauses=made.ids(option.cites),
                      instead=f"Leave {CONFIRM_CALLS} out.")  # fmt: skip
    return {**house, CONFIRM_CALLS: True}


def opened_rules(raw: Mapping[str, Any], *, opened: bool = False) -> Rules:
    """Return the rules of the table that a command opens, or has ``opened`` before; raises
    ``Refused`` or ``Malformed``."""
    command = read_command(raw, None)
    assert isinstance(command, Open)
    made = rules_to_open(command, opened=opened)
    if isinstance(made, Refusal):
        raise Refused(made.code, made.detail, 422, clauses=made.clauses)
    return made


def _check_odds(rules: Rules) -> None:
    """Refuse payouts so high that sums might not fit into the store."""
    for wager in rules.wagers.values():
        if any(payout.odds.fraction > MOST_ODDS for payout in wager.payouts()):
            detail = f"{wager.name} would pay more than {MOST_ODDS:,} to 1."
            raise Refused("too-generous", detail, 422)


def elections_text(house: Mapping[str, Any]) -> str:
    """Return elections as they are stored."""
    return msgspec.json.encode(house, order="sorted").decode()


def open_command(record: TableRecord) -> dict[str, Any]:
    """Return the command that opens a table of the store."""
    house = json.loads(record.house)
    return {"do": "open", "rules": record.rules, "game": record.game, "house": house, "seats": []}


def by_player(record: TableRecord) -> bool:
    """True if a player opened the table, not the house or its crew."""
    return record.opened_by is not None and record.kind == "automatic"


class OpeningLimits:
    """How many tables people may open, and how often."""

    def __init__(self, limits: ServerLimits, monotonic: Callable[[], float]) -> None:
        self._limits = limits
        hourly = limits.openings_per_hour
        self._by_person = TokenBuckets(hourly / HOUR, hourly, time=monotonic)
        self._by_address = TokenBuckets(5 * hourly / HOUR, 5 * hourly, time=monotonic)
        self._addresses: dict[str, str] = {}
        """From where the tables that players have open were opened, as long as the house runs."""

    def check(self, request: TableRequest, tables: Collection[TableRecord]) -> None:
        """Raise ``Refused`` if the request may not be granted beside these tables."""
        by, kind, clock = request.by, request.kind, request.clock
        if by is not None and len(tables) >= self._limits.tables:
            detail = f"The house has {len(tables)} tables, and no room for more."
            raise Refused("too-many-tables", detail, 503)
        if kind not in KINDS:
            raise Refused("malformed", f"A table is {' or '.join(KINDS)}.", 422)
        if clock is not None and not SHORTEST_CLOCK <= clock <= LONGEST_CLOCK:
            detail = f"A clock runs {SHORTEST_CLOCK} to {LONGEST_CLOCK} seconds."
            raise Refused("malformed", detail, 422, instead="Leave it out for no clock.")
        if by is None:
            return
        self._check_count(request, by, tables)
        if has_role(by, SURVEILLANCE):
            raise Refused("not-yours", "Surveillance sees all play and touches nothing.", 403)
        if kind == "staffed" and not has_role(by, *IN_CHARGE):
            detail = "A staffed table is opened by a floorperson or an administrator."
            raise Refused("not-authorised", detail, 403)

    def _check_count(
        self, request: TableRequest, by: Person, tables: Collection[TableRecord]
    ) -> None:
        """Players may open a few tables each, guests fewer; those of one address together not too
        many, and all players not all that there is room for."""
        if has_role(by, *IN_CHARGE):
            return
        players = [record for record in tables if by_player(record)]
        if sum(record.opened_by == by.id for record in players) >= self._most_of(by):
            raise self.enough(by)
        there, address = {each.table for each in players}, neighbourhood(request.address)
        self._addresses = {key: at for key, at in self._addresses.items() if key in there}
        here = sum(at == address for at in self._addresses.values()) if request.address else 0
        if here >= self._limits.tables_per_address:
            detail = f"People at your address have {here} tables open, as many as may be."
            instead = "Sit down at one of them, or wait until one is closed."
            raise Refused("too-many-tables", detail, 409, instead=instead)
        if len(players) >= self._limits.tables * PLAYERS_SHARE // 100:
            detail = "Players have opened as many tables as there is room for."
            raise Refused("too-many-tables", detail, 503)

    def _most_of(self, by: Person) -> int:
        limits = self._limits
        return limits.tables_per_guest if by.kind == "guest" else limits.tables_per_person

    def most(self, by: Person | None) -> int | None:
        """Return how many automatic tables a person may have open; None for any number."""
        return None if by is None or has_role(by, *IN_CHARGE) else self._most_of(by)

    def enough(self, by: Person | None) -> Refused:
        """Return that somebody has as many tables open as may be."""
        assert by is not None
        most, instead = self._most_of(by), "Close one first, in the lobby."
        if most < self._limits.tables_per_person:
            instead = "Close one first, in the lobby; or make an account, which may have more."
        detail = f"You have {most} open, and may have no more."
        return Refused("too-many-tables", detail, 409, instead=instead)

    def opened(self, request: TableRequest, table: str) -> None:
        """Note from where a table was opened."""
        if request.by is not None and request.address:
            self._addresses[table] = neighbourhood(request.address)

    def check_rate(self, request: TableRequest) -> None:
        """Count an opening; raise ``Refused`` if there were too many. A closed table's log and
        meters stay in the store, so opening and closing must not be free."""
        by = request.by
        if by is None or has_role(by, *IN_CHARGE):
            return
        wait = self._by_person.wait(str(by.id))
        wait = wait or self._by_address.wait(neighbourhood(request.address))
        if wait:
            raise Refused("too-many", "You have opened many tables within an hour.", 429,
                          instead=f"Try again in {wait} seconds.", retry_after=wait)  # fmt: skip
