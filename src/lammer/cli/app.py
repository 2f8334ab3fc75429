"""The commands and what their options mean. Each does its work in a module of its own, loaded
when it is called, so that a short answer starts fast.

Exit status: 0 done; 1 something is wrong with what was looked at (a breach); 2 the command
could not be understood or carried out.
"""

import sys
from io import TextIOWrapper
from typing import Annotated, Literal

from cyclopts import App, CycloptsError, MissingArgumentError, Parameter, UnusedCliTokensError

from lammer import __version__
from lammer.cli.output import CommandError, complain, heard, stop_writing
from lammer.games.registry import UnknownName, did_you_mean, nearest

app = App(
    name="lammer",
    help=(
        "Casino table games exactly as their regulations are written: every wager as data, exact "
        "odds, the clause behind every figure. Rule sets: nj-2011, nj-2005, md-2013 (craps), "
        "nj-1997 (mini-dice), nj-2001 (punto banco)."
    ),
    version=__version__,
    help_format="plaintext",
    default_parameter=Parameter(negative=(), show_default=False),
)

Json = Annotated[bool, Parameter(help="Print JSON (docs/formats.md) instead of a table.")]
Csv = Annotated[bool, Parameter(help="Print comma-separated values instead of a table.")]
Game = Annotated[
    str | None,
    Parameter(help="The game, if not the rule set's first, such as mini-craps."),
]
HouseOption = Annotated[
    str | None, Parameter(name="--house", help="A house file (TOML) whose elections apply.")
]


@app.default
def welcome() -> int:
    """Open a house: tables of every game that people join over the network (lammer serve)."""
    return serve()


@app.command
def serve(
    *,
    db: Annotated[
        str | None,
        Parameter(help="A file, or postgresql://... (default: a file in your data folder)."),
    ] = None,
    house: Annotated[
        tuple[str, ...],
        Parameter(
            name="--house",
            help="A house file: a table is opened with its elections; may be given several times.",
        ),
    ] = (),
    host: Annotated[str, Parameter(help="Where to listen (default 127.0.0.1).")] = "127.0.0.1",
    port: Annotated[str, Parameter(help="The port (default 8000); 0 for any.")] = "8000",
    open: Annotated[bool, Parameter(name="--open", help="Open a browser on it.")] = False,
    name: Annotated[str, Parameter(help="What the house is called.")] = "Lammer",
    hostname: Annotated[
        tuple[str, ...], Parameter(help="Another name under which people reach it.")
    ] = (),
    tls_cert: Annotated[str | None, Parameter(help="A certificate (PEM), for https.")] = None,
    tls_key: Annotated[str | None, Parameter(help="Its key (PEM).")] = None,
    insecure: Annotated[
        bool, Parameter(help="Listen beyond this machine without TLS all the same.")
    ] = False,
    behind_tls: Annotated[
        bool, Parameter(help="A proxy in front of it speaks https; name it with --hostname.")
    ] = False,
    metrics_token: Annotated[
        str | None, Parameter(help="With this token /metrics may be read from elsewhere.")
    ] = None,
    limit: Annotated[tuple[str, ...], Parameter(help="A limit to change, such as tables=50.")] = (),
    log: Annotated[
        Literal["debug", "info", "warning", "error"],
        Parameter(help="How much the server says on standard error (default warning)."),
    ] = "warning",
) -> int:
    """Open a house: tables of craps, mini-craps, automated craps, mini-dice and punto banco that
    people join over the network, with play chips and a ledger that loses nothing.

    Examples: lammer serve; lammer serve --port 9000 --open;
    lammer serve --db postgresql://lammer@localhost/lammer; lammer serve --host 0.0.0.0 --insecure
    """
    from lammer.cli import serve as command

    return command.serve(
        db, house, host, port, name, hostname, tls_cert, tls_key, insecure, behind_tls,
        metrics_token, limit, open, log,
    )  # fmt: skip


Db = Annotated[
    str | None,
    Parameter(help="The database of the house (default: the file in your data folder)."),
]


