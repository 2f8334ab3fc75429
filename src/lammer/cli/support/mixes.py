"""A mix of bets: written in TOML, or taken from meters, a log or a record."""

import json
import tomllib
from fractions import Fraction
from typing import Any

from lammer.cli.support.audit.files import AuditOptions
from lammer.cli.support.output import CommandError, open_input
from lammer.core.numbers import read_share

MOST_BYTES = 1_000_000
MOST_CENTS = 10**15
EXAMPLE = 'Write a line for each wager, such as pass = "1/4".'


def read_mix(path: str, rules: str, house_file: str | None) -> dict[str, Fraction]:
    """Return the money bet by wager: the shares of a TOML file, the handle of meters
    (``GET /meters``), or the stakes decided in a log or a record, which is judged by these
    rules."""
    if path.endswith(".toml"):
        return _written(path)
    if path.endswith(".json"):
        return _metered(path)
    from lammer.cli.support.audit.report import statistics_of

    options = AuditOptions(rules=None if house_file else rules, house_file=house_file, several=True)
    found = statistics_of(path, options)
    mix = {key: Fraction(each.staked) for key, each in found.money.items() if each.staked}
    return mix or _nothing(path)


def _nothing(path: str) -> dict[str, Fraction]:
    raise CommandError(f"{path} has no money bet.", EXAMPLE)


def _bytes(path: str) -> bytes:
    with open_input(path, "a mix") as file:
        found = file.read(MOST_BYTES + 1)
    if len(found) > MOST_BYTES:
        raise CommandError(f"{path} is larger than {MOST_BYTES:,} bytes.", EXAMPLE)
    return found


def _written(path: str) -> dict[str, Fraction]:
    try:
        data = tomllib.loads(_bytes(path).decode("utf-8-sig"), parse_float=str)
    except (ValueError, RecursionError) as problem:
        raise CommandError(f"{path} is not TOML: {problem}.", EXAMPLE) from None
    mix: dict[str, Fraction] = {}
    for key, value in data.items():
        share = _share(value)
        if share is None:
            raise CommandError(f"{path}, {key}: no share of the money bet.", EXAMPLE)
        mix[key] = share
    if sum(mix.values()) <= 0:
        return _nothing(path)
    return mix


def _share(value: Any) -> Fraction | None:
    """Return a share or an amount: 3, 0.25, "1/4", "25%"; None if it is none."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    if isinstance(value, int):
        return Fraction(value) if 0 <= value <= MOST_CENTS else None
    return read_share(value.replace("_", ""))


def _metered(path: str) -> dict[str, Fraction]:
    """Return the handle of every wager of all tables."""
    try:
        data = json.loads(_bytes(path))
        tables = data["tables"].values()
        handles = [
            (key, each["handle"]) for table in tables for key, each in table["wagers"].items()
        ]
        mix: dict[str, Fraction] = {}
        for key, handle in handles:
            mix[key] = mix.get(key, Fraction(0)) + int(handle)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise CommandError(
            f"{path} has no meters.", "Give what GET /api/v1/meters answers, or a TOML file."
        ) from None
    return mix if sum(mix.values()) > 0 else _nothing(path)
