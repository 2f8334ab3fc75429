"""House files named on the command line: read, and checked against the law."""

from collections.abc import Mapping
from typing import Any

from lammer.cli.support.output import CommandError
from lammer.core.ruleset import Ruleset
from lammer.games.registry import RULESETS, did_you_mean, load
from lammer.house import Elections, House, HouseFile, check_house, elections, house, read_file
from lammer.house.files.read import BrokenFile
from lammer.house.files.wagers import with_wagers


def lawful_house(path: str, rules: str | None, game: str | None) -> House:
    """Return the house that a file elects; ``CommandError`` with the first breach, if the law
    forbids it."""
    return lawful_elections(path, rules, game)[0]


def lawful_elections(
    path: str, rules: str | None, game: str | None
) -> tuple[House, dict[str, Any]]:
    """Return the house that a file elects, and the elections as written: a pipe is read only
    once."""
    file, law, elected = read_house_file(path, rules, game)
    return lawful(file, law, elected), dict(file.data)


def lawful(file: HouseFile, law: Ruleset, elected: Elections) -> House:
    """Return the house of these elections; ``CommandError`` with the first breach, if there is
    one."""
    breaches = check_house(law, elected)
    if breaches:
        first = breaches[0]
        more = f" (and {len(breaches) - 1} more)" if len(breaches) > 1 else ""
        raise CommandError(
            f"{place_in(file, first.key)}: {first.what}: {', '.join(first.clauses)}{more}.",
            f"{first.instead} lammer check {file.path} lists every breach.",
        )
    return house(law, elected)


def without_crew(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return elections as a table without a crew has them: nobody enters the long form."""
    return {key: value for key, value in data.items() if key != "long_form"}


def read_house_file(
    path: str, rules: str | None, game: str | None
) -> tuple[HouseFile, Ruleset, Elections]:
    example = "lammer house --example nj-2011 shows a house file."
    return house_of_file(with_its_wagers(read_toml(path, "a house file", example)), rules, game)


def with_its_wagers(file: HouseFile) -> HouseFile:
    """Return a house file with the wagers of other files that it names; ``CommandError`` if one
    cannot be read."""
    try:
        return with_wagers(file)
    except BrokenFile as problem:
        instead = "A path under wagers is from the house file's folder."
        raise CommandError(f"{place_in(file, 'wagers')}: {problem}.", instead) from None


def read_toml(path: str, what: str, example: str) -> HouseFile:
    """Return a TOML file named on the command line; ``CommandError`` if it cannot be read."""
    if path.startswith("-") and path != "-":
        raise CommandError(f'there is no option "{path}".', f"Name {what}, or - for a pipe.")
    try:
        return read_file(path)
    except BrokenFile as problem:
        raise CommandError(f"{problem}.", example) from None


def house_of_file(
    file: HouseFile, rules: str | None, game: str | None
) -> tuple[HouseFile, Ruleset, Elections]:
    """Return the elections of a house file that was read, with the law they are under."""
    law = _law(file, rules, game)
    elected, faults = elections(file.data, law)
    if faults:
        shown = faults[:MOST_FAULTS]
        lines = [f"{place_in(file, fault.key)}: {fault.what}. {fault.instead}" for fault in shown]
        if len(faults) > len(shown):
            lines.append(f"and {len(faults) - len(shown)} more.")
        raise CommandError(
            f"{file.path} is not a house file as it stands.\n        " + "\n        ".join(lines)
        )
    return file, law, elected


MOST_FAULTS = 50
"""Faults listed at a time."""


def _law(file: HouseFile, rules: str | None, game: str | None) -> Ruleset:
    """Return the rule set that the file or the command line names; ``CommandError`` with the line
    if there is none."""
    key = _named(file, "rules", rules)
    if key is None:
        raise CommandError(
            f"{file.path} does not say which rules it is for.",
            f'Add rules = "..." to it, or --rules: one of {", ".join(RULESETS)}.',
        )
    try:
        load(key)
    except LookupError as problem:
        if rules is None:
            raise _in_file(file, "rules", problem) from None
        raise
    name = _named(file, "game", game)
    try:
        return load(key, name)
    except LookupError as problem:
        if game is None:
            raise _in_file(file, "game", problem) from None
        raise


def _in_file(file: HouseFile, key: str, problem: LookupError) -> CommandError:
    known = getattr(problem, "known", tuple(RULESETS))
    hint = did_you_mean(getattr(problem, "near", ()))
    return CommandError(
        f"{place_in(file, key)}: {problem}.", f"{hint}There are: {', '.join(known)}."
    )


def _named(file: HouseFile, key: str, given: str | None) -> str | None:
    """Return what the command line or the file names; both must agree."""
    written = file.data.get(key)
    if written is not None and not isinstance(written, str):
        raise CommandError(f"{place_in(file, key)}: not text.", f'Write {key} = "..." in quotes.')
    if given is not None and written is not None and given != written:
        raise CommandError(
            f'{place_in(file, key)}: the file is for "{written}", the command line says "{given}".',
            "Use one or the other.",
        )
    return given if given is not None else written


def place_in(file: HouseFile, key: str) -> str:
    line = file.line_of(key)
    return ", ".join((file.path, *([f"line {line}"] if line else ()), *([key] if key else ())))
