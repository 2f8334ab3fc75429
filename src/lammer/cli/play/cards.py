"""What a player can ask to read: help, the bets that are up, the exact edges, the rules in force,
the words of a clause."""

import re
from collections.abc import Iterable
from fractions import Fraction
from math import ceil

from lammer.cli.play.felt import WIDEST, row, works
from lammer.cli.play.speech import bases, tell
from lammer.cli.play.words import spoken
from lammer.cli.say import bold, console, decimal, exact, grid, paragraphs, percent, show, write
from lammer.core.legality import wins_in
from lammer.core.money import dollars
from lammer.core.wager import Collection
from lammer.games.registry import did_you_mean, nearest
from lammer.law import clauses, readings
from lammer.odds.figure import Figure
from lammer.odds.sheet import sheet
from lammer.table import Bet, Table
from lammer.table.command import plain

# Help

_BETS: tuple[tuple[str, str], ...] = (
    ("pass", "pass 10"),
    ("dont-pass", "dont pass 10"),
    ("come", "come 10"),
    ("dont-come", "dont come 10"),
    ("field", "field 5"),
    ("place-6", "6 for 12"),
    ("buy-4", "buy 4 for 25"),
    ("lay-10", "lay 10 for 40"),
    ("place-lose-4", "place 4 to lose for 11"),
    ("hard-8", "hard 8 5"),
    ("eleven", "yo 5"),
    ("any-craps", "any craps 5"),
    ("any-seven", "any seven 5"),
    ("craps-2", "craps 2 1"),
    ("c-and-e", "c and e 4"),
    ("horn", "horn 4"),
    ("horn-high-12", "horn high 12 5"),
    ("whirl", "whirl 5"),
    ("hop-1-3", "hop 3 1 2"),
    ("six-seven-eight", "6-7-8 5"),
    ("fire", "fire 5"),
    ("all-small", "small 5"),
    ("all-tall", "tall 5"),
    ("all-or-nothing", "all 5"),
)


def help_card(table: Table, neighbours: bool) -> None:
    """What can be said here, by example."""
    wagers = table.rules.wagers
    rows = [("bet", [words for key, words in _BETS if key in wagers])]
    if any(wager.behind for wager in wagers.values()):
        rows.append(("odds", ["odds 20", "pass odds 20", "odds 20 on the 6"]))
    rows.append(("change", ["press the 6 6", "less 5 on dont pass", "down on the 6"]))
    rows.append(("", ["take down the odds", "hard 8 on", "hard 8 off", "everything down"]))
    rows.append(("roll", ["roll", *(["Enter when a neighbour shoots"] if neighbours else [])]))
    if table.rules.procedure.turn is not None:
        rows.append(("dice", ["take the dice", "no dice", "pass the dice", "no line bet"]))
    rows.append(("take back", ["undo (before the roll)"]))
    rows.append(("winners", ["leave up off", "leave up on"]))
    rows.append(("see", ["table", "bets", "rules", *(["neighbours"] if neighbours else [])]))
    law = wagers["pass"].cites[0].clause
    rows.append(("ask", ["odds?", "hard 8?", "why", f"law {law}"]))
    rows.append(("chips", ["buy in 200"]))
    rows.append(("leave", ["quit"]))
    width = min(console().width, WIDEST)
    for label, pieces in rows:
        row(label, pieces, width)
    write("  Amounts are dollars. Place, buy, lay and hardway bets that win stay up.\n")


# Bets and edges


def bets_card(table: Table, seat: int) -> None:
    """Every bet of one player: its chips, how it stands, the house's edge, its clause."""
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


def _stands(table: Table, bet: Bet) -> str:
    machine = table.rules.wagers[bet.wager].machine
    if isinstance(machine, Collection):
        return "waits" if machine.late and bet.state == machine.late[0] else bet.state or "none yet"
    if not works(table, bet):
        return "off"
    return "working" if bet.state == machine.start else f"on the {bet.state}"


def _pays(table: Table, seat: int, bet: Bet) -> str:
    wager = table.rules.wagers[bet.wager]
    where = None
    if wager.behind is not None:
        where = next((b.state for b in bases(table, seat, wager)), None)
    lines = {str(win.payout.odds): None for win in wins_in(table.rules.ruleset, wager, where)}
    return next(iter(lines)) if len(lines) == 1 else "by roll"


def _figures(table: Table, wager: str | None = None) -> list[Figure]:
    vigs = {key: (vig,) for key, vig in table.rules.house.vigs.items()}
    return list(sheet(table.rules.ruleset, wager, vigs))


def _figure(table: Table, wager: str) -> Figure | None:
    return next(iter(_figures(table, wager)), None)


def edges_card(table: Table, wager: str = "") -> None:
    """The house's edge on every wager, or all about one."""
    if wager == "odds":
        write("  Odds are paid as the dice fall: the house has no edge on them.\n")
    elif wager:
        _one_edge(table, wager)
    else:
        _all_edges(table)


