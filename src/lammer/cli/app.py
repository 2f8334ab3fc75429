"""The list of commands. Each has a module of its own, imported when the command is called, so that
the program starts fast.

Exit status: 0 done; 1 something is wrong with what was checked (a breach); 2 the command could not
be understood or carried out.
"""

import re
import sys
from collections.abc import Sequence
from inspect import cleandoc
from io import TextIOWrapper

from cyclopts import (
    App,
    CycloptsError,
    Group,
    MissingArgumentError,
    Parameter,
    UnusedCliTokensError,
)

from lammer import __version__
from lammer.cli.support.output import (
    CommandError,
    flushing,
    help_console,
    print_error,
    stop_writing,
)
from lammer.cli.support.rules_list import listed_rules
from lammer.games.registry import GAME_COMMANDS, UnknownName, did_you_mean, nearest

ABOUT = (
    "Casino table games exactly as their regulations are written: every wager as data, exact odds, "
    "the clause behind every figure."
)
app = App(
    name="lammer",
    help=ABOUT,
    version=__version__,
    help_format="plaintext",
    default_parameter=Parameter(negative=(), show_default=False),
)

COMMANDS = {
    "Play and run tables": {
        "play": "play.session:play",
        "serve": "serve:serve",
        "replay": "replay:replay",
    },
    "Law and odds": {
        "odds": "odds:odds",
        "law": "law:law",
        "clauses": "clauses:clauses",
        "compare": "compare:compare",
    },
    "Strategies": {
        "simulate": "simulate:simulate",
        "compare-strategies": "compare_strategies:compare_strategies",
        "explore": "explore:explore",
        "strategy": "strategy:strategy",
    },
    "Learn to deal": {
        "drill": "drill:drill",
    },
    "Judge and verify": {
        "audit": "audit:audit",
        "fair": "fair:fair",
        "acceptance": "acceptance:acceptance",
    },
    "House files and wagers of your own": {
        "house": "house:house",
        "check": "check:check",
        "notices": "notices:notices",
        "design": "design:design",
        "submit": "submit:submit",
    },
    "Administration": {
        "backup": "backup:backup",
        "restore": "restore:restore",
        "prune": "prune:prune",
    },
}
"""The place of each command below ``lammer.cli``, by the group it is listed in."""
COMPLETION = "--install-completion"
OWN_OPTIONS = ("--help", "--version", COMPLETION)
"""Options of the program; others are those of its default command."""
LISTED = {"strategy": "lammer strategy lists the library."}
"""Where names are listed that are too many for a message, by what they are names of."""
OF_GAMES = "Play and run tables"
"""The group of the commands that games add."""
NAMES = (*(name for commands in COMMANDS.values() for name in commands), *GAME_COMMANDS)
for _title, _commands in COMMANDS.items():
    _group = Group.create_ordered(_title)
    for _name, _where in _commands.items():
        app.command(f"lammer.cli.{_where}", name=_name, group=_group)
    for _name, _where in GAME_COMMANDS.items() if _title == OF_GAMES else ():
        app.command(_where, name=_name, group=_group)
app.group_commands = Group.create_ordered("Options")
app.register_install_completion_command(
    name=COMPLETION, help="Have the shell (bash, zsh, fish) complete commands and options."
)