@app.command
def backup(
    file: Annotated[str, Parameter(help="The file to write; it must not exist yet.")],
    *,
    db: Db = None,
) -> int:
    """Write everything the house has to a file, as of one moment, while it runs or not.

    The seeds of hands that are being played are left out: a backup tells nobody the dice to come.

    Example: lammer backup monday.lammer
    """
    from lammer.cli import serve as command

    return command.backup(file, db)


@app.command
def restore(
    file: Annotated[str, Parameter(help="A file that lammer backup wrote.")],
    *,
    db: Db = None,
) -> int:
    """Put a house back to a backup, into SQLite or PostgreSQL, whichever it came from. A house
    that is running reads everything again by itself.

    Example: lammer restore monday.lammer
    """
    from lammer.cli import serve as command

    return command.restore(file, db)


@app.command
def odds(
    rules: Annotated[str, Parameter(help="A rule set, such as nj-2011.")],
    *,
    game: Game = None,
    house: HouseOption = None,
    wager: Annotated[str | None, Parameter(help="Only this wager, such as place-6.")] = None,
    json: Json = False,
    csv: Csv = False,
    hand_length: Annotated[
        bool, Parameter(help="How long a shooter's hand lasts, instead of the wagers.")
    ] = False,
    longest: Annotated[
        str | None, Parameter(help="With --hand-length: the longest hand to list (default 40).")
    ] = None,
    decks: Annotated[
        str | None, Parameter(help="Punto banco: out of this many decks, 1 to 8.")
    ] = None,
    removed: Annotated[
        str | None, Parameter(help='Punto banco: after these cards are gone, such as "9h 9d Ks".')
    ] = None,
) -> int:
    """Exact odds of every wager: fractions, edges, rolls to decide, each with its clause.

    Examples: lammer odds nj-2011; lammer odds md-2013 --wager all-small --json;
    lammer odds nj-2011 --hand-length --longest 154;
    lammer odds nj-2001 --decks 6 --removed "9h 9d 8s"
    """
    from lammer.cli import odds as command

    shoe = None if decks is None and removed is None else command.ShoeAsked(decks, removed)

    apart = {"--json": json, "--csv": csv}
    if hand_length:
        apart_too = {"--wager": wager is not None, "--house": house is not None}
        apart_too |= {"--decks": decks is not None, "--removed": removed is not None}
        _not_together(apart, {"--hand-length": True, **apart_too})
        return command.hand(rules, game, longest, json, csv)
    _not_together(apart)
    if longest is not None:
        raise CommandError(
            "--longest goes with --hand-length.", "Add --hand-length, or leave it out."
        )
    return command.sheet(rules, game, house, wager, json, csv, shoe)


@app.command
def clauses(
    edition: Annotated[
        str | None, Parameter(help="An edition, such as nj-2011 or NJ11. Left out: all five.")
    ] = None,
    *,
    status: Annotated[
        Literal["enforced", "shown", "recorded", "physical", "open"] | None,
        Parameter(help="Only clauses of this status."),
    ] = None,
    json: Json = False,
) -> int:
    """Each clause of a regulation: its status, the code that holds it, the tests that prove it.

    Examples: lammer clauses nj-2011; lammer clauses --status open; lammer clauses NJ11 --json
    """
    from lammer.cli import law as command

    return command.clauses(edition, status, json)


@app.command
def law(
    id: Annotated[str, Parameter(help="A clause such as NJ11-1.3c1, or a reading such as R-05.")],
    *,
    json: Json = False,
) -> int:
    """One clause: what it says, where it is held, its tests, the readings that touch it.

    Examples: lammer law NJ11-1.3c1; lammer law R-05
    """
    from lammer.cli import law as command

    return command.law(id, json)


@app.command
def compare(
    left: Annotated[str, Parameter(help="A rule set, such as nj-2011.")],
    right: Annotated[str, Parameter(help="Another, such as md-2013.")],
    *,
    game: Game = None,
    json: Json = False,
) -> int:
    """What differs between two rule sets, computed from their data, with both clauses.

    Example: lammer compare nj-2011 md-2013
    """
    from lammer.cli import compare as command

    return command.compare(left, right, game, json)


