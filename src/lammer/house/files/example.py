"""Generates a commented house file to start from; every figure and clause in it comes from the
law."""

from textwrap import wrap

from lammer.core.cite import Cite, clause_ids
from lammer.core.ruleset import Option, Ruleset
from lammer.core.wager import VigLaw, Wager
from lammer.house.values import either, show


def example(law: Ruleset) -> str:
    """Return a lawful house file for these rules, with every key explained.

    >>> from lammer.games import load
    >>> "odds = { 4 = 3" in example(load("nj-2011"))
    True
    """
    lines = [
        *_note(f"House file for {law.game}: {law.title}."),
        *_note(
            "Check it with: lammer check FILE. Amounts are whole cents. A key left out has the "
            "value shown here, unless its note says otherwise."
        ),
        f'rules = "{law.key}"',
        f'game = "{law.game}"',
        "",
        *_note(_pay_unit(law)),
        "pay_unit = 100",
        "",
        *_odds(law),
        *_vigorish(law),
        *_tables(law),
        *_options(law, in_tables=False),
        *_offer(law),
        *_options(law, in_tables=True),
        *_payouts(law),
        *_note(
            "Posted limits in cents, for any wager by its key. Left out: one pay unit and no "
            f"maximum ({_ids(law.law.posted_limits)})."
        ),
        f"[limits.{law.wagers[0].key}]",
        "min = 1000",
        "max = 500000",
    ]
    return "\n".join(lines) + "\n"


def _pay_unit(law: Ruleset) -> str:
    payable = _ids(*(payout.law.payable for payout in law.payouts().values()))
    if not payable:
        return "The smallest amount the table takes, where no other minimum is posted."
    return (
        "The smallest amount the table pays. A wager that cannot be paid in whole units of it "
        f"is refused ({payable})."
    )


def _note(text: str) -> list[str]:
    return [f"# {line}" for line in wrap(text, 88)]


def _ids(*cites: tuple[Cite, ...]) -> str:
    return ", ".join(clause_ids(cite for each in cites for cite in each))


def _odds(law: Ruleset) -> list[str]:
    behind = next((wager.behind for wager in law.wagers if wager.behind), None)
    if behind is None:
        return []
    return [
        *_note(
            f"Odds behind line and come bets, {behind.least} to {behind.most} times the bet, as "
            f"one number or by point ({_ids(behind.least_cites, behind.most_cites)}). Left out: "
            f"{behind.most}."
        ),
        "odds = { 4 = 3, 5 = 4, 6 = 5, 8 = 5, 9 = 4, 10 = 3 }",
        *_note(
            "Whether odds just over the limit are taken where the limit itself cannot be paid "
            f"({_ids(behind.round_up_cites)})."
        ),
        "round_up_odds = true",
        "",
    ]


def _vigorish(law: Ruleset) -> list[str]:
    laws = {wager.key.rsplit("-", 1)[0]: wager.vig for wager in law.wagers if wager.vig}
    if not laws:
        return []
    by_number = any(law.named(f"{kind}-4") for kind in laws)
    how = 'such as vig_rate = { buy = "1/20", lay = { 4 = "4%" } }'
    lines = _note(f"Vigorish: one rate for all, or by kind and number, {how}.")
    if not by_number:
        lines = _note("Vigorish: the rate.")
    for kind, vig in laws.items():
        base = {"wager": "the amount wagered", "win": "what the bet could win"}[vig.base]
        most = f"at most {vig.cap} of the wager" if vig.cap < 1 else "no other limit being printed"
        lines += _note(f"{kind}: a percentage of {base}, {most} ({_ids(vig.cites)}).")
    lines.append('vig_rate = "1/20"')
    if any(option.key.startswith("vig.") for option in law.options):
        return [*lines, ""]  # How it is taken is in the table [vig].
    lines += _note("When it is collected, by kind, or by kind and number.")
    for kind, vig in laws.items():
        lines += _note(f"{kind}: " + " or ".join(f'"{when}"' for when in vig.moments) + ".")
    return [
        *lines,
        "vig = { " + ", ".join(f'{kind} = "{_first(vig)}"' for kind, vig in laws.items()) + " }",
        "",
    ]


def _first(vig: VigLaw) -> str:
    return next(iter(vig.moments))


def _tables(law: Ruleset) -> list[str]:
    """Return wagers with several pay tables, of which the house chooses one."""
    by_wager: dict[str, list[Wager]] = {}
    for wager in law.wagers:
        if wager.variant is not None:
            by_wager.setdefault(wager.key, []).append(wager)
    lines: list[str] = []
    for key, wagers in by_wager.items():
        said = [
            f'"{wager.variant}" ({", ".join(str(payout.odds) for payout in wager.payouts())})'
            for wager in wagers
        ]
        what = f"The pay table of the {wagers[0].name}: {', '.join(said)}, or false."
        lines += [*_note(what), f'{key} = "{wagers[0].variant}"', ""]
    return lines


def _offer(law: Ruleset) -> list[str]:
    optional = (wager for wager in law.wagers if wager.election and wager.variant is None)
    elections = {w.election.key: w.election for w in optional if w.election}
    if not elections:
        return []
    return [
        *_note("Wagers that are the house's to offer or not. Left out: offered."),
        "[offer]",
        *(f"{key} = true  # {_ids(each.cites)}" for key, each in elections.items()),
        "",
    ]


def _options(law: Ruleset, *, in_tables: bool) -> list[str]:
    """Return the choices that the text leaves open; in TOML plain keys must come before tables."""
    open_ones = [option for option in law.choices if len(option.open) > 1]
    with_tables = {wager.key for wager in law.wagers if wager.variant is not None}
    lines: list[str] = []
    begun = ""
    for option in sorted(open_ones, key=lambda each: each.key.rpartition(".")[0]):
        table, _, name = option.key.rpartition(".")
        if in_tables == bool(table and table not in with_tables):
            if table != begun and table not in with_tables:
                lines.append(f"[{table}]")
                begun = table
            lines += _option(option, table, name, inline=table in with_tables)
    return lines


def _option(option: Option, table: str, name: str, *, inline: bool) -> list[str]:
    note = f"{option.words[0].upper()}{option.words[1:]}: {either(option.open)}"
    note += ", or a list of several" if option.several else ""
    default = show(option.default)
    if inline:
        how = f'as {table} = {{ table = "A", {name} = {default} }}'
        return [*_note(f"{note}, written {how} ({_ids(option.cites)})."), ""]
    return [*_note(f"{note} ({_ids(option.cites)})."), f"{name} = {default}", ""]


def _payouts(law: Ruleset) -> list[str]:
    lines = law.payouts()
    free = next((line for line in lines.values() if line.law.free), None)
    better = free or lines.get("field-12") or next(iter(lines.values()))
    if better.law.mode == "exact":
        what = "Payouts are exactly those of the regulation, so there is nothing to elect"
        return [*_note(f"{what} ({_ids(better.law.exact)})."), ""]
    odds = better.odds
    if free is not None:
        return [
            *_note(f"What {free.key} pays, where no text is printed ({_ids(free.law.free)}):"),
            "# [payouts]",
            f'# {free.key} = "{odds}"',
            "",
        ]
    return [
        *_note(
            "Better odds than the regulation's floor, the same everywhere in the property "
            f"({_ids(better.law.least, better.law.uniform)}). For example, on {better.key}, "
            f"instead of {odds}:"
        ),
        "# [payouts]",
        f'# "{better.key}" = "{odds.win + 1} to {odds.stake}"',
        "",
    ]
