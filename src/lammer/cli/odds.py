"""``lammer odds``: the sheet, and the shooter's hand."""

import csv
import re
import sys
from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Annotated

from cyclopts import Parameter

from lammer.cli.support.options import (
    Csv,
    Faces,
    Game,
    HouseOption,
    Json,
    refuse_together,
)
from lammer.cli.support.output import (
    CommandError,
    bold,
    console,
    decimal,
    exact,
    grid,
    percent,
    show,
    too_long,
    write_json,
)
from lammer.core.cite import clause_ids
from lammer.core.codec import Malformed
from lammer.core.ruleset import Area, Ruleset, Unlisted
from lammer.core.wager import Vig
from lammer.games.registry import RULESETS, did_you_mean, find_game_module, load, nearest
from lammer.instruments import weighed_faces
from lammer.law import LATER
from lammer.odds.as_data import PLAIN_FIELDS, plain_figure, plain_hand, plain_sheet
from lammer.odds.figure import Figure
from lammer.odds.hand import HandLength
from lammer.odds.hand import hand_length as lengths_of
from lammer.odds.sheet import sheet

USUAL_HAND, LONGEST_HAND = 40, 2000
"""Lengths listed by default, and at most: longer ones have thousands of digits each."""


def odds(
    rules: Annotated[str, Parameter(help="A rule set, such as nj-2011.")],
    *,
    game: Game = None,
    house_file: HouseOption = None,
    wager: Annotated[str | None, Parameter(help="Only this wager, such as place-6.")] = None,
    as_json: Json = False,
    as_csv: Csv = False,
    hand_length: Annotated[
        bool, Parameter(help="How long a shooter's hand lasts, instead of the wagers.")
    ] = False,
    longest: Annotated[
        str | None, Parameter(help="With --hand-length: the longest hand to list (default 40).")
    ] = None,
    decks: Annotated[
        str | None, Parameter(help="Of a game with cards: out of this many decks, 1 to 8.")
    ] = None,
    removed: Annotated[
        str | None,
        Parameter(help='Of a game with cards: after these are gone, such as "9h 9d Ks".'),
    ] = None,
    faces: Faces = None,
) -> int:
    """Exact odds of every wager: fractions, edges, rolls to decide, each with its clause.

    Examples: lammer odds nj-2011; lammer odds md-2013 --wager all-small --json;
    lammer odds nj-2011 --hand-length --longest 154;
    lammer odds nj-2001 --decks 6 --removed "9h 9d 8s"
    """
    apart = {"--json": as_json, "--csv": as_csv}
    if hand_length:
        apart_too = {"--wager": wager is not None, "--house": house_file is not None}
        apart_too |= {"--decks": decks is not None, "--removed": removed is not None}
        refuse_together(apart, {"--hand-length": True, **apart_too})
        return _hand(rules, game, longest, as_json, as_csv, faces or [])
    refuse_together(apart)
    if longest is not None:
        raise CommandError(
            "--longest goes with --hand-length.", "Add --hand-length, or leave it out."
        )
    law, in_force, vigs = _in_force(rules, game, house_file)
    if decks is not None or removed is not None:
        in_force = _dealt_from(in_force, decks, removed)
    if faces:
        in_force = _thrown_with(in_force, faces)
    if wager is not None and not _has_line(in_force, wager):
        _no_line(law, in_force, wager)
    found = sheet(in_force, wager, vigs)
    if as_json:
        data = plain_sheet(law, in_force, map(plain_figure, found))
        write_json({**data, "faces": faces} if _unfair(in_force) else data)
    elif as_csv:
        _as_csv(list(found))
    else:
        _as_table(in_force, list(found), house_file)
    return 0


def _thrown_with(ruleset: Ruleset, faces: list[str]) -> Ruleset:
    """Return the same rules with weighed faces, if the game has any."""
    try:
        return weighed_faces(ruleset, faces)
    except Malformed as problem:
        raise CommandError(f"{problem}.", problem.instead) from None


