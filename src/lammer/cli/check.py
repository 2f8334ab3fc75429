"""``lammer check``: checks house files against the law and against each other, and wager files."""

from typing import Annotated, Any

from cyclopts import Parameter

from lammer.cli.support.house_files import house_of_file, place_in, read_toml, with_its_wagers
from lammer.cli.support.options import Game, Json
from lammer.cli.support.output import CommandError, bold, console, flushing, write_json
from lammer.core.ruleset import Ruleset
from lammer.design import WagerFault, faults_of, is_wager_file
from lammer.house import Breach, Elections, HouseFile, check_house, check_together

MOST_FILES = 1000
EXAMPLE = "lammer house --example nj-2011 shows a house file."


def check(
    *file: Annotated[
        str,
        Parameter(
            help="A house file (TOML), several of one house, or wager files; - for standard input.",
            allow_leading_hyphen=True,
        ),
    ],
    rules: Annotated[
        str | None, Parameter(help="The rule set to check against, if the file names none.")
    ] = None,
    game: Game = None,
    as_json: Json = False,
) -> int:
    """Check house files against the law: accepted, or every breach with its clause.

    Several files are also held against each other, where tables of one pit must agree. Of a wager
    file (see lammer design): what has no payout, no outcome or two, what cannot be paid, and an
    edge of the player. Exit status 1 when there is a breach, 2 when a file cannot be read.
    Examples: lammer check my-house.toml; lammer check table-1.toml table-2.toml
    """
    if not file:
        raise CommandError("check needs FILE.", "lammer check --help lists its options.")
    if len(file) > MOST_FILES:
        raise CommandError(f"{len(file)} house files.", f"Check at most {MOST_FILES} at a time.")
    files = [read_toml(path, "a file", EXAMPLE) for path in file]
    wagers = [each for each in files if is_wager_file(each.data)]
    houses = [each for each in files if not is_wager_file(each.data)]
    read = [house_of_file(with_its_wagers(each), rules, game) for each in houses]
    found = [list(check_house(law, elected)) for _, law, elected in read]
    for at, breach in check_together([(law, elected) for _, law, elected in read]):
        found[at].append(breach)
    wrong = [(each, faults_of(each.data)) for each in wagers]
    with flushing():
        if as_json:
            whole = [_plain(f, law, e, b) for (f, law, e), b in zip(read, found, strict=True)]
            whole += [_plain_wager(each, faults) for each, faults in wrong]
            write_json({"format": 1, **(whole[0] if len(whole) == 1 else _of_several(whole))})
        else:
            for (read_from, law, elected), breaches in zip(read, found, strict=True):
                _say(read_from, law, elected, breaches)
            for each, faults in wrong:
                _say_wager(each, faults)
    return 1 if any(found) or any(faults for _, faults in wrong) else 0


def _plain_wager(file: HouseFile, faults: tuple[WagerFault, ...]) -> dict[str, Any]:
    return {
        "file": file.path,
        "wager": file.data.get("key"),
        "ok": not faults,
        "breaches": [_as_json(file, each, ()) for each in faults],
    }


def _say_wager(file: HouseFile, faults: tuple[WagerFault, ...]) -> None:
    screen = console()
    for fault in faults:
        screen.print(bold(place_in(file, fault.key)), soft_wrap=True)
        screen.print(f"  {fault.what}", soft_wrap=True)
        screen.print(f"  {fault.instead}", soft_wrap=True)
    if not faults:
        screen.print(f"{file.path}: a wager that can be dealt and paid.", soft_wrap=True)


def _of_several(whole: list[dict[str, Any]]) -> dict[str, Any]:
    return {"ok": all(each["ok"] for each in whole), "files": whole}


def _plain(
    file: HouseFile, law: Ruleset, elected: Elections, breaches: list[Breach]
) -> dict[str, Any]:
    own = [each.wager.key for each in elected.wagers]
    return {
        "file": file.path,
        "rules": law.key,
        "game": law.game,
        "ok": not breaches,
        **({"experimental": own} if own else {}),
        "breaches": [_as_json(file, breach, breach.clauses) for breach in breaches],
    }


def _say(file: HouseFile, law: Ruleset, elected: Elections, breaches: list[Breach]) -> None:
    if breaches:
        _show(file, law, breaches)
        return
    screen, own = console(), ", ".join(each.wager.key for each in elected.wagers)
    rest = f"; outside the regulation, as an experiment: {own}" if own else ""
    screen.print(f"{file.path}: lawful for {law.game} under {law.key}{rest}.", soft_wrap=True)


def _as_json(
    file: HouseFile, breach: Breach | WagerFault, clauses: tuple[str, ...]
) -> dict[str, Any]:
    return {
        "key": breach.key,
        "line": file.line_of(breach.key),
        "what": breach.what,
        "instead": breach.instead,
        "clauses": list(clauses),
    }


def _show(file: HouseFile, law: Ruleset, breaches: list[Breach]) -> None:
    screen = console()
    for breach in breaches:
        screen.print(bold(place_in(file, breach.key)), soft_wrap=True)
        screen.print(f"  {breach.what}", soft_wrap=True)
        screen.print(f"  {', '.join(breach.clauses)}: {breach.instead}", soft_wrap=True)
    count = f"{len(breaches)} breach{'es' if len(breaches) > 1 else ''}"
    screen.print(f"{count} of {law.key} for {law.game}. One clause: lammer law CLAUSE.")
