"""``lammer check`` and ``lammer house``."""

from typing import Any

from lammer.cli.say import Trouble, console, write, write_json
from lammer.core.ruleset import Ruleset
from lammer.games.registry import RULESETS, load
from lammer.house import (
    Breach,
    Elections,
    House,
    HouseFile,
    check_house,
    elections,
    house,
    read_file,
)
from lammer.house import example as example_file
from lammer.house.file import BrokenFile


def example(rules: str, game: str | None) -> int:
    write(example_file(load(rules, game)))
    return 0


def check(path: str, rules: str | None, game: str | None, json: bool) -> int:
    file, law, elected = _read(path, rules, game)
    breaches = check_house(law, elected)
    if json:
        write_json(
            {
                "format": 1,
                "file": path,
                "rules": law.key,
                "game": law.game,
                "ok": not breaches,
                "breaches": [_as_json(file, breach) for breach in breaches],
            }
        )
    elif breaches:
        _show(file, law, breaches)
    else:
        console().print(f"{path}: lawful for {law.game} under {law.key}.", soft_wrap=True)
    return 1 if breaches else 0


def lawful_house(path: str, rules: str, game: str | None) -> House:
    """The house a file elects; trouble, with its first breach, if the law forbids it."""
    file, law, elected = _read(path, rules, game)
    breaches = check_house(law, elected)
    if breaches:
        first = breaches[0]
        more = f" (and {len(breaches) - 1} more)" if len(breaches) > 1 else ""
        raise Trouble(
            f"{_at(file, first.key)}: {first.what}: {', '.join(first.clauses)}{more}.",
            f"{first.instead} lammer check {path} lists every breach.",
        )
    return house(law, elected)


def _read(path: str, rules: str | None, game: str | None) -> tuple[HouseFile, Ruleset, Elections]:
    try:
        file = read_file(path)
    except BrokenFile as problem:
        raise Trouble(f"{problem}.", "lammer house --example nj-2011 shows a house file.") from None
    law = load(_named(file, "rules", rules), _named(file, "game", game, needed=False))
    elected, faults = elections(file.data, law)
    if faults:
        lines = [f"{_at(file, fault.key)}: {fault.what}. {fault.instead}" for fault in faults]
        raise Trouble(
            f"{path} is not a house file as it stands.\n        " + "\n        ".join(lines)
        )
    return file, law, elected


def _named(file: HouseFile, key: str, given: str | None, *, needed: bool = True) -> Any:
    """What the command line names, or the file does; both must agree."""
    written = file.data.get(key)
    if written is not None and not isinstance(written, str):
        raise Trouble(f"{_at(file, key)}: not text.", f'Write {key} = "..." in quotes.')
    if given is not None and written is not None and given != written:
        raise Trouble(
            f'{_at(file, key)}: the file is for "{written}", the command line says "{given}".',
            "Use one or the other.",
        )
    if needed and given is None and written is None:
        raise Trouble(
            f"{file.path} does not say which rules it is for.",
            f'Add rules = "..." to it, or --rules: one of {", ".join(RULESETS)}.',
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


def _show(file: HouseFile, law: Ruleset, breaches: tuple[Breach, ...]) -> None:
    screen = console()
    for breach in breaches:
        screen.print(f"[bold]{_at(file, breach.key)}[/bold]", soft_wrap=True)
        screen.print(f"  {breach.what}", soft_wrap=True)
        screen.print(f"  {', '.join(breach.clauses)}: {breach.instead}", soft_wrap=True)
    count = f"{len(breaches)} breach{'es' if len(breaches) > 1 else ''}"
    screen.print(f"{count} of {law.key} for {law.game}. One clause: lammer law CLAUSE.")