def _unfair(ruleset: Ruleset) -> str:
    """Return the note about outcomes that are not equally likely."""
    return str(ruleset.space.facts.get("unfair", ""))


def _dealt_from(ruleset: Ruleset, decks: str | None, removed: str | None) -> Ruleset:
    """Return the same rules with other cards, if the game has any."""
    cards = find_game_module(ruleset.key, "depleted")
    if cards is None:
        dealt = " or ".join(key for key in RULESETS if find_game_module(key, "depleted"))
        raise CommandError(
            f"{ruleset.game} is not dealt from cards.",
            f"--decks and --removed go with a game that is: lammer odds {dealt}.",
        )
    try:
        found: Ruleset = cards.depleted(ruleset, decks, removed)
    except Malformed as problem:
        raise CommandError(f"{problem}.", problem.instead) from None
    return found


def _in_force(
    rules: str, game: str | None, house_path: str | None
) -> tuple[Ruleset, Ruleset, Mapping[str, tuple[Vig, ...]]]:
    """Return the law, the rules in force under the house file if there is one, and its vigorish."""
    if house_path is None:
        law = load(rules, game)
        return law, law, {}
    from lammer.cli.support.house_files import lawful_house

    house = lawful_house(house_path, rules, game)
    return house.law, house.rules, {key: (vig,) for key, vig in house.vigs.items()}


def _has_line(ruleset: Ruleset, wager: str) -> bool:
    return any(each.behind is None for each in ruleset.named(wager))


def _no_line(law: Ruleset, in_force: Ruleset, wager: str) -> None:
    """Raise why there is no line for a wager."""
    found = law.permitted(wager)
    if isinstance(found, Unlisted):
        named = ", ".join(found.clauses)
        names = (w.key for w in in_force.wagers if w.behind is None)
        hint = did_you_mean(nearest(wager, dict.fromkeys(names)))
        raise CommandError(
            f'there is no wager "{wager}" at {law.game} under {law.key} ({named}).',
            f"{hint}lammer odds {law.key} lists them.",
        )
    behind = found[0].behind
    if behind is not None:
        raise CommandError(
            f"odds have no line of their own: {wager} stands behind {behind.base}.",
            f"Ask for --wager {behind.base}; with --json its with_odds lists multiples to 100.",
        )
    raise CommandError(f"this house does not offer {wager}.", "Leave out --house to see it.")


