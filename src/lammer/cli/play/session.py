"""``lammer play``: a seat at a table in the terminal.

This client turns typed lines into commands and shows the table's answers; it knows no rule of the
game. Commands before a roll can be taken back, so they enter the log when the dice roll or the
player leaves (``PendingTable``). The player has seat 1, where the dice are offered first, the
neighbours the seats from 2 on. What differs between games is in their ``terminal`` modules.
"""

import random
import sys
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, BinaryIO

from cyclopts import Parameter

from lammer.cli.play.games import terminal_game_of
from lammer.cli.play.input import Interrupted, SignalWatch, at_a_terminal, piped, typed
from lammer.cli.play.neighbours import NAMES, seated
from lammer.cli.play.pending import PendingTable
from lammer.cli.play.player import ME, PlaySession
from lammer.cli.support.house_files import lawful_elections, without_crew
from lammer.cli.support.options import Game, HouseOption, refuse_together
from lammer.cli.support.output import CommandError, stop_writing
from lammer.cli.support.rules_list import listed_rules
from lammer.core.ruleset import Ruleset
from lammer.games.registry import RULESETS, load, usual_rules
from lammer.table import Run
from lammer.typed.parser import cents


def play(
    *,
    rules: Annotated[
        str | None,
        Parameter(help=f"The rule set: {listed_rules()}; left out, the first for the game."),
    ] = None,
    game: Game = None,
    house_file: HouseOption = None,
    rail: Annotated[str, Parameter(help="Dollars you sit down with (default 500).")] = "500",
    neighbours: Annotated[int, Parameter(help="Players beside you, 0 (default) to 7.")] = 0,
    seed: Annotated[
        int | None,
        Parameter(help="A number that fixes the outcomes; left out, nobody knows them."),
    ] = None,
    log: Annotated[
        str | None, Parameter(help="A new file for the log; left out, named by date and time.")
    ] = None,
    no_log: Annotated[bool, Parameter(help="Keep no log.")] = False,
) -> int:
    """Sit down at a table of any game: bet, be paid and refused by the clause.

    Say ? at the table for help. Commands may also come from a file, one a line.
    Examples: lammer play; lammer play --rules md-2013 --neighbours 3; lammer play --rules nj-2001
    """
    refuse_together({"--log": log is not None, "--no-log": no_log})
    law, elected = _rules(rules, game, house_file)
    if not 0 <= neighbours <= len(NAMES):
        raise CommandError(f"{neighbours} neighbours do not fit.", f"Choose 0 to {len(NAMES)}.")
    chips = cents(rail)
    if chips is None:
        raise CommandError(f"--rail {rail} is no amount of chips.", "Write dollars, such as 500.")
    opening = {
        "do": "open",
        "rules": law.key,
        "game": law.game,
        "house": elected,
        "seats": [
            {"seat": ME, "rail": chips},
            *({"seat": at + 2, "rail": chips, "name": NAMES[at]} for at in range(neighbours)),
        ],
    }
    chance = random.SystemRandom() if seed is None else random.Random(seed)
    refusal = Run().do(opening).refusal
    if refusal is not None:
        raise CommandError(f"no such table: {refusal.detail} ({', '.join(refusal.clauses)})")
    with ExitStack() as stack:
        path, file = (None, None) if no_log else _new_log(log, stack)
        pending = PendingTable(opening, file)
        played = terminal_game_of(pending.table)
        others = seated(neighbours, played.habits)
        return _play(PlaySession(pending, others, played.source(chance, pending.table)), path)


def _rules(rules: str | None, game: str | None, house: str | None) -> tuple[Ruleset, Any]:
    """Return the rule set, and the elections of the house file."""
    if house is None:
        return load(rules or _usual(game), game), {}
    here, data = lawful_elections(house, rules, game)
    return here.law, without_crew(data)


def _usual(game: str | None) -> str:
    """Return the rule set of a game when none is given."""
    return usual_rules().get(game or "", next(iter(RULESETS)))


def _new_log(asked: str | None, stack: ExitStack) -> tuple[Path, BinaryIO]:
    """Open a new file for the log; an existing one is never overwritten."""
    now = datetime.now().astimezone()
    usual = f"lammer-{now:%Y-%m-%d-%H%M%S}"
    names = [asked] if asked is not None else [f"{usual}{n}.jsonl" for n in ("", *_LATER)]
    for name in names:
        try:
            file = open(name, "xb", buffering=0)  # noqa: SIM115
        except FileExistsError:
            continue
        except (OSError, ValueError) as problem:
            why = getattr(problem, "strerror", None) or problem
            raise CommandError(
                f"the log {name} cannot be written: {why}.", "Name another with --log, or --no-log."
            ) from None
        return Path(name), stack.enter_context(file)
    raise CommandError(f"{names[0]} is there already.", "Name a new file for the log.")


_LATER = tuple(f"-{n}" for n in range(2, 100))


def _play(session: PlaySession, path: Path | None) -> int:
    """Play until the player leaves, for whatever reason; the log is closed in any case."""
    status = 0
    signals = SignalWatch()
    with signals.handling():
        try:
            session.welcome()
            session.run(typed(signals) if at_a_terminal() else piped(signals))
        except Interrupted as gone:
            status = gone.status
        finally:
            signals.leaving = True
            refusal = session.leave()
        try:
            session.farewell(refusal, path, interrupted=status != 0)
            sys.stdout.flush()
        except OSError:
            if not status:
                raise
            stop_writing()  # The terminal is gone too.
    return status
