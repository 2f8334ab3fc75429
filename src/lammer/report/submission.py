"""A submission of rules: what a regulator asks of a licensee who wants to offer a game, as a page.

Maryland asks for true odds, payout odds and house advantage of each wager (COMAR 36.05.03.19 and
.20), New Jersey's chapter has a heading for new games (19:47-8.4). Everything is computed from the
rule set and the elections; each figure can be computed again by the command beside it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from hashlib import sha256
from html import escape

from lammer.core.compare import Difference
from lammer.core.money import dollars
from lammer.core.numbers import decimal, percent, square_root
from lammer.design import Designed, DesignFigure
from lammer.games.texts import compare
from lammer.guide.how_to_play import Guide, how_to_play
from lammer.house import Elections, House, house, notices
from lammer.house.elected import elected_differently, elected_options
from lammer.law import LATER
from lammer.odds import Figure, figure
from lammer.odds.sheet import in_layout_order
from lammer.report import layout
from lammer.report.page_parts import header, page, section, table
from lammer.table.state import TableState

LONGEST = 40
"""Characters of a fraction that stands in a table."""
_STYLE = """\
.document h2 { break-after: avoid; }
.document li { margin: .3rem 0; }
.document td, .document th { white-space: normal; vertical-align: top; }
.document td:not(:first-child) { min-width: 4.5rem; }
.document .words td, .document .words th { text-align: left; }
@media print { .document section { break-inside: auto; border: 0; padding: 0; } }
"""


@dataclass(frozen=True, slots=True)
class SubmittedFile:
    """A file that is part of a submission: its name and its bytes."""

    name: str
    raw: bytes

    @property
    def digest(self) -> str:
        return sha256(self.raw).hexdigest()


@dataclass(frozen=True, slots=True)
class SubmittedHouse:
    """A game as a house file has it, and the table it would be dealt at."""

    file: SubmittedFile
    house: House
    table: TableState


@dataclass(frozen=True, slots=True)
class SubmittedWager:
    """A wager of the house's own design, worked out."""

    file: SubmittedFile
    design: Designed
    figure: DesignFigure


def submission_page(
    houses: Sequence[SubmittedHouse], wagers: Sequence[SubmittedWager], dated: date, version: str
) -> str:
    """Return the document."""
    games = [f"{each.house.law.game} ({each.house.law.key})" for each in houses]
    operator = next((each.house.elections.name for each in houses if each.house.elections.name), "")
    lines = [f"Submitted by {operator}"] if operator else []
    lines.append(f"Games: {', '.join(games)}.")
    if wagers:
        lines.append(f"Wagers in no regulation: {', '.join(w.design.wager.name for w in wagers)}.")
    body = [header("Rules submission", dated.isoformat(), lines)]
    for each in houses:
        body += _game(each)
    body += [_designed(each) for each in wagers]
    body.append(_appendix(houses, wagers, version))
    footer = (
        "Every figure is an exact fraction, computed from the rules and elections named here; "
        "percentages are rounded. Made with Lammer."
    )
    style = layout.STYLE + _STYLE
    inside = f'<div class="document">{"".join(body)}</div>'
    return page(f"Rules submission of {dated.isoformat()}", inside, footer, style=style)


# A game


def _game(each: SubmittedHouse) -> Iterator[str]:
    here, rules = each.house, each.table.rules
    law, guide = here.law, how_to_play(rules)
    name = guide.title
    about = [f"<p>{escape(law.title)}.</p>"]
    if law.key in LATER:
        about.append(f'<p class="note">{escape(LATER[law.key])}</p>')
    about += [
        f'<p class="note">Not printed, and the project\'s own: {escape(own.words)}.</p>'
        for own in law.law.own
    ]
    yield section(f"{name}: the rules", "".join(about) + _rules(guide))
    yield section(f"{name}: permissible wagers", _wagers(guide))
    yield section(f"{name}: odds and house advantage", _odds(here))
    yield section(f"{name}: options elected", _options(here))
    yield section(f"{name}: differences from the standard rules", _differences(here))
    yield section(f"{name}: layout", layout.drawn(each.table, whole=True))
    yield section(f"{name}: notices", _notices(here))


def _rules(guide: Guide) -> str:
    parts = []
    for each in guide.sections:
        items = "".join(f"<li>{escape(i.text)} {_clauses(i.clauses)}</li>" for i in each.items)
        parts.append(f"<h3>{escape(each.title)}</h3><ol>{items}</ol>")
        for shown in each.tables:
            rows = ([escape(cell) for cell in row] for row in shown.rows)
            head = [escape(cell) for cell in shown.head]
            parts.append(f"<p>{escape(shown.caption)} {_clauses(shown.clauses)}</p>")
            parts.append(table(head, rows))
    return "".join(parts)


def _clauses(clauses: Sequence[str]) -> str:
    return f"<small>{escape(', '.join(clauses))}</small>" if clauses else ""


def _wagers(guide: Guide) -> str:
    parts = []
    for title, rows in guide.wagers:
        cells = (
            (
                f"{escape(row.name)}<br><small>{escape(row.clause)}</small>",
                *map(escape, (row.plain, row.when, row.changes, row.limits)),
            )
            for row in rows
        )
        head = ("wager", "wins and loses", "may be made", "may be changed", "limits")
        parts.append(f'<h3>{escape(title)}</h3><div class="words">{table(head, cells)}</div>')
    return "".join(parts)


ODDS_HEAD = ("wager", "true odds", "pays", "advantage", "exactly", "wins", "deviation", "trials")