@app.command
def check(
    *file: Annotated[str, Parameter(help="A house file (TOML), or several of one house.")],
    rules: Annotated[
        str | None, Parameter(help="The rule set to check against, if the file names none.")
    ] = None,
    game: Game = None,
    json: Json = False,
) -> int:
    """Check house files against the law: accepted, or every breach with its clause.

    Several files are also held against each other, where tables of one pit must agree.
    Exit status 1 when there is a breach, 2 when a file cannot be read as a house file.
    Examples: lammer check my-house.toml; lammer check table-1.toml table-2.toml
    """
    from lammer.cli import house as command

    if not file:
        raise CommandError("check needs FILE.", "lammer check --help lists its options.")
    return command.check(file, rules, game, json)


@app.command
def house(
    *,
    example: Annotated[
        str, Parameter(help="The rule set to write a starting file for, such as nj-2011.")
    ],
    game: Game = None,
) -> int:
    """Write a commented house file to start from, on standard output.

    Example: lammer house --example nj-2011 > my-house.toml
    """
    from lammer.cli import house as command

    return command.example(example, game)


@app.command
def replay(
    file: Annotated[
        str,
        Parameter(
            help="A table script (JSON Lines), or - for standard input.", allow_leading_hyphen=True
        ),
    ],
    *,
    json: Annotated[
        bool, Parameter(help="Print one JSON object a line (docs/formats.md) instead of words.")
    ] = False,
    log: Annotated[
        str | None, Parameter(help="Write the table's log to this new file, for lammer audit.")
    ] = None,
) -> int:
    """Play a table script line by line: what was accepted, refused, won and lost, by which clause.

    Exit status 2 when a line is no command; what came before it stands.
    Examples: lammer replay evening.jsonl; lammer replay - --json < evening.jsonl
    """
    from lammer.cli import replay as command

    return command.replay(file, json, log)


@app.command
def notices(
    rules: Annotated[str, Parameter(help="A rule set, such as nj-2011.")],
    *,
    game: Game = None,
    house: HouseOption = None,
    json: Json = False,
) -> int:
    """What a table must show: limits, payout odds, "no call bets", fire and vigorish notices.

    Examples: lammer notices md-2013; lammer notices nj-2011 --house my-house.toml --json
    """
    from lammer.cli import notices as command

    return command.show(rules, game, house, json)


@app.command
def audit(
    file: Annotated[
        str,
        Parameter(
            help="A table's log, or a record (CSV or JSON Lines); - for standard input.",
            allow_leading_hyphen=True,
        ),
    ],
    *,
    head: Annotated[
        str | None, Parameter(help="The head hash the log must end on, published elsewhere.")
    ] = None,
    rules: Annotated[
        str | None, Parameter(help="For a record: the rule set it was played by, such as nj-2011.")
    ] = None,
    game: Game = None,
    house: HouseOption = None,
    open: Annotated[
        bool, Parameter(name="--open", help="The table is still open: no closing line is wanted.")
    ] = False,
    json: Json = False,
) -> int:
    """Judge a log or a record again: chain, books, every decision; what is wrong, by how much, why.

    Exit status 1 when anything is wrong, 2 when a line cannot be read.
    Examples: lammer audit evening.log; lammer audit payments.csv --rules nj-2011
    """
    from lammer.cli import audit as command

    return command.audit(file, head, rules, game, house, open, json)


@app.command
def fair(
    log: Annotated[
        str,
        Parameter(help="A table's log, or - for standard input.", allow_leading_hyphen=True),
    ],
    *,
    json: Json = False,
) -> int:
    """Verify that dice and cards a program drew followed from seeds it had pledged before.

    For each pledge: whether the seed is the one whose hash was published, and each roll, shake or
    card what it and the players' own seeds give. docs/fair.md says what that proves and what not.
    Exit status 1 when anything is wrong, 2 when a line cannot be read.
    Examples: lammer fair evening.log; lammer fair evening.log --json
    """
    from lammer.cli import fair as command

    return command.fair(log, json)