def _one_edge(table: Table, wager: str) -> None:
    figure = _figure(table, wager)
    if figure is None:
        write(f"  There is no {spoken(wager)} at this table.\n")
        return
    fraction = exact(figure.edge_per_bet_made, 24)
    exactly = "" if fraction == "--json" else f"{fraction} = "
    tell(f"{figure.name} ({figure.clause}): pays {figure.pays}.")
    tell(
        f"The house's edge is {exactly}{percent(figure.edge_per_bet_made)} of the bet; it takes "
        f"{decimal(figure.rolls_to_decide, 2)} rolls on average to decide it."
    )


def _all_edges(table: Table) -> None:
    """Wagers of one kind with one edge share a line; as many columns as there is room for."""
    groups: dict[tuple[str, Fraction], list[str]] = {}
    for figure in _figures(table):
        kind, numbers = _kind(figure.wager)
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
    tell("The house's edge, per bet made. One in full and exact: hard 8? for example.")


def _kind(wager: str) -> tuple[str, str]:
    if match := re.fullmatch(r"hop-(\d)-(\d)", wager):
        return ("hop, a pair" if match[1] == match[2] else "hop, no pair"), ""
    if match := re.fullmatch(r"(place|place-lose|buy|lay|hard|horn-high|craps)-(\d+)", wager):
        return spoken(match[1]).replace("place lose", "to lose"), match[2]
    return spoken(wager), ""


# Rules and clauses


def rules_card(table: Table) -> None:
    """The rules in force, as this house has elected them."""
    house = table.rules.house
    law, elected = house.law, house.elections
    tell(f"{law.game} under {law.key}: {law.title}.")
    tell(f"Bets are paid in units of {dollars(elected.pay_unit)}.")
    if said := _odds_words(table):
        tell(said)
    for said in _vig_words(table):
        tell(said)
    low, high = elected.table_limits
    limits = [("the table", (low, high)), *((spoken(k), v) for k, v in elected.limits.items())]
    posted = [f"{name} {_ends(*ends)}" for name, ends in limits if ends != (None, None)]
    tell(f"Posted limits: {'; '.join(posted) or 'none but one unit'}.")
    for wager in table.rules.wagers.values():
        if wager.variant is not None:
            tell(f"{wager.name}: pay table {wager.variant}.")
    offered = dict.fromkeys(wager.key for wager in law.wagers)
    missing = [key for key in offered if key not in table.rules.wagers]
    if missing:
        tell(f"Not offered: {', '.join(map(spoken, missing))}.")
    if elected.payouts:
        better = (f"{line} {odds}" for line, odds in elected.payouts.items())
        tell(f"Paid better than the regulation asks: {', '.join(better)}.")
    tell(
        "What no house file sets is Lammer's default, not the regulation's. One clause: law CLAUSE."
    )


def _ends(low: int | None, high: int | None) -> str:
    ends = [f"from {dollars(low)}" if low is not None else ""]
    ends.append(f"to {dollars(high)}" if high is not None else "")
    return " ".join(filter(None, ends))


def _odds_words(table: Table) -> str:
    behind = next((w.behind for w in table.rules.wagers.values() if w.behind), None)
    if behind is None:
        return ""
    elected = table.rules.house.elections.odds
    by_point = {point: elected.get(point, Fraction(behind.most)) for point in behind.states}
    if len(set(by_point.values())) == 1:
        return f"Odds: up to {next(iter(by_point.values()))} times the bet."
    return f"Odds: up to {', '.join(f'{n} times on {point}' for point, n in by_point.items())}."


def _vig_words(table: Table) -> Iterable[str]:
    kinds: dict[str, dict[str, None]] = {}
    for key, vig in table.rules.house.vigs.items():
        rate = vig.rate * 100
        said = f"{rate}%" if rate.denominator == 1 else str(vig.rate)
        base = {"wager": "the bet", "win": "what it could win"}[vig.base]
        when = {"bet": "when it is made", "win": "when it wins"}[vig.when]
        kind = key.rpartition("-")[0]
        kinds.setdefault(f"{said} of {base}, {when}", {})[kind] = None
    for said, whose in kinds.items():
        yield f"Vigorish on {' and '.join(whose)} bets: {said}."


def law_card(names: str) -> None:
    """The words of clauses and readings, by name."""
    known = {name.casefold(): name for name in (*clauses(), *readings())}
    for typed in names.replace(",", " ").split()[:20]:
        name = known.get(typed.casefold())
        if name is None:
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
        paragraphs(reading.text, indent="    ", apart=False)
    elif name in clauses():
        clause = clauses()[name]
        screen.print(bold(f"  {name}").append(f"  {clause.citation}", "not bold"), soft_wrap=True)
        paragraphs(clause.words, indent="    ", apart=False)
    else:
        tell("The house's own order: no clause speaks of it.")


def why_card(last: Iterable[tuple[str, tuple[str, ...]]]) -> None:
    """The clauses behind the last thing that happened or was refused, each once."""
    named: dict[str, None] = {}
    for words, by in last:
        tell(f"{words} [{', '.join(by)}]")
        named |= dict.fromkeys(by)
    for name in named:
        clause_card(name)
    if not named:
        tell("Nothing has happened yet.")
