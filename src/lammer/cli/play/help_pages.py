"""Pages that a player can ask for: help, the bets that are up, the exact edges, the rules in force,
the text of a clause."""

import re
from collections.abc import Iterable
from fractions import Fraction
from math import ceil
from textwrap import fill

from lammer.cli.play.games import terminal_game_of
from lammer.cli.play.layouts import pays, rate
from lammer.cli.play.scene import works
from lammer.cli.play.screen_text import tell
from lammer.cli.play.terminal_game import show_rows
from lammer.cli.support.output import (
    bold,
    console,
    decimal,
    grid,
    paragraphs,
    percent,
    show,
    too_long,
    write,
)
from lammer.core.money import dollars
from lammer.core.wager import Collection, Vig
from lammer.games.clause_order import deciding_clause_first
from lammer.games.registry import did_you_mean, nearest
from lammer.house.notices import pay_unit_words
from lammer.law import OUTSIDE_TITLE, OUTSIDE_WORDS, clauses, outside, readings
from lammer.odds.figure import Figure
from lammer.odds.sheet import sheet
from lammer.table import Bet, TableState
from lammer.table.commands import plain
from lammer.typed.dry_run import bases
from lammer.typed.quick import phrases
from lammer.typed.vocabulary import spoken

# Help


def help_card(table: TableState, neighbours: bool) -> None:
    """Print what can be typed here, by example."""
    part = terminal_game_of(table)
    rows = [
        *part.help(table),
        ("quick", [*phrases(table)]),
        ("take back", [f"undo (before the {table.rules.procedure.trial.noun})"]),
    ]
    if part.staying:
        rows.append(("winners", ["leave up off", "leave up on"]))
    rows.append(("see", ["table", "bets", "rules", *(["neighbours"] if neighbours else [])]))
    law = next(iter(table.rules.wagers.values())).cites[0].clause
    rows.append(("ask", ["odds?", part.asked_example, "why", f"law {law}"]))
    rows.append(("chips", ["buy in 200"]))
    rows.append(("leave", ["quit"]))
    show_rows(rows)
    tell(f"Amounts are dollars. {part.help_foot}")


# Bets and edges


def bets_card(table: TableState, seat: int) -> None:
    """Print every bet of one player: its chips, its state, the house's edge, its clause."""
    bets = table.seats[seat].bets
    if not bets:
        write("  Nothing of yours is up.\n")
        return
    card = grid("  bet", right=("chips",))
    for name in ("stands", "pays", "edge", "clause"):
        card.add_column(name, no_wrap=True)
    figures = {bet.wager: _figure(table, bet.wager) for bet in bets.values()}
    for name, bet in bets.items():
        wager, figure = table.rules.wagers[bet.wager], figures[bet.wager]
        edge = percent(figure.edge_per_bet_made) if figure else "none"
        cells = (
            f"  {spoken(name)}",
            dollars(bet.stake),
            _stands(table, bet),
            _pays(table, seat, bet),
        )
        card.add_row(*cells, edge, wager.cites[0].clause)
    show(card)


def _stands(table: TableState, bet: Bet) -> str:
    machine = table.rules.wagers[bet.wager].machine
    if isinstance(machine, Collection):
        return "waits" if machine.late and bet.state == machine.late[0] else bet.state or "none yet"
    if not works(table, bet):
        return "off"
    return "working" if bet.state == machine.start else f"on the {bet.state}"


def _pays(table: TableState, seat: int, bet: Bet) -> str:
    wager = table.rules.wagers[bet.wager]
    where = next((base.state for base in bases(table, seat, wager)), None)
    return pays(table, wager, where) or f"by {table.rules.procedure.trial.noun}"


def _figures(table: TableState, wager: str | None = None) -> list[Figure]:
    vigs = {key: (vig,) for key, vig in table.rules.house.vigs.items()}
    return list(sheet(table.rules.ruleset, wager, vigs))


def _figure(table: TableState, wager: str) -> Figure | None:
    return next(iter(_figures(table, wager)), None)


def edges_card(table: TableState, wager: str = "") -> None:
    """Print the house's edge on every wager, or everything about one."""
    if wager == "odds":
        write(f"  {terminal_game_of(table).odds_note}\n")
    elif wager:
        _one_edge(table, wager)
    else:
        _all_edges(table)