@app.command
def acceptance(
    file: Annotated[
        str | None,
        Parameter(
            help="Rolls to test: a log, or one roll a line; or -. Left out: the server's own dice.",
            allow_leading_hyphen=True,
        ),
    ] = None,
    *,
    rolls: Annotated[
        str | None, Parameter(help="Rolls to draw (default 360,000); with --cards, shoes (2,000).")
    ] = None,
    seed: Annotated[
        str | None, Parameter(help="64 hexadecimal digits an earlier run printed, to repeat it.")
    ] = None,
    loaded: Annotated[
        str | None,
        Parameter(help="FACE or FACE:EXTRA: load the first die by so many in a hundred (1)."),
    ] = None,
    cards: Annotated[bool, Parameter(help="Test shuffled shoes of eight decks, not dice.")] = False,
    json: Json = False,
) -> int:
    """Test the dice as a laboratory would: faces, pairs, runs, serial correlation, at 99 %.

    Exit status 1 when a test fails. A true generator fails a few runs in a hundred by chance, and
    then not the next; one that is wrong fails again.
    Examples: lammer acceptance; lammer acceptance --loaded 6:1; lammer acceptance evening.log
    """
    from lammer.cli import acceptance as command

    own = {"--rolls": rolls is not None, "--seed": seed is not None, "--cards": cards}
    own |= {"--loaded": loaded is not None}
    for option, given in own.items():
        _not_together({"FILE": file is not None, option: given})
    _not_together({"--cards": cards, "--loaded": loaded is not None})
    return command.acceptance(file, rolls, seed, loaded, cards, json)


@app.command
def roads(
    results: Annotated[
        str,
        Parameter(
            help="Results such as BBPTBP, a file of them, a log, or - for standard input.",
            allow_leading_hyphen=True,
        ),
    ],
    *,
    json: Json = False,
) -> int:
    """Draw the five roads of a punto banco shoe: bead plate, big road and the three below it.

    RESULTS are letters, B for banker, P for player and T for tie, in the order of the coups; or a
    file of such letters, or a log that lammer replay --log wrote (each shoe is drawn). Roads record
    what happened; they do not predict what comes.
    Examples: lammer roads BBPTBPPB; lammer roads evening.log --json
    """
    from lammer.cli import roads as command

    return command.roads(results, json)


@app.command
def play(
    *,
    rules: Annotated[
        str | None,
        Parameter(
            help="The rule set: nj-2011 (the usual one), nj-2005, md-2013; nj-1997 for mini-dice, "
            "nj-2001 for punto banco."
        ),
    ] = None,
    game: Game = None,
    house: HouseOption = None,
    rail: Annotated[str, Parameter(help="Dollars you sit down with (default 500).")] = "500",
    neighbours: Annotated[int, Parameter(help="Players beside you, 0 (default) to 7.")] = 0,
    seed: Annotated[
        int | None,
        Parameter(help="A number that fixes the dice or the cards; left out, nobody knows them."),
    ] = None,
    log: Annotated[
        str | None, Parameter(help="A new file for the log; left out, named by date and time.")
    ] = None,
    no_log: Annotated[bool, Parameter(help="Keep no log.")] = False,
) -> int:
    """Sit down at a table (craps, mini-dice, punto banco): bet, be paid and refused by the clause.

    Say ? at the table for help. Commands may also come from a file, one a line.
    Examples: lammer play; lammer play --rules md-2013 --neighbours 3; lammer play --rules nj-2001
    """
    from lammer.cli.play import session as command

    _not_together({"--log": log is not None, "--no-log": no_log})
    return command.play(rules, game, house, rail, neighbours, seed, log, no_log)


Rules = Annotated[
    str | None,
    Parameter(help="The rule set; left out: nj-2011, for mini-dice nj-1997, punto banco nj-2001."),
]
Bankroll = Annotated[str, Parameter(help="Dollars to begin with (default 500).")]
Rolls = Annotated[
    str | None,
    Parameter(help="Rolls, shakes or coups a session (default 200); none: until ruin or goal."),
]
Goal = Annotated[str | None, Parameter(help="Dollars at which play stops, such as 1000.")]
Sessions = Annotated[
    str | None, Parameter(help="Sample so many sessions, such as 1e6, instead of an exact answer.")
]
Seed = Annotated[str | None, Parameter(help="A number that fixes the dice of a sample.")]
Exact = Annotated[bool, Parameter(help="An exact answer or none, however long it takes.")]
Sample = Annotated[bool, Parameter(help="Sample, even where an exact answer is quick.")]
Gpu = Annotated[bool, Parameter(help="Sample on a GPU (extra gpu): same dice, same answer.")]
Threads = Annotated[int | None, Parameter(help="Threads to sample with; left out: all cores.")]
Cluster = Annotated[
    str | None,
    Parameter(help="Sample on a Dask cluster: tcp://host:port, or local (extra cluster)."),
]
Distribution = Annotated[
    bool, Parameter(help="With --json, --csv, --parquet: every final bankroll with its chance.")
]
Parquet = Annotated[str | None, Parameter(help="Write the figures to this Parquet file as well.")]
Report = Annotated[str | None, Parameter(help="Write a page with plots to this .html file too.")]
Plot = Annotated[str | None, Parameter(help="Write the plots to this .png or .svg file as well.")]