def _odds(here: House) -> str:
    rules = here.rules
    rows = (
        _odds_row(wager.name, figure(rules, wager, here.vigs.get(wager.key)))
        for wager in in_layout_order(rules)
        if wager.behind is None
    )
    notes = (
        "<p><small>True odds are losses to wins. The advantage is the house's, of each unit bet, "
        "per bet made, with the vigorish elected; deviation is that of one bet's result in units; "
        "trials is the mean number until a bet is decided. Odds behind a bet are paid at true "
        "odds.</small></p>"
    )
    return table(ODDS_HEAD, rows) + notes


def _odds_row(name: str, found: Figure, pays: str | None = None) -> tuple[str, ...]:
    edge = str(found.edge_per_bet_made)
    return (
        f"{escape(name)}<br><small>{escape(found.clause)}</small>",
        _true_odds(found.p_lose, found.p_win),
        escape(found.pays if pays is None else pays),
        percent(found.edge_per_bet_made),
        escape(edge) if len(edge) <= LONGEST else "in --json",
        percent(found.p_win),
        decimal(square_root(found.variance), 3),
        decimal(found.rolls_to_decide, 2),
    )


def _true_odds(lose: Fraction, win: Fraction) -> str:
    """Return losses to wins, in whole numbers if they are short."""
    if not win:
        return "never wins"
    ratio = lose / win
    if ratio.numerator < 10**6:
        return f"{ratio.numerator} to {ratio.denominator}"
    return f"{decimal(ratio, 2)} to 1"


def _options(here: House) -> str:
    rows = [
        (
            f"{escape(each.words)}<br><small>{escape(each.key)}</small>",
            escape(each.value) if each.value == each.usual else f"<b>{escape(each.value)}</b>",
            escape(each.usual),
            escape(", ".join(each.clauses)),
        )
        for each in elected_options(here)
    ]
    head = ("option", "elected", "if nothing is elected", "clauses")
    return f'<div class="words">{table(head, rows)}</div>' if rows else "<p>There are none.</p>"


def _differences(here: House) -> str:
    standard = house(here.law, Elections())
    found: list[Difference] = [*compare(here.law, here.rules)]
    found += elected_differently(standard, here)
    if not found:
        return "<p>There are none: the game is dealt as the text has it.</p>"
    rows = (
        (
            f"{escape(each.matter)}<br><small>{escape(', '.join(each.wagers))}</small>",
            *(
                f"{escape(said)}<br><small>{escape(', '.join(clauses))}</small>"
                for said, clauses in (
                    (each.left, each.left_clauses),
                    (each.right, each.right_clauses),
                )
            ),
        )
        for each in found
    )
    head = ("matter", "standard", "here")
    return f'<div class="words">{table(head, rows)}</div>'


def _notices(here: House) -> str:
    parts = []
    for each in notices(here):
        items = "".join(f"<li>{escape(item['text'])}</li>" for item in each.items)
        where = f" ({escape(each.where)})" if each.where else ""
        parts.append(
            f"<h3>{escape(each.title)}{where}</h3><ul>{items}</ul>{_clauses(each.clauses)}"
        )
    return "".join(parts) or "<p>The text asks for none.</p>"


# A wager of the house's own


def _designed(each: SubmittedWager) -> str:
    wager, found = each.design.wager, each.figure
    most, worst = each.design.max_cents, found.worst_case_cents
    limits = f"{dollars(each.design.min_cents or 100)}"
    limits += f" to {dollars(most)}" if most is not None else " or more"
    own = f"{wager.name} is in no regulation. It is what {each.file.name} says."
    about = [
        f'<p class="note">{escape(own)}</p>',
        f"<p>{escape(each.design.about)}</p>" if each.design.about else "",
        f"<p>It may be made {escape(wager.offer.words)}, for {limits}.</p>",
        table(ODDS_HEAD, [_odds_row(wager.name, found.figure, found.pays)]),
        "<h3>Every result of one unit bet</h3>",
        table(("result", "probability", "exactly"), _distribution(found)),
    ]
    if worst is not None and most is not None:
        about.append(
            f"<p>The house's worst case on one bet of {dollars(most)}: {dollars(worst)}.</p>"
        )
    text = each.file.raw.decode(errors="replace")
    about.append(f"<h3>Its definition</h3><pre>{escape(text)}</pre>")
    return section(f"{wager.name}: a wager of the house's own", "".join(about))


def _distribution(found: DesignFigure) -> Iterable[tuple[str, ...]]:
    for net, p in found.distribution:
        exact = str(p)
        yield str(net), percent(p, 6), escape(exact) if len(exact) <= LONGEST else "in --json"


# The appendix


def _appendix(
    houses: Sequence[SubmittedHouse], wagers: Sequence[SubmittedWager], version: str
) -> str:
    rows, commands = [], []
    for each in houses:
        law = each.house.law
        rows.append((f"rules {escape(law.key)}, {escape(law.game)}", escape(law.digest)))
        name = each.file.name
        commands += [
            f"lammer odds {law.key} --game {law.game} --house {name} --json [--wager KEY]",
            f"lammer check {name} --json",
            f"lammer notices {law.key} --game {law.game} --house {name} --json",
        ]
    files = [each.file for each in houses] + [each.file for each in wagers]
    digests = {each.name: each.digest for each in files}
    rows += [(f"file {escape(name)}, SHA-256", digest) for name, digest in digests.items()]
    rows.append(("program", f"Lammer {escape(version)}"))
    commands += [f"lammer design {each.file.name} --json" for each in wagers]
    listed = escape("\n".join(commands))
    return section(
        "Appendix: how to verify this",
        f'<div class="words">{table(("what", "digest"), rows)}</div>'
        f"<p>Each figure is computed again by:</p><pre>{listed}</pre>",
    )