def _as_csv(found: list[Figure]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    vig = ("vig_rate", "vig_base", "vig_when", "edge_per_outlay")
    over_all = ("continuous_edge_per_roll", "working_share")
    writer.writerow(
        ("wager", "clause", "borrowed", "pays", *PLAIN_FIELDS, *vig, "table", *over_all)
    )
    for figure in found:
        charge: tuple[object, ...] = ("",) * len(vig)
        if figure.vig is not None:
            it = figure.vig
            charge = (it.rate, it.base, it.when, figure.edge_per_outlay)
        continuous: tuple[object, ...] = ("",) * len(over_all)
        if figure.continuous is not None:
            continuous = (figure.continuous.edge_per_roll, figure.continuous.working_share)
        plain = (str(getattr(figure, field)) for field in PLAIN_FIELDS)
        what = (figure.wager, figure.clause, figure.borrowed or "", figure.pays)
        writer.writerow((*what, *plain, *charge, figure.table or "", *continuous))


NARROW, WIDE = 100, 120
"""With fewer columns than the first the edge per roll is omitted; with as many as the second long
fractions fit."""
SHORT_EDGE, LONG_EDGE = 12, 24


def _as_table(ruleset: Ruleset, found: list[Figure], house_path: str | None) -> None:
    screen = console()
    under = f", under {house_path}" if house_path else ""
    screen.print(bold(ruleset.game).append(f", {ruleset.title}{under}", "not bold"), soft_wrap=True)
    if _unfair(ruleset):
        screen.print(bold(_unfair(ruleset)))
    narrow = screen.width < NARROW
    noun = ruleset.procedure.trial.noun if ruleset.procedure is not None else "roll"
    numbers: tuple[str, ...] = ("edge", "%", f"{noun}s")
    numbers = numbers if narrow else ("edge", "%", f"% a {noun}", f"{noun}s")
    areas = [ruleset.area_of(ruleset.wager(figure.wager)) for figure in found]
    longest = LONG_EDGE if screen.width >= WIDE else SHORT_EDGE
    rows = [_row(figure, longest, narrow=narrow) for figure in found]
    if rows and all(too_long(figure.edge_per_bet_made, longest) for figure in found):
        rows, numbers = [(*row[:3], *row[4:]) for row in rows], ("edge", *numbers[2:])
    others = _others([("wager", "clause", "", *numbers), *rows], areas)
    room = min(max(screen.width - others, 17), 60)
    table = grid("wager", "clause", "pays", right=numbers)
    before = None
    for row, area in zip(rows, areas, strict=True):
        if area is not None and area is not before:
            table.add_row()
            table.add_row(bold(area.title))
            before = area
        name, clause, pays, *figures = row
        table.add_row(name, clause, "\n".join(_wrapped(pays, room)), *figures)
    show(table, at_least=others + room)
    for note in _notes(ruleset, found):
        screen.print(note, style="dim")


def _others(rows: list[tuple[str, ...]], areas: list[Area | None]) -> int:
    """Return the columns that everything but the payouts takes, gaps included."""
    titles = max((len(area.title) for area in areas if area is not None), default=0)
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0])) if at != 2]
    return max(widths[0], titles) + sum(widths[1:]) + 2 * len(widths)


def _row(figure: Figure, longest: int, *, narrow: bool) -> tuple[str, ...]:
    name = figure.wager
    if figure.table is not None:
        name += f" (table {figure.table})"
    if figure.vig is not None:
        when = {"bet": "made", "win": "won"}[figure.vig.when]
        rate = figure.vig.rate * 100
        name += f" ({f'{rate}%' if rate.denominator == 1 else figure.vig.rate} {when})"
    per_roll = () if narrow else (percent(figure.edge_per_roll),)
    return (
        name,
        figure.clause + ("*" if figure.borrowed else ""),
        figure.pays,
        exact(figure.edge_per_bet_made, longest),
        percent(figure.edge_per_bet_made),
        *per_roll,
        decimal(figure.rolls_to_decide, 2),
    )


def _wrapped(pays: str, width: int) -> list[str]:
    """Wrap payouts, never inside "30 to 1"."""
    joined = re.sub(r"(\d+) to (\d+)", r"\1_to_\2", pays)
    return [line.replace("_", " ") for line in wrap(joined, width, break_on_hyphens=False)]


def _notes(ruleset: Ruleset, found: list[Figure]) -> Iterator[str]:
    noun = ruleset.procedure.trial.noun if ruleset.procedure is not None else "roll"
    yield ""
    yield (
        f"edge: the house's, for each unit wagered, per bet made; {noun}s: mean number until it is "
        "decided, counting those on which it works."
    )
    if any(len(str(figure.edge_per_bet_made)) > SHORT_EDGE for figure in found):
        yield "--json has the exact edge where its fraction is too long for a table."
    notes = find_game_module(ruleset.key, "odds_notes")
    if notes is not None:
        yield from notes.odds_notes(ruleset, percent)
    yield from _own_rules(ruleset)
    own = [figure.wager for figure in found if ruleset.wager(figure.wager).experimental]
    if own:
        yield (
            f"Outside the regulation, an experiment of this house by its own definition: "
            f"{', '.join(own)}."
        )
    if any(figure.vig and ruleset.cycle for figure in found):
        yield (
            "Buy and lay bets: with the charge, taken when the bet is made or when it is won, in "
            "the edge."
        )
    if any(figure.borrowed for figure in found):
        under = ", ".join(dict.fromkeys(f.borrowed for f in found if f.borrowed))
        yield f"* borrowed from another edition, this one's text not being printed ({under})."
    if ruleset.key in LATER:
        yield LATER[ruleset.key]
    yield (
        f"Exact values of every field: lammer odds {ruleset.key} --json. "
        "One clause: lammer law CLAUSE."
    )


