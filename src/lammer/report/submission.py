"""A submission of rules: what a regulator asks of a licensee who wants to offer a game, as a page.

Maryland asks for true odds, payout odds and house advantage of each wager (COMAR 36.05.03.19 and
.20), New Jersey's chapter has a heading for new games (19:47-8.4). Everything is computed from the
rule set and the elections; each figure can be computed again by the command beside it.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from hashlib import sha256
from html import escape
from shlex import quote

from lammer.core.compare import Difference
from lammer.core.money import dollars
from lammer.core.numbers import decimal, percent, square_root
from lammer.core.wager import Wager
from lammer.design import Designed, DesignFigure, design_figure
from lammer.games.registry import load
from lammer.games.text_comparison import compare
from lammer.guide.how_to_play import Guide, how_to_play
from lammer.house import Elections, House, house, notices
from lammer.house.elected_options import elected_differently, elected_options
from lammer.house.own_wagers import OwnWager, design_of
from lammer.law import LATER, clauses, known, readings
from lammer.odds import Figure, figure
from lammer.odds.sheet import in_layout_order
from lammer.report import layout
from lammer.report.page_parts import header, page, section, table
from lammer.table.state import TableState

LONGEST = 40
"""Characters of a fraction that stands in a table."""
_CLAUSE = re.compile(r"\b(?:R-[0-9]{2,3}|[A-Z]{2}[0-9]{2}-[A-Za-z0-9.-]+)")
_STYLE = """\
.document h2 { break-after: avoid; }
.document li { margin: .3rem 0; }
.document td, .document th { white-space: normal; vertical-align: top; }
.document td:not(:first-child) { min-width: 4.5rem; }
.document .words td, .document .words th { text-align: left; }
.document .figures td:not(:first-child):not(:nth-child(3)) { white-space: nowrap; }
.document .figures td { font-size: .92em; }
.document .figures td:first-child { min-width: 10.5rem; }
.document .contents ol { columns: 2; margin: 0; }
.document .contents { break-inside: avoid; }
.document tr, .document li { break-inside: avoid; }
.document thead { display: table-header-group; }
@page { margin: 16mm 14mm; }
@media print {
  .document section { break-inside: auto; border: 0; padding: 0; margin-top: 1.5rem; }
  .document small { font-size: .85em; }
  .document .game { break-before: page; }
}
"""
MATTER_WORDS = {
    "house odds": "odds behind a bet, as a multiple of it",
    "house vig_rate": "the rate of the vigorish",
    "house vig_base": "what the vigorish is a percentage of",
    "house vig": "when the vigorish is collected",
    "house limits": "minimum and maximum posted for a wager",
    "house table_limits": "minimum and maximum posted for the table",
    "house pay_unit": "the smallest amount the table pays",
}
"""What the matters are called in which houses differ beside the rules in force."""


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
    games = dict.fromkeys(f"{each.house.law.game} ({each.house.law.key})" for each in houses)
    operator = next((each.house.elections.name for each in houses if each.house.elections.name), "")
    lines = [f"Submitted by {operator}"] if operator else []
    lines.append(f"Games: {', '.join(games)}.")
    if wagers:
        lines.append(f"Wagers in no regulation: {', '.join(w.design.wager.name for w in wagers)}.")
    names = [how_to_play(each.table.rules).title for each in houses]
    parts: list[tuple[str, str]] = []
    for each, name in zip(houses, names, strict=True):
        alone = names.count(name) == 1
        parts += _game(each, name if alone else f"{name}, {each.file.name}")
    parts += [_designed(each) for each in wagers]
    parts.append(_named(inside for _, inside in parts))
    parts.append(_appendix(houses, wagers, version))
    titles = "".join(f"<li>{escape(title)}</li>" for title, _ in parts)
    contents = f'<nav class="contents"><h2>Contents</h2><ol>{titles}</ol></nav>'
    body = [header("Rules submission", dated.isoformat(), lines), contents]
    body += [section(title, inside) for title, inside in parts]
    footer = (
        "Every figure is an exact fraction, computed from the rules and elections named here; "
        "percentages are rounded. Made with Lammer."
    )
    style = layout.STYLE + _STYLE
    inside = f'<div class="document">{"".join(body)}</div>'
    return page(f"Rules submission of {dated.isoformat()}", inside, footer, style=style)


# A game


def _game(each: SubmittedHouse, name: str) -> Iterator[tuple[str, str]]:
    """Yield the title, which begins with ``name``, and the content of each section about a game."""
    here, rules = each.house, each.table.rules
    law, guide = here.law, how_to_play(rules)
    about = [f"<p>{escape(law.title)}.</p>"]
    if law.key in LATER:
        about.append(f'<p class="note">{escape(LATER[law.key])}</p>')
    about += [
        f'<p class="note">Not printed, and the project\'s own: {escape(own.words)}.</p>'
        for own in law.law.own
    ]
    yield f"{name}: the rules", f'<div class="game">{"".join(about)}{_rules(guide)}</div>'
    yield f"{name}: permissible wagers", _wagers(guide)
    yield f"{name}: odds and house advantage", _odds(here)
    yield f"{name}: options elected", _options(here)
    yield f"{name}: differences from the standard rules", _differences(here)
    yield f"{name}: layout", layout.drawn(each.table, whole=True)
    yield f"{name}: notices", _notices(here)
    for own in here.elections.wagers:
        yield _designed(_own(each, own))


def _own(each: SubmittedHouse, own: OwnWager) -> SubmittedWager:
    """Return a wager that the house deals as an experiment, worked out under its rules."""
    design = design_of(own, each.house.rules)
    text = json.dumps(json.loads(own.definition), indent=2, ensure_ascii=False)
    file = SubmittedFile(f"{each.file.name}, wager {own.place}", text.encode())
    return SubmittedWager(file, design, design_figure(design))


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


ODDS_HEAD = (
    *("wager", "true odds", "payout odds", "house advantage", "exactly"),
    *("hit frequency", "volatility", "trials"),
)


def _odds(here: House) -> str:
    rules = here.rules
    rows = (
        _odds_row(wager, figure(rules, wager, here.vigs.get(wager.key)))
        for wager in in_layout_order(rules)
        if wager.behind is None
    )
    notes = (
        "<p><small>True odds are losses to wins. The house advantage is of each unit bet, per bet "
        "made, with the vigorish elected; the hit frequency is that of a result above zero; "
        "volatility is the standard deviation of one bet's result in units; trials is the mean "
        "number until a bet is decided. Odds behind a bet are paid at true odds. Under each name "
        "are its clause and the key by which commands name it.</small></p>"
    )
    return _figures(rows) + notes


def _figures(rows: Iterable[Sequence[str]]) -> str:
    return f'<div class="figures">{table(ODDS_HEAD, rows)}</div>'


def _odds_row(wager: Wager, found: Figure, pays: str | None = None) -> tuple[str, ...]:
    edge = str(found.edge_per_bet_made)
    key = f"{escape(found.clause)}; {escape(wager.key)}"
    return (
        f"{escape(wager.name)}<br><small>{key}</small>",
        _true_odds(found.p_lose, found.p_win),
        escape(found.pays if pays is None else pays),
        percent(found.edge_per_bet_made),
        escape(edge) if len(edge) <= LONGEST else f"about {decimal(found.edge_per_bet_made, 6)}",
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
    rows += [
        (
            f"{escape(_matter(each.matter))}<br><small>{escape(', '.join(each.wagers))}</small>",
            f"<b>{escape(each.right)}</b>",
            escape(each.left),
            "",
        )
        for each in elected_differently(_standard(here), here)
    ]
    head = ("option", "elected", "if nothing is elected", "clauses")
    return f'<div class="words">{table(head, rows)}</div>' if rows else "<p>There are none.</p>"


def _standard(here: House) -> House:
    """Return a house of the same game that elects nothing."""
    return house(load(here.law.key, here.law.game), Elections())


def _differences(here: House) -> str:
    standard = _standard(here)
    found: list[Difference] = [*compare(standard.law, here.rules)]
    found += elected_differently(standard, here)
    if not found:
        return "<p>There are none: the game is dealt as the text has it.</p>"
    rows = (
        (
            f"{escape(_matter(each.matter))}<br><small>{escape(', '.join(each.wagers))}</small>",
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


def _matter(matter: str) -> str:
    kind, _, rest = matter.partition(".")
    words = MATTER_WORDS.get(kind, matter)
    return f"{words}: {rest}" if rest and words != matter else words


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


def _designed(each: SubmittedWager) -> tuple[str, str]:
    """Return the title and the content of the section about a wager of the house's own."""
    wager, found = each.design.wager, each.figure
    most, worst = each.design.max_cents, found.worst_case_cents
    limits = f"{dollars(each.design.min_cents or 100)}"
    limits += f" to {dollars(most)}" if most is not None else " or more"
    if each.design.step_cents is not None:
        limits += f", in steps of {dollars(each.design.step_cents)}"
    own = f"{wager.name} is in no regulation. It is what {each.file.name}, says."
    own = own.replace(", says", " says") if ", wager" not in each.file.name else own
    about = [
        f'<p class="note">{escape(own)}</p>',
        f"<p>{escape(each.design.about)}</p>" if each.design.about else "",
        f"<p>{escape(wager.description)}</p>",
        f"<p>It may be made {escape(wager.offer.words)}, for {limits}.</p>",
        _figures([_odds_row(wager, found.figure, found.pays)]),
        "<h3>Every result of one unit bet</h3>",
        table(("result", "probability", "exactly"), _distribution(found)),
    ]
    if worst is not None and most is not None:
        about.append(
            f"<p>The house's worst case on one bet of {dollars(most)}: {dollars(worst)}.</p>"
        )
    text = each.file.raw.decode("utf-8-sig", errors="replace")
    about.append(f"<h3>Its definition</h3><pre>{escape(text)}</pre>")
    return f"{wager.name}: a wager of the house's own", "".join(about)