def _one_edge(table: TableState, wager: str) -> None:
    figure = _figure(table, wager)
    if figure is None:
        write(f"  There is no {spoken(wager)} at this table.\n")
        return
    fraction = figure.edge_per_bet_made
    exactly = "" if too_long(fraction, 32) else f"{fraction} = "
    vig = f", vigorish {_vig_said(figure.vig)}" if figure.vig is not None else ""
    tell(f"{figure.name} ({figure.clause}): pays {figure.pays}{vig}.")
    part, noun = terminal_game_of(table), table.rules.procedure.trial.noun
    takes = f"it takes {decimal(figure.rolls_to_decide, 2)} {noun}s on average to decide it"
    if figure.rolls_to_decide == 1:
        takes = f"the next {noun} decides it"
    edge = f"{exactly}{percent(figure.edge_per_bet_made)} of the bet"
    tell(f"The house's edge is {edge}{part.edges_note}; {takes}.")


def _all_edges(table: TableState) -> None:
    """Print all edges. Wagers of one kind with one edge share a line; as many columns as fit."""
    groups: dict[tuple[str, Fraction], list[str]] = {}
    for figure in _figures(table):
        kind, numbers = terminal_game_of(table).edge_group(table.rules.ruleset.wager(figure.wager))
        groups.setdefault((kind, figure.edge_per_bet_made), []).append(numbers)
    said = [
        (f"{kind} {', '.join(filter(None, numbers))}".strip(), percent(edge))
        for (kind, edge), numbers in groups.items()
    ]
    width = max(len(name) for name, _ in said) + 10
    across = max(1, min(console().width, 110) // (width + 3))
    down = ceil(len(said) / across)
    for at in range(down):
        cells = (f"{name:{width - 9}}{edge:>8} " for name, edge in said[at::down])
        write(f"  {'  '.join(cells)}".rstrip() + "\n")
    part = terminal_game_of(table)
    one = f"One in full and exact: {part.asked_example} for example."
    tell(f"The house's edge, per bet made{part.edges_note}. {one}")


# Rules and clauses


def rules_card(table: TableState) -> None:
    house = table.rules.house
    law, elected = house.law, house.elections
    tell(f"{terminal_game_of(table).title(law.game)} under {law.key}: {law.title}.")
    tell(pay_unit_words(house))
    if said := _odds_words(table):
        tell(said)
    for said in (*_vig_words(table), *terminal_game_of(table).elected_words(table)):
        tell(said)
    low, high = elected.table_limits
    limits = [("the table", (low, high)), *((spoken(k), v) for k, v in elected.limits.items())]
    posted = [
        f"{name} {_ends(low if low is None else max(low, elected.pay_unit), high)}"
        for name, (low, high) in limits
        if (low, high) != (None, None)
    ]
    tell(f"Posted limits: {'; '.join(posted) or 'none but one unit'}.")
    for wager in table.rules.wagers.values():
        if wager.variant is not None:
            tell(f"{wager.name}: pay table {wager.variant}.")
    offered = dict.fromkeys(wager.key for wager in law.wagers)
    missing = [key for key in offered if key not in table.rules.wagers]
    if missing:
        tell(f"Not offered: {', '.join(map(spoken, missing))}.")
    if elected.payouts:
        lines = law.payouts()
        own = [f"{k} {odds}" for k, odds in elected.payouts.items() if lines[k].law.free]
        better = [f"{k} {odds}" for k, odds in elected.payouts.items() if not lines[k].law.free]
        if better:
            tell(f"Paid better than the regulation asks: {', '.join(better)}.")
        if own:
            tell(f"Paid as this house elects, no text being printed: {', '.join(own)}.")
    for said in _own_words(table):
        tell(said)
    tell(
        "What no house file sets is Lammer's default, not the regulation's. One clause: law CLAUSE."
    )


def _ends(low: int | None, high: int | None) -> str:
    ends = [f"from {dollars(low)}" if low is not None else ""]
    ends.append(f"to {dollars(high)}" if high is not None else "")
    return " ".join(filter(None, ends))


def _odds_words(table: TableState) -> str:
    behind = next((w.behind for w in table.rules.wagers.values() if w.behind), None)
    if behind is None:
        return ""
    elected = table.rules.house.elections.odds
    by_point = {point: elected.get(point, Fraction(behind.most)) for point in behind.states}
    if len(set(by_point.values())) == 1:
        return f"Odds: up to {next(iter(by_point.values()))} times the bet."
    return f"Odds: up to {', '.join(f'{n} times on {point}' for point, n in by_point.items())}."


def _vig_words(table: TableState) -> Iterable[str]:
    kinds: dict[str, dict[str, None]] = {}
    for key, vig in table.rules.house.vigs.items():
        kind = key.rpartition("-")[0] or key
        kinds.setdefault(_vig_said(vig), {})[kind] = None
    for said, whose in kinds.items():
        yield f"Vigorish on {' and '.join(whose)} bets: {said}."


def _vig_said(vig: Vig) -> str:
    base = {"wager": "the bet", "win": "what it could win"}[vig.base]
    when = {"bet": "when it is made", "win": "when it wins"}[vig.when]
    return f"{rate(vig)} of {base}, {when}"


def _own_words(table: TableState) -> Iterable[str]:
    """Yield what replaces sections of the text that are not printed."""
    own = table.rules.house.law.law.own
    if own:
        by = ", ".join(dict.fromkeys(cite.clause for each in own for cite in each.cites))
        said = "; ".join(each.words for each in own)
        yield (
            "Not printed in the regulation, the project's own where the house elects nothing else "
            f"[{by}]: {said}."
        )


def law_card(names: str) -> None:
    """Print the text of clauses and readings, by name."""
    known = {name.casefold(): name for name in (*clauses(), *readings())}
    for typed in names.replace(",", " ").split()[:20]:
        name = known.get(typed.casefold())
        if outside(typed) is not None:
            console().print(bold(f"  {plain(typed)}").append(f"  {OUTSIDE_TITLE}", "not bold"))
            paragraphs(f"{OUTSIDE_WORDS[0].upper()}{OUTSIDE_WORDS[1:]}", indent="    ", apart=False)
        elif name is None:
            hint = did_you_mean(nearest(typed[:40], known.values())).strip()
            tell(f'There is no clause "{plain(typed)}". {hint}'.rstrip())
        else:
            clause_card(name)
    if not names:
        tell("Name a clause or a reading: law R-11, for example.")


def clause_card(name: str) -> None:
    screen = console()
    if name in readings():
        reading = readings()[name]
        screen.print(bold(f"  {name}").append(f"  {reading.title}", "not bold"), soft_wrap=True)
        paragraphs(_fitted(reading.text), indent="    ", apart=False)
    elif name in clauses():
        clause = clauses()[name]
        screen.print(bold(f"  {name}").append(f"  {clause.citation}", "not bold"), soft_wrap=True)
        paragraphs(clause.words, indent="    ", apart=False)
    else:
        tell("The house's own order: no clause speaks of it.")


def _fitted(text: str) -> str:
    """Return a reading with its lists wrapped to the screen, and its tables no wider than
    needed."""
    width = min(console().width, 100) - 4
    blocks = []
    for block in re.sub(r"^\| (.*) \|$", r"|\1", text, flags=re.MULTILINE).split("\n\n"):
        if re.search(r"^- ", block, re.MULTILINE):
            items = re.split(r"\n(?=- )", block)
            blocks.append("\n".join(_item(" ".join(item.split()), width) for item in items))
        else:
            blocks.append(block)
    return "\n\n".join(blocks)


def _item(words: str, width: int) -> str:
    return fill(words, width, subsequent_indent="  " if words.startswith("- ") else "")


def why_card(last: Iterable[tuple[str, tuple[str, ...]]]) -> None:
    """Print the clauses behind the last event or refusal, each once."""
    named: dict[str, None] = {}
    for words, by in last:
        tell(f"{words} [{', '.join(deciding_clause_first(by))}]")
        named |= dict.fromkeys(deciding_clause_first(by))
    for name in named:
        clause_card(name)
    if not named:
        tell("Nothing has happened yet.")
