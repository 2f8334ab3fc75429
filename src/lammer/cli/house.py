"""``lammer check`` and ``lammer house``."""

from typing import Any

from lammer.cli.output import CommandError, bold, console, heard, write, write_json
from lammer.core.ruleset import Ruleset
from lammer.games.registry import RULESETS, did_you_mean, load
from lammer.house import (
    Breach,
    Elections,
    House,
    HouseFile,
    check_house,
    check_together,
    elections,
    house,
    read_file,
)
from lammer.house import example as example_file
from lammer.house.file import BrokenFile


def example(rules: str, game: str | None) -> int:
    write(example_file(load(rules, game)))
    return 0


def check(paths: tuple[str, ...], rules: str | None, game: str | None, json: bool) -> int:
    """Each file against the law, and all of them together."""
    if len(paths) > MOST_FILES:
        raise CommandError(f"{len(paths)} house files.", f"Check at most {MOST_FILES} at a time.")
    read = [_read(path, rules, game) for path in paths]
    found = [list(check_house(law, elected)) for _, law, elected in read]
    for at, breach in check_together([(law, elected) for _, law, elected in read]):
        found[at].append(breach)
    with heard():
        if json:
            whole = [_plain(f, law, b) for (f, law, _), b in zip(read, found, strict=True)]
            write_json({"format": 1, **(whole[0] if len(whole) == 1 else _of_several(whole))})
        else:
            for (file, law, _), breaches in zip(read, found, strict=True):
                _say(file, law, breaches)
    return 1 if any(found) else 0


MOST_FILES = 1000


def _of_several(whole: list[dict[str, Any]]) -> dict[str, Any]:
    return {"ok": all(each["ok"] for each in whole), "files": whole}


def _plain(file: HouseFile, law: Ruleset, breaches: list[Breach]) -> dict[str, Any]:
    return {
        "file": file.path,
        "rules": law.key,
        "game": law.game,
        "ok": not breaches,
        "breaches": [_as_json(file, breach) for breach in breaches],
    }


def _say(file: HouseFile, law: Ruleset, breaches: list[Breach]) -> None:
    if breaches:
        _show(file, law, breaches)
    else:
        console().print(f"{file.path}: lawful for {law.game} under {law.key}.", soft_wrap=True)


def lawful_house(path: str, rules: str | None, game: str | None) -> House:
    """The house a file elects; trouble, with its first breach, if the law forbids it."""
    file, law, elected = _read(path, rules, game)
    breaches = check_house(law, elected)
    if breaches:
        first = breaches[0]
        more = f" (and {len(breaches) - 1} more)" if len(breaches) > 1 else ""
        raise CommandError(
            f"{_at(file, first.key)}: {first.what}: {', '.join(first.clauses)}{more}.",
            f"{first.instead} lammer check {path} lists every breach.",
        )
    return house(law, elected)


def _read(path: str, rules: str | None, game: str | None) -> tuple[HouseFile, Ruleset, Elections]:
    try:
        file = read_file(path)
    except BrokenFile as problem:
        raise CommandError(
            f"{problem}.", "lammer house --example nj-2011 shows a house file."
        ) from None
    law = _law(file, rules, game)
    elected, faults = elections(file.data, law)
    if faults:
        told = faults[:MOST_FAULTS]
        lines = [f"{_at(file, fault.key)}: {fault.what}. {fault.instead}" for fault in told]
        if len(faults) > len(told):
            lines.append(f"and {len(faults) - len(told)} more.")
        raise CommandError(
            f"{path} is not a house file as it stands.\n        " + "\n        ".join(lines)
        )
    return file, law, elected


MOST_FAULTS = 50
"""Slips listed at a time; a file with more of them is no house file."""


def _law(file: HouseFile, rules: str | None, game: str | None) -> Ruleset:
    """The rule set the file or the command line names; trouble says at which line it does not."""
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
    return CommandError(f"{_at(file, key)}: {problem}.", f"{hint}There are: {', '.join(known)}.")


def _named(file: HouseFile, key: str, given: str | None) -> str | None:
    """What the command line names, or the file does; both must agree."""
    written = file.data.get(key)
    if written is not None and not isinstance(written, str):
        raise CommandError(f"{_at(file, key)}: not text.", f'Write {key} = "..." in quotes.')
    if given is not None and written is not None and given != written:
        raise CommandError(
            f'{_at(file, key)}: the file is for "{written}", the command line says "{given}".',
            "Use one or the other.",
        )
    return given if given is not None else written


def _at(file: HouseFile, key: str) -> str:
    line = file.line_of(key)
    return f"{file.path}, line {line}, {key}" if line else f"{file.path}, {key}"


def _as_json(file: HouseFile, breach: Breach) -> dict[str, Any]:
    return {
        "key": breach.key,
        "line": file.line_of(breach.key),
        "what": breach.what,
        "instead": breach.instead,
        "clauses": list(breach.clauses),
    }


def _show(file: HouseFile, law: Ruleset, breaches: list[Breach]) -> None:
    screen = console()
    for breach in breaches:
        screen.print(bold(_at(file, breach.key)), soft_wrap=True)
        screen.print(f"  {breach.what}", soft_wrap=True)
        screen.print(f"  {', '.join(breach.clauses)}: {breach.instead}", soft_wrap=True)
    count = f"{len(breaches)} breach{'es' if len(breaches) > 1 else ''}"
    screen.print(f"{count} of {law.key} for {law.game}. One clause: lammer law CLAUSE.")