def _distribution(found: DesignFigure) -> Iterable[tuple[str, ...]]:
    for net, p in found.distribution:
        exact = str(p)
        yield (
            str(net),
            percent(p, 6),
            escape(exact) if len(exact) <= LONGEST else f"about {decimal(p, 9)}",
        )


# The appendix


def _named(sections: Iterable[str]) -> tuple[str, str]:
    """Return the section that gives the citation of every clause named in the others."""
    said = {each for inside in sections for each in _CLAUSE.findall(inside) if known(each)}
    rows = [
        (escape(each.id), escape(each.citation), escape(each.words))
        for each in clauses().values()
        if each.id in said
    ]
    rows += [
        (escape(each.id), "a reading of the project", escape(each.title))
        for each in readings().values()
        if each.id in said
    ]
    listed = table(("named", "citation", "what it says, in short"), rows)
    return "Clauses and readings named here", f'<div class="words">{listed}</div>'


def _appendix(
    houses: Sequence[SubmittedHouse], wagers: Sequence[SubmittedWager], version: str
) -> tuple[str, str]:
    rows, commands = [], []
    for each in houses:
        law, name = each.house.law, quote(each.file.name)
        text = load(law.key, law.game)
        rows.append((f"rules {escape(law.key)}, {escape(law.game)}", escape(text.digest)))
        if law.digest != text.digest:
            what = f"the same with the wagers of {escape(each.file.name)}"
            rows.append((what, escape(law.digest)))
        named = f"{law.key} --game {law.game} --house {name}"
        commands += [
            ("odds and house advantage", f"lammer odds {named} --json"),
            ("of one wager, by its key", f"lammer odds {named} --wager {_first(each)} --json"),
            ("options elected", f"lammer check {name} --json"),
            ("differences", f"lammer compare {law.key} {name} --game {law.game} --json"),
            ("notices", f"lammer notices {named} --json"),
            *(
                (own.wager.name, f"lammer odds {named} --wager {own.wager.key} --json")
                for own in each.house.elections.wagers
            ),
        ]
    files = [each.file for each in houses] + [each.file for each in wagers]
    digests = {each.name: each.digest for each in files}
    rows += [(f"file {escape(name)}, SHA-256", digest) for name, digest in digests.items()]
    rows.append(("program", f"Lammer {escape(version)}"))
    commands += [
        (each.design.wager.name, f"lammer design {quote(each.file.name)} --json") for each in wagers
    ]
    listed = ((escape(what), f"<code>{escape(command)}</code>") for what, command in commands)
    return (
        "Appendix: how to verify this",
        f'<div class="words">{table(("what", "digest"), rows)}'
        "<p>Each figure is computed again, as an exact fraction, by:</p>"
        f"{table(('figure', 'command'), listed)}</div>",
    )


def _first(each: SubmittedHouse) -> str:
    """Return the key of a wager, for an example."""
    return next(wager.key for wager in each.house.rules.wagers if wager.behind is None)