@app.command
def simulate(
    strategy: Annotated[
        str,
        Parameter(
            help="A strategy of the library, a file, its text, or FILE.py:FUNCTION.",
        ),
    ],
    *,
    rules: Rules = None,
    game: Game = None,
    house: HouseOption = None,
    bankroll: Bankroll = "500",
    rolls: Rolls = None,
    goal: Goal = None,
    sessions: Sessions = None,
    seed: Seed = None,
    exact: Exact = False,
    sample: Sample = False,
    gpu: Gpu = False,
    threads: Threads = None,
    cluster: Cluster = None,
    dice: Annotated[
        str | None,
        Parameter(
            help="Play on recorded dice: a file with one roll a line, or a table's log; or -.",
            allow_leading_hyphen=True,
        ),
    ] = None,
    json: Json = False,
    csv: Csv = False,
    distribution: Distribution = False,
    parquet: Parquet = None,
    report: Report = None,
    plot: Plot = None,
) -> int:
    """What a way of betting does to a bankroll: exact where that can be, sampled where not.

    The final bankroll (chips on the layout at face value), ruin, goal, drawdown, money through and
    the edge on it. The answer says whether it is exact or sampled, and then how sure it is.
    Ctrl-C keeps what has been done. Strategies: lammer strategy; writing one: docs/strategies.md.
    Examples: lammer simulate pass-odds-2x; lammer simulate iron-cross --rolls 500 --report a.html;
    lammer simulate "bet pass 10; odds 3-4-5x; bet place-6, place-8 12 if point" --goal 1000
    """
    from lammer.cli import simulate as command

    _exact_or_sampled(exact, sample, sessions, gpu, cluster)
    _not_together({"--json": json, "--csv": csv})
    if dice is not None:
        apart = {
            "--sessions": sessions is not None, "--seed": seed is not None, "--exact": exact,
            "--sample": sample, "--gpu": gpu, "--threads": threads is not None,
            "--cluster": cluster is not None, "--csv": csv, "--distribution": distribution,
            "--parquet": parquet is not None, "--report": report is not None,
            "--plot": plot is not None,
        }  # fmt: skip
        for option, given in apart.items():
            _not_together({"--dice": True, option: given})
    return command.simulate(
        strategy,
        dice,
        command.SimulateOptions(
            rules, game, house, bankroll, rolls, goal, sessions, seed, exact, sample, gpu, threads,
            cluster, json, csv, distribution, parquet, report, plot,
        ),
    )  # fmt: skip


@app.command(name="compare-strategies")
def compare_strategies(
    *strategy: Annotated[str, Parameter(help="Two or more, as for lammer simulate.")],
    rules: Rules = None,
    game: Game = None,
    house: HouseOption = None,
    bankroll: Bankroll = "500",
    rolls: Rolls = None,
    goal: Goal = None,
    sessions: Sessions = None,
    seed: Seed = None,
    exact: Exact = False,
    sample: Sample = False,
    gpu: Gpu = False,
    threads: Threads = None,
    cluster: Cluster = None,
    json: Json = False,
    csv: Csv = False,
    distribution: Distribution = False,
    parquet: Parquet = None,
    report: Report = None,
    plot: Plot = None,
) -> int:
    """Several strategies side by side, on the same dice.

    Examples: lammer compare-strategies pass-flat pass-odds-2x pass-odds-3-4-5x;
    lammer compare-strategies iron-cross place-6-8 --rolls 300 --report three.html
    """
    from lammer.cli import simulate as command

    _exact_or_sampled(exact, sample, sessions, gpu, cluster)
    _not_together({"--json": json, "--csv": csv})
    return command.compare(
        strategy,
        command.SimulateOptions(
            rules, game, house, bankroll, rolls, goal, sessions, seed, exact, sample, gpu, threads,
            cluster, json, csv, distribution, parquet, report, plot,
        ),
    )  # fmt: skip


