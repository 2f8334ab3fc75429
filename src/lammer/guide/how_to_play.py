"""The gaming guide of a table: how a game goes, what may be bet and what this house has chosen.

It is generated from the rule set and the elections, item by item with the clauses; an instrument
adds what only it has (``Instrument.guide``). Regulations ask for such guides: the heading
19:47-8.5 of New Jersey's chapter, COMAR 36.05.03.22.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from lammer.core.cite import Cites, clause_ids
from lammer.core.legality import control_words
from lammer.core.money import dollars
from lammer.core.procedure import Authority, Turn
from lammer.core.space import Cells
from lammer.core.wager import Wager
from lammer.guide.plain import a_or_an, either, every, plain_line
from lammer.house.house import odds_multiple
from lammer.house.notices import vigorish_words
from lammer.odds.figure import figure, pays_words
from lammer.table.rules import Rules
from lammer.table.views.legal import posted_range


@dataclass(frozen=True, slots=True)
class GuideItem:
    """A sentence or two, with the clauses they rest on."""

    text: str
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GuideSection:
    """Items under a heading."""

    title: str
    items: tuple[GuideItem, ...]


@dataclass(frozen=True, slots=True)
class GuideWager:
    """A wager for newcomers. ``win`` is the chance of a new bet and ``edge`` what the house keeps
    of it on average; both are None for odds, which go with another bet."""

    key: str
    name: str
    plain: str
    pays: str
    win: Fraction | None
    edge: Fraction | None
    when: str
    changes: str
    limits: str
    clause: str


@dataclass(frozen=True, slots=True)
class Guide:
    """A whole gaming guide; ``wagers`` by the areas of the layout."""

    title: str
    citation: str
    sections: tuple[GuideSection, ...]
    wagers: tuple[tuple[str, tuple[GuideWager, ...]], ...]


def how_to_play(rules: Rules) -> Guide:
    """Return the gaming guide of a table with these rules.

    >>> from lammer.table import Run
    >>> guide = how_to_play(Run.at("nj-1997", rails={}).table.rules)
    >>> guide.title
    'Mini dice, New Jersey'
    >>> guide.sections[0].items[1].text
    'Losing bets are collected first, then winners are paid.'
    """
    law, noun = rules.house.law, rules.procedure.trial.noun
    place, _, citation = law.title.partition(", ")
    sections = (
        GuideSection("How a round goes", tuple(_round(rules))),
        GuideSection("Whose turn it is", tuple(_turns(rules))),
        GuideSection("Making bets", tuple(_making(rules))),
        *(
            GuideSection(title, tuple(_item(text, cites) for text, cites in items))
            for title, items in rules.instrument.guide(rules)
        ),
        GuideSection(f"When a {noun} does not count", tuple(_void(rules))),
        GuideSection("At this table", tuple(_chosen(rules))),
    )
    return Guide(
        title=f"{law.game.replace('-', ' ').capitalize()}, {place}",
        citation=citation,
        sections=tuple(section for section in sections if section.items),
        wagers=tuple(_wagers(rules)),
    )


def _item(text: str, *cites: Cites) -> GuideItem:
    return GuideItem(text, clause_ids(cite for some in cites for cite in some))


# How a round goes


def _round(rules: Rules) -> Iterator[GuideItem]:
    ruleset, trial = rules.ruleset, rules.procedure.trial
    if ruleset.cycle is not None and len(ruleset.space.contexts) > 1:
        yield _item(_points(rules), ruleset.cycle.come_out, ruleset.cycle.point)
    if trial.closed:
        closing = f'The dealer announces "{trial.closing_words}"; after that no bet is taken, '
        yield _item(f"{closing}raised or taken down until the {trial.noun} is over.", trial.closed)
    if trial.payment is not None:
        yield _item("Losing bets are collected first, then winners are paid.", trial.payment.losers)
    for wager in _main_wagers(rules):
        yield _item(f"{wager.name}: {plain_line(ruleset, wager)}", wager.cites)


def _points(rules: Rules) -> str:
    """How the puck goes on and off, read from the space."""
    space = rules.space
    start, *points = space.contexts
    row = space.follow[space.contexts.index(points[0])]
    back = [
        outcome for at, outcome in enumerate(space.outcomes) if space.contexts[row[at]] == start
    ]
    ends = [word for word in space.name(frozenset(back)).split(", ") if word != points[0]]
    return (
        f"A round begins with the puck off. {either(points)} then becomes the point and the puck "
        f"goes on it; the round lasts until the point or {either(map(a_or_an, ends))} comes."
    )


def _main_wagers(rules: Rules) -> list[Wager]:
    """The wagers that a game is about: those a holder must have, else the first on the layout."""
    turn, wagers = rules.procedure.turn, rules.ruleset.wagers
    if turn is not None and turn.stake:
        return [wager for wager in wagers if wager.key in turn.stake]
    first = rules.ruleset.layout[0].spots
    return [wager for wager in wagers if wager.spot in first and wager.behind is None][:3]


# Whose turn it is


def _turns(rules: Rules) -> Iterator[GuideItem]:
    procedure = rules.procedure
    if procedure.turn is None:
        text = f"Nobody holds the {procedure.trial.thing}; the table {_plays_itself(rules)}."
        yield _item(text, procedure.unattended)
        return
    yield from _turn(rules, procedure.turn)


def _plays_itself(rules: Rules) -> str:
    return f"makes each {rules.procedure.trial.noun} by itself"


def _turn(rules: Rules, turn: Turn) -> Iterator[GuideItem]:
    thing, many = rules.procedure.trial.thing, rules.instrument.plural
    way = "clockwise" if turn.clockwise else "counter-clockwise"
    go, them = ("go", "them") if many else ("goes", "it")
    round_ = f"The {thing} {go} round the table {way}, from seat 1"
    yield _item(f"{round_}; nobody has to take {them}.", turn.first, turn.declined)
    if turn.stake:
        names = either(rules.wagers[key].name for key in turn.stake if key in rules.wagers)
        yield _item(f"Whoever takes the {thing} must have a {names} up.", turn.stake_cites)
    passes = "pass" if many else "passes"
    if turn.must_pass:
        when = _comes(rules, turn.must_pass)
        yield _item(f"The {thing} {passes} to the next player after {when}.", turn.must_pass_cites)
    if turn.may_pass:
        yield _item(f"A player may pass {them} on before that.", turn.may_pass)
    if turn.nobody:
        yield _item(f"If no player takes the {thing}, the dealer does.", turn.nobody)


def _comes(rules: Rules, cells: Cells) -> str:
    space, noun = rules.space, rules.procedure.trial.noun
    name = space.sets.get(cells)
    if name is not None:
        return name
    words = space.words(cells).split(", ")
    conditions = [space.conditions[word] for word in words if word in space.conditions]
    if conditions:
        return f"a {noun} that {either(each.removeprefix('if ') for each in conditions)}"
    return either(map(a_or_an, words))


# Making bets


def _making(rules: Rules) -> Iterator[GuideItem]:
    making, seating = rules.procedure.making, rules.procedure.seating
    many = f"Up to {seating.most} may play"
    yield _item(
        f"{many}, seated." if seating.seated else f"{many}.", seating.most_cites, seating.seated
    )
    begins = rules.instrument.begins
    if not rules.procedure.trial.closed:
        yield _item(f"Bets are made before {begins}.", making.before)
    if making.late is not None:
        need = " and ".join(rules.roles(making.late))
        text = f"A bet made while {rules.instrument.runs} counts only if the {need} confirm it."
        yield _item(text, making.late_cites, making.late.cites)
    if making.verbal is not None:
        text = (
            f"A bet called out with cash is taken if the {_who(rules, making.verbal)} confirms it."
        )
        yield _item(text, making.verbal.cites, making.converted)
    elif making.no_verbal:
        yield _item("Spoken bets are not taken.", making.no_verbal)
    if making.coupons is not None:
        names = either(
            rules.wagers[key].name for key in making.coupons.wagers if key in rules.wagers
        )
        yield _item(f"Match play coupons are taken with a {names}.", making.coupons.cites)
    if rules.procedure.leave_up:
        text = "A bet that wins is taken down with its winnings unless it is left up."
        yield _item(text, rules.procedure.leave_up)


def _who(rules: Rules, authority: Authority) -> str:
    return either(rules.roles(authority))


# When a trial does not count


def _void(rules: Rules) -> Iterator[GuideItem]:
    trial = rules.procedure.trial
    for reason in trial.reasons:
        if reason.none:
            continue
        who = f" and the {_who(rules, reason.callers)} calls it" if reason.callers else ""
        text = f"{reason.words[0].upper()}{reason.words[1:]}{who}."
        yield _item(text, reason.cites, reason.callers.cites if reason.callers else ())
    if trial.reasons:
        yield _item("Bets then stay as they are.", trial.void)


# What the house has chosen


def _chosen(rules: Rules) -> Iterator[GuideItem]:
    house = rules.house
    unit = dollars(rules.pay_unit)
    yield _item(f"Bets are paid in units of {unit}.")
    yield from _odds(rules)
    charged: dict[str, list[str]] = {}
    for key in house.vigs:
        charged.setdefault(vigorish_words(house, [key]), []).append(key)
    for words, keys in charged.items():
        law = rules.wagers[keys[0]].vig
        assert law is not None
        yield _item(f"Vigorish on {_together(rules, keys)}: {words}.", law.cites)
    for option in house.law.options:
        chosen = house.elections.options.get(option.key, option.default)
        if len(option.lawful) > 1:
            yield _item(
                f"{option.words[0].upper()}{option.words[1:]}: {_value(chosen)}.", option.cites
            )


def _together(rules: Rules, keys: Iterable[str]) -> str:
    """The names of wagers, those of one group by their numbers: "Buy Bet on 4, 5 and 6"."""
    groups: dict[str, list[str]] = {}
    for key in keys:
        wager = rules.wagers[key]
        stem, _, number = wager.name.rpartition(" ")
        name, last = (stem, number) if wager.group and number.isdigit() else (wager.name, "")
        groups.setdefault(name, []).append(last)
    return " and ".join(f"{name} {every(filter(None, on))}".strip() if any(on) else name
                        for name, on in groups.items())  # fmt: skip


def _value(chosen: str | bool | int) -> str:
    if isinstance(chosen, bool):
        return "yes" if chosen else "no"
    return str(chosen).replace("-", " ").replace("_", " ")


def _odds(rules: Rules) -> Iterator[GuideItem]:
    behind = next((w.behind for w in rules.ruleset.wagers if w.behind is not None), None)
    if behind is None:
        return
    by_multiple: dict[Fraction, list[str]] = {}
    for state in behind.states:
        multiple = odds_multiple(behind, state, rules.house.elections)
        by_multiple.setdefault(multiple, []).append(state)
    if len(by_multiple) == 1:
        text = f"Odds: up to {next(iter(by_multiple))} times the bet, on every number."
    else:
        parts = (f"{multiple} times on {either(on)}" for multiple, on in by_multiple.items())
        text = f"Odds: up to {', '.join(parts)}."
    yield _item(text, behind.most_cites)


# The wagers


def _wagers(rules: Rules) -> Iterator[tuple[str, tuple[GuideWager, ...]]]:
    for area in rules.ruleset.layout:
        here = [wager for wager in rules.ruleset.wagers if wager.spot in area.spots]
        if here:
            yield area.title, tuple(_wager(rules, wager) for wager in here)


def _wager(rules: Rules, wager: Wager) -> GuideWager:
    ruleset = rules.ruleset
    solved = None if wager.behind is not None else figure(ruleset, wager, rules.vig(wager))
    return GuideWager(
        key=wager.key,
        name=wager.name,
        plain=plain_line(ruleset, wager),
        pays=pays_words(ruleset, wager),
        win=None if solved is None else solved.p_win,
        edge=None if solved is None else solved.edge_per_bet_made,
        when=wager.offer.words,
        changes=control_words(wager),
        limits=_limits(rules, wager),
        clause=wager.cites[0].clause,
    )


def _limits(rules: Rules, wager: Wager) -> str:
    if wager.behind is not None:
        return ""
    found = posted_range(rules, wager)
    most = f" to {dollars(found.most)}" if found.most else " or more"
    step = f", in steps of {dollars(found.step)}" if found.step not in (1, found.least) else ""
    return f"{dollars(found.least)}{most}{step}"


def as_data(guide: Guide) -> dict[str, object]:
    """Return a guide as plain data; chances and edges are exact, as text."""
    return {
        "format": 1,
        "title": guide.title,
        "citation": guide.citation,
        "sections": [
            {
                "title": section.title,
                "items": [
                    {"text": item.text, "clauses": list(item.clauses)} for item in section.items
                ],
            }
            for section in guide.sections
        ],
        "wagers": [{"title": title, "wagers": _rows(rows)} for title, rows in guide.wagers],
    }


def _rows(rows: Iterable[GuideWager]) -> list[dict[str, object]]:
    return [
        {
            "key": row.key,
            "name": row.name,
            "plain": row.plain,
            "pays": row.pays,
            "win": None if row.win is None else str(row.win),
            "edge": None if row.edge is None else str(row.edge),
            "when": row.when,
            "changes": row.changes,
            "limits": row.limits,
            "clause": row.clause,
        }
        for row in rows
    ]