def _own_rules(ruleset: Ruleset) -> Iterator[str]:
    """Yield which rules are the project's own, if any are."""
    if ruleset.law.own:
        said = "; ".join(each.words for each in ruleset.law.own)
        under = ", ".join(dict.fromkeys(i for o in ruleset.law.own for i in clause_ids(o.cites)))
        yield (
            "The project's own, where the regulation is not printed and the house elects nothing "
            f"else ({under}): {said}."
        )


def _hand(
    rules: str,
    game: str | None,
    longest: str | None,
    as_json: bool,
    as_csv: bool,
    faces: list[str],
) -> int:
    rolls = _rolls(longest)
    ruleset = load(rules, game)
    if faces:
        ruleset = _thrown_with(ruleset, faces)
    if ruleset.cycle is None or ruleset.cycle.hand_ends is None:
        others = [each for each in ruleset.games if each != ruleset.game]
        raise CommandError(
            f"{ruleset.game} has no shooter's hand to measure.",
            f"Other games of {ruleset.key}: {', '.join(others)}."
            if others
            else f"There is one under {_with_hands()[0]}: "
            f"lammer odds {_with_hands()[0]} --hand-length.",
        )
    found = lengths_of(ruleset, rolls)
    if as_json:
        write_json(
            {
                "format": 1,
                "rules": ruleset.key,
                "game": ruleset.game,
                "digest": ruleset.digest,
                **({"faces": faces} if _unfair(ruleset) else {}),
                "hand_length": plain_hand(found),
            }
        )
    elif as_csv:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(("rolls", "p", "at_least"))
        writer.writerows((rolls, str(p), str(more)) for rolls, p, more in found.rows)
    else:
        _hand_table(ruleset, found)
    return 0


def _with_hands() -> list[str]:
    """Return the rule sets under which a shooter's hand can be measured."""
    cycles = {key: load(key).cycle for key in RULESETS}
    return [key for key, cycle in cycles.items() if cycle is not None and cycle.hand_ends]


def _rolls(longest: str | None) -> int:
    if longest is None:
        return USUAL_HAND
    if re.fullmatch(r"[0-9]{1,4}", longest) and 1 <= int(longest) <= LONGEST_HAND:
        return int(longest)
    raise CommandError(
        f"--longest {longest} is not a length of hand to list.",
        f"Choose a whole number from 1 to {LONGEST_HAND}.",
    )


def _hand_table(ruleset: Ruleset, found: HandLength) -> None:
    screen = console()
    screen.print(bold("A shooter's hand").append(f", {ruleset.title}", "not bold"), soft_wrap=True)
    if _unfair(ruleset):
        screen.print(bold(_unfair(ruleset)))
    table = grid(right=("rolls", "ends on it", "at least this long", "one hand in"))
    for rolls, p, more in found.rows:
        once_in = 1 / more
        said = f"{round(once_in):,}" if once_in >= 100 else decimal(once_in, 2)
        table.add_row(str(rolls), percent(p), percent(more), said)
    show(table)
    screen.print(
        f"\nmean {found.mean} = {decimal(found.mean, 4)} rolls; variance {found.variance} = "
        f"{decimal(found.variance, 4)}"
    )
    screen.print(
        "A hand is every roll up to and including the loser 7 "
        f"({', '.join(found.clauses)}). Exact values: --json.",
        style="dim",
    )