@app.command
def strategy(
    name: Annotated[
        str | None, Parameter(help="One of the library, or a file. Left out: the whole list.")
    ] = None,
    *,
    example: Annotated[bool, Parameter(help="Print a file to start from, with remarks.")] = False,
    json: Json = False,
) -> int:
    """The library of known strategies; the text of one; a file to start your own from.

    Examples: lammer strategy; lammer strategy iron-cross; lammer strategy --example > mine.strategy
    """
    from lammer.cli import simulate as command

    _not_together({"--example": example, "NAME": name is not None})
    _not_together({"--example": example, "--json": json})
    return command.strategy(name, example, json)


def _exact_or_sampled(
    exact: bool, sample: bool, sessions: str | None, gpu: bool, cluster: str | None
) -> None:
    """An exact answer needs no sample, and a sample has one place to be drawn."""
    _not_together({"--exact": exact, "--sample": sample})
    _not_together({"--exact": exact, "--sessions": sessions is not None})
    _not_together({"--exact": exact, "--gpu": gpu, "--cluster": cluster is not None})


def _not_together(*groups: dict[str, bool]) -> None:
    """Options that exclude each other, refused by name."""
    for group in groups:
        given = [name for name, on in group.items() if on]
        if len(given) > 1:
            raise CommandError(f"{given[0]} and {given[1]} do not go together.", "Leave one out.")


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its status."""
    if sys.stdout is None or sys.stderr is None:
        sys.exit(2)  # Nobody to speak to.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    given = sys.argv[1:] if arguments is None else arguments
    status = 0
    try:
        with heard():
            status = _run(given)
    except OSError as problem:
        stop_writing()
        complain(f"the answer could not be written: {problem.strerror or problem}.")
        status = 2
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)


def _run(arguments: list[str]) -> int:
    if arguments and arguments[0].startswith("--") and arguments[0] not in ("--help", "--version"):
        arguments = ["serve", *arguments]  # What it does when nothing is said, otherwise.
    try:
        status = app(
            arguments, exit_on_error=False, print_error=False, result_action="return_value"
        )
        return status if isinstance(status, int) else 0
    except CycloptsError as problem:
        complain(*_misunderstood(problem, arguments))
    except UnknownName as problem:
        near = did_you_mean(problem.near)
        known = f"There are: {', '.join(problem.known)}." if len(problem.known) <= 12 else ""
        complain(f"{problem}.", f"{near}{known}".strip())
    except CommandError as problem:
        complain(problem.what, problem.instead)
    return 2


COMMANDS = (
    "serve",
    "backup",
    "restore",
    "odds",
    "clauses",
    "law",
    "compare",
    "check",
    "house",
    "replay",
    "play",
    "audit",
    "fair",
    "acceptance",
    "notices",
    "roads",
    "simulate",
    "compare-strategies",
    "strategy",
)


def _misunderstood(problem: CycloptsError, arguments: list[str]) -> tuple[str, str]:
    """What the parser could not make sense of, and where to look."""
    first = arguments[0] if arguments else ""
    if first not in COMMANDS:
        hint = did_you_mean(nearest(first, COMMANDS))
        return f'there is no command "{first}".', f"{hint}lammer --help lists the commands."
    help_line = f"lammer {first} --help lists its options."
    match problem:
        case UnusedCliTokensError(unused_tokens=[token, *_]):
            return f'{first} does not know what to do with "{token}".', help_line
        case MissingArgumentError(argument=argument) if argument is not None:
            name = argument.names[0].lstrip("-").upper() if argument.names else "something"
            return f"{first} needs {name}.", help_line
    return " ".join(str(problem).split()), help_line