@app.default
def welcome() -> int:
    """Open a house: tables of every game that people join over the network (lammer serve)."""
    from lammer.cli.serve import serve

    return serve()


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its status."""
    if sys.stdout is None or sys.stderr is None:
        sys.exit(2)  # There is no output at all.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    given = sys.argv[1:] if arguments is None else arguments
    status = 0
    try:
        with flushing():
            status = _run(given)
    except OSError as problem:
        stop_writing()
        print_error(f"the answer could not be written: {problem.strerror or problem}.")
        status = 2
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)


def _run(arguments: list[str]) -> int:
    if arguments and arguments[0].startswith("--") and arguments[0] not in OWN_OPTIONS:
        arguments = ["serve", *arguments]  # Options of the default command.
    if arguments[:1] in (["--help"], ["-h"]):
        app.resolved_commands()  # Loads all commands: the list shows the first sentence of each.
        app.help = f"{ABOUT} Rule sets: {listed_rules()}."
    console = None
    if {"--help", "-h"} & set(arguments):
        console = help_console()
        if arguments[0] in NAMES:
            app[arguments[0]].help = flowing(app[arguments[0]].help)
    try:
        status = app(
            arguments, console=console, exit_on_error=False, print_error=False,
            result_action="return_value",
        )  # fmt: skip
        return status if isinstance(status, int) else 0
    except CycloptsError as problem:
        print_error(*_parse_error(problem, arguments))
    except UnknownName as problem:
        near = did_you_mean(problem.near)
        known = f"There are: {', '.join(problem.known)}." if len(problem.known) <= 12 else ""
        listed = LISTED.get(problem.kind, "")
        print_error(f"{problem}.", f"{near}{known or listed}".strip())
    except CommandError as problem:
        print_error(*(_mistyped(arguments) or (problem.what, problem.instead)))
    return 2


def flowing(text: str) -> str:
    """Return a docstring as a help text: paragraphs without line breaks of their own, and each
    example on a line.

    >>> print(flowing("Says\\nhello. Examples: lammer a; lammer b 'c; d'"))
    Says hello.
    <BLANKLINE>
    For example:
      lammer a
      lammer b 'c; d'
    """
    said, _, examples = re.sub(r"(?<!\n)\n(?!\n)", " ", cleandoc(text)).partition("Example")
    if not examples:
        return said
    _, _, listed = examples.partition(": ")
    # Not "Examples:", which would be read as a section of a docstring.
    return "\n  ".join((f"{said.rstrip()}\n\nFor example:", *re.split("; (?=lammer )", listed)))


def _mistyped(arguments: list[str]) -> tuple[str, str] | None:
    """Return the message about the first unknown option; None if all are known."""
    first = arguments[0] if arguments else ""
    given = [each.partition("=")[0] for each in arguments[1:] if each.startswith("--")]
    if first.startswith("--"):
        return _no_option(first, OWN_OPTIONS, "") if first not in OWN_OPTIONS else None
    if first not in NAMES:
        return None
    known = _options_of(first)
    wrong = next((each for each in given if each not in ("--", *known)), None)
    return None if wrong is None else _no_option(wrong, known, f"{first} ")


def _no_option(wrong: str, known: Sequence[str], command: str) -> tuple[str, str]:
    named = set(known)
    offered = [each for each in known if each.replace("--no-", "--", 1) not in named - {each}]
    hint = did_you_mean(nearest(wrong, offered))
    help_line = f"lammer {command}--help lists the options."
    return f'there is no option "{wrong.partition("=")[0]}".', f"{hint}{help_line}"


def _options_of(command: str) -> tuple[str, ...]:
    """Return the options of a command."""
    found = app[command].assemble_argument_collection()
    names = (name for each in found for name in each.names if name.startswith("--"))
    return (*dict.fromkeys(names), "--help", "--version")


def _parse_error(problem: CycloptsError, arguments: list[str]) -> tuple[str, str]:
    """Return what the parser did not understand, and where to look."""
    first = arguments[0] if arguments else ""
    mistyped = _mistyped(arguments)
    if mistyped is not None:
        return mistyped
    if first not in NAMES:
        hint = did_you_mean(nearest(first, NAMES))
        return f'there is no command "{first}".', f"{hint}lammer --help lists the commands."
    help_line = f"lammer {first} --help lists its options."
    match problem:
        case UnusedCliTokensError(unused_tokens=[token, *_]):
            return f'{first} does not know what to do with "{token}".', help_line
        case MissingArgumentError(argument=argument) if argument is not None:
            name = argument.names[0].lstrip("-").upper() if argument.names else "something"
            return f"{first} needs {name}.", help_line
    return " ".join(str(problem).split()), help_line
