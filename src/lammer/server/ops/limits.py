"""The limits of a house. Reaching one is answered with an error that names it."""

from dataclasses import dataclass, fields, replace


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """The house's limits; ``lammer serve --limit NAME=N`` sets one."""

    tables: int = 200
    tables_per_person: int = 3
    tables_per_guest: int = 1
    tables_per_address: int = 60
    """Tables that people of one address have open, those of the house's staff apart."""
    openings_per_hour: int = 60
    """For one person; five times as many for one address."""
    practice: int = 500
    """Practice tables that are open; the one unused for longest makes room."""
    practice_per_person: int = 3
    connections: int = 4000
    connections_per_person: int = 16
    connections_per_address: int = 2000
    connections_per_table: int = 2000
    lines_per_hour: int = 100_000
    """Log lines that one account causes at automatic tables; five times as many for one address."""
    lines_per_hour_guest: int = 20_000
    queue: int = 512
    """Commands waiting at one table."""
    writes: int = 4096
    """Ticks and other writes waiting for the store."""
    frame: int = 16384
    """Bytes in one message from a client."""
    batch: int = 50
    """Commands in one message."""
    commands_per_second: int = 20
    commands_at_once: int = 60
    outbox: int = 512
    """Messages waiting for a client that reads slowly."""
    backlog: int = 1000
    """Lines sent to a client that reconnects; after a longer absence it must read the log."""
    clients: int = 1024
    """Clients at one table whose command numbers are cached; the store has all of them."""
    requests_per_second: int = 20
    requests_at_once: int = 100
    body: int = 65536
    head: int = 15
    """Seconds for the head of a request."""
    sending: int = 30
    """Seconds for its body."""
    reading: int = 30
    """Seconds in which a client must read a part of an answer."""
    deserted: int = 900
    """Seconds after which an empty table that a player opened is closed."""
    connects_per_second: int = 100
    connects_at_once: int = 1000
    """Live connections that one address may open."""
    absent: int = 600
    """Seconds after which a player without connection and bets is removed."""
    abandoned: int = 7200
    """Seconds after which a table with bets and without connected players is wound up."""
    publishing: int = 60
    """Seconds between two heads of a table's log that are published."""
    lab_workers: int = 2
    """Worker processes of the lab."""
    lab_memory: int = 1024
    """MiB of memory that a worker may have."""
    lab_idle: int = 300
    """Seconds after which a worker without work is ended."""
    lab_waiting: int = 20
    """Questions to the lab that wait for a worker."""
    lab_seconds: int = 60
    """Seconds that a question may take."""
    lab_seconds_guest: int = 20
    lab_per_person: int = 3
    """Questions of one account at once."""
    lab_per_guest: int = 1
    lab_per_hour: int = 240
    lab_per_hour_guest: int = 120
    lease: int = 5
    """Seconds after which another process takes the tables of one that does not answer."""
    patience: int = 5
    """Seconds without an answer from the store after which the house is unhealthy."""

    def with_(self, name: str, value: int) -> "ServerLimits":
        """Return a copy with one limit changed; ``ValueError`` if there is none of that name.

        >>> ServerLimits().with_("tables", 5).tables
        5
        """
        known = [each.name for each in fields(self)]
        if name not in known:
            raise ValueError(f'there is no limit "{name}"; there are {", ".join(known)}')
        if value < 1:
            raise ValueError(f"{name} must be at least 1")
        return replace(self, **{name: value})
