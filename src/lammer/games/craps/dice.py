"""The sections on dice and shooter as New Jersey prints them: 19:47-1.7 to 1.12.

Two editions lack these pages and take them from here under a reading (R-46, R-57), so the way to
cite them is an argument. What differs between craps, mini-craps and automated craps, which has
neither shooter nor staff (R-49), depends on the name of the game.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, get_args

from lammer.core.cite import Cites, cite, stated
from lammer.core.procedure import (
    ENTERED_TWICE,
    Authority,
    Correction,
    Coupons,
    CrewStep,
    Making,
    OnlyFor,
    OnlyForWords,
    Order,
    Procedure,
    Role,
    Seating,
    Selection,
    Tally,
    Trial,
    Turn,
    VoidReason,
)
from lammer.core.ruleset import Choice, Option
from lammer.games.craps.calls import stick
from lammer.games.craps.space import LOSER_SEVEN
from lammer.instruments.dice.law import ThrownDice

Citing = Callable[..., Cites]
Staffed = Literal["craps", "mini-craps"]

STAFFED: tuple[Staffed, ...] = get_args(Staffed)

LINE_BETS = ("pass", "dont-pass")
COME_BETS = ("come", "dont-come")
COME_BETS_ONLY = OnlyForWords(
    goes_on="rolls only for the come bets",
    marker="Puck off, on the Don't Pass Line.",
    only="only for the come bets",
    over="A line bet is needed again.",
    not_due="A line bet is wanted before a come-out roll only.",
    has_stake="has a line bet up",
    nothing_up="No Come or Don't Come Bet has a number: make a line bet or pass the dice.",
    others_stake="Somebody's line bet is up, so this is no roll only for the come bets.",
    late="This roll is only for the come bets; a line bet waits for the next.",
)
MOST_AT_CRAPS = 24
MOST_AT_MINI_CRAPS = 9
_ROOM = (cite("R-87"),)
"""Why so many may play, where no text says how many."""
WRONGLY_ENTERED = ("wrong-dice", "was-void", ENTERED_TWICE)
"""Why a roll in the record is not the one that was thrown."""

_BY_SPACE = (cite("R-49"),)


def turn(c: Citing, game: Staffed) -> Turn:
    """1.7, 1.8 and 1.11: the dice go round, and when the shooter gives them up."""
    b, cup = ("b1", "c1") if game == "craps" else ("b2", "c2")
    orders: tuple[Role, ...] = ("boxperson",) if game == "craps" else ("dealer",)
    return Turn(
        kept=stated(c("1.7a-s2", "1.7a-s3")),
        first=c(f"1.7{b}-s1"),
        declined=c(f"1.7{b}-s2"),
        accepted=c("1.7c-s1"),
        selection=Selection(
            least=5,
            take=2,
            present=c("1.7a-s1 R-36"),
            taken=c("1.7c-s1"),
            rest=stated(c("1.7c-s2", f"1.7{cup}")),
        ),
        relinquished=c("1.11c"),
        successor=c("1.11d-s1") + stated(c("1.11d-s2")),
        may_pass=c("1.11a R-85"),
        must_pass=LOSER_SEVEN,
        must_pass_key="loser-7",
        must_pass_cites=c("1.11a1 R-20"),
        order=Order(Authority(orders, c("1.11a2")), ("delay", "invalid-rolls", "violation")),
        stake=LINE_BETS,
        stake_cites=c("1.8-s1 R-62 R-29"),
        only_for=OnlyFor(
            wagers=COME_BETS,
            offer=c("1.11b-s1 R-62"),
            alone=c("1.11b-s2 R-30"),
            marker=stated(c("1.11b-s3")),
            over=c("1.11b-s4 R-30"),
            words=COME_BETS_ONLY,
        ),
        stake_words="a Pass or Don't Pass Bet",
        stake_when="before a come-out roll",
        must_pass_words="has sevened out",
    )


def trial(c: Citing, game: Staffed) -> Trial:
    """1.8 to 1.10: the throw, what makes it void and who may say so, the call and settlement."""
    craps = game == "craps"
    who = CALLERS[game]
    e = "e1" if craps else "e2"
    rules: Role = "boxperson" if craps else "floorperson"
    after = "b" if craps else "c"
    corrects: tuple[Role, ...] = ("boxperson", "floorperson") if craps else ("floorperson",)

    def called(key: str, words: str, item: int, early: bool) -> VoidReason:
        soon = c("1.9c") if early else ()
        callers = Authority(who, c("1.9b", f"1.9{e} R-32 R-69"), option="roles.no_roll")
        return VoidReason(key, words, c(f"1.9b{item}") + soon, callers)

    on_the_bank = called("on-the-bank", "a die came to rest on the bank's chips", 3, False)
    if not craps:
        on_the_bank = VoidReason("on-the-bank", on_the_bank.words, (), none=c("1.9b"))
    improper = called("improper", "the throw was improper", 6, True)
    if not craps:
        considers: tuple[Role, ...] = ("dealer", "stickperson")
        told = Authority(considers, c("1.9b6", "1.9e2 R-32 R-69"), option="roles.no_roll")
        improper = VoidReason("improper", improper.words, c("1.9b6", "1.9c"), told)
    return Trial(
        thing="dice",
        noun="roll",
        thrown=stated(c("1.8-s2")),
        called=c("1.10a-s1", "1.10a-s2"),
        settled=stated(c(f"1.10{after}-s1", f"1.10{after}-s2", f"1.10{after}-s3")),
        instrument=ThrownDice(leaned=c("1.10a1-s1"), called_after=c("1.9c R-32 R-90")),
        disputes=Authority((rules,), c("1.10a2i" if craps else "1.10a2ii")),
        reasons=(
            VoidReason("off-the-table", "a die left the table", c("1.9a-s1 R-32")),
            VoidReason("one-die-on-the-other", "one die rests on the other", c("1.9a-s2 R-32")),
            VoidReason(
                "cocked",
                "more than one side of a die rests on chips or another object",
                c("1.10a1-s2 R-32"),
            ),
            called("not-simultaneous", "the dice did not leave the hand together", 1, True),
            called("missed-the-end", "a die did not strike an end of the table", 2, True),
            on_the_bank,
            called("in-cup-or-rail", "a die came to rest in the cup or on a rail", 4, False),
            called("cheating", "a cheating device or technique was used", 5, False),
            improper,
            VoidReason("touching-chips", "the dice touched chips or coupons", (), none=c("1.9d")),
        ),
        void=(cite("R-31"),),
        call=stick,
        corrected=Correction(Authority(corrects, (cite("R-77"),)), WRONGLY_ENTERED),
    )


def steps(c: Citing, game: Staffed) -> tuple[CrewStep, ...]:
    """1.7, 1.10 and 1.11: where the dice are between two throws (R-79)."""
    craps = game == "craps"
    stick: tuple[Role, ...] = ("stickperson",) if craps else ("dealer", "stickperson")
    after, the_long_form = "b" if craps else "c", (cite("R-79"),)
    return (
        CrewStep(
            "dice-to-cup",
            "The other dice go back into the cup.",
            stick,
            c("1.7c-s2") + the_long_form,
            after="select",
            again=c("1.11d-s2") + the_long_form,
        ),
        CrewStep(
            "dice-to-centre",
            "The dice are brought to the centre of the table with the stick.",
            stick,
            c(f"1.10{after}-s1", f"1.10{after}-s3") + the_long_form,
            after="roll",
        ),
        CrewStep(
            "dice-to-shooter",
            "All bets are settled; the dice are passed to the shooter with the stick.",
            stick,
            c(f"1.10{after}-s2", f"1.10{after}-s3") + the_long_form,
            after="roll",
            first="dice-to-centre",
            over=("pass",),
        ),
    )


def fire_steps(c: Citing, own: Cites = ()) -> tuple[CrewStep, ...]:
    """1.12(a): the Fire Bets and their markers; ``own`` are the edition's clauses of the area."""
    fire, the_long_form = ("fire",), (cite("R-79"),)
    return (
        CrewStep(
            "fire-bets-in",
            "The Fire Bets are brought in to their numbers, in order: seats {seats}.",
            ("dealer",),
            own + c("1.12a3-s1") + the_long_form,
            after="bet",
            wagers=fire,
            named="seats",
        ),
        CrewStep(
            "fire-marker",
            "Point marker {count} is put on the {number}.",
            ("dealer", "boxperson"),
            c("1.12a4-s1") + the_long_form,
            after="marker",
            wagers=fire,
            named="marker",
        ),
        CrewStep(
            "surveillance-told",
            "Surveillance is told of the Fire Bets.",
            ("boxperson", "floorperson"),
            c("1.12a6") + the_long_form,
            after="tell",
        ),
    )


def shaken(called: Cites) -> Trial:
    """Automated craps: a machine shakes; a stacked or cocked result is shaken again (R-49)."""
    whole = (
        VoidReason("one-die-on-the-other", "one die rests on the other", _BY_SPACE),
        VoidReason("cocked", "a die does not lie flat", _BY_SPACE),
    )
    others = tuple(
        VoidReason(key, "there is no No Roll at automated craps", (), none=_BY_SPACE)
        for key in (
            *("off-the-table", "not-simultaneous", "missed-the-end", "on-the-bank"),
            *("in-cup-or-rail", "cheating", "improper", "touching-chips"),
        )
    )
    return Trial(
        thing="dice",
        noun="roll",
        thrown=_BY_SPACE,
        called=called,
        settled=(),
        instrument=ThrownDice(leaned=()),
        reasons=(*whole, *others),
        void=(cite("R-31"),),
        call=stick,
    )


def making(
    *,
    before: Cites,
    late: Authority | None,
    late_cites: Cites,
    chips: Cites,
    coupons: Cites,
    verbal: Cites,
    converted: Cites,
) -> Making:
    """1.3(a) and (b): coupons on the line bets alone, a dealer's word for a verbal bet."""
    return Making(
        before=before,
        late=late,
        late_cites=late_cites,
        chips=chips,
        reduced=(cite("R-67"),),
        coupons=Coupons(LINE_BETS, coupons, (cite("R-35"),)),
        verbal=Authority(("dealer",), verbal) if verbal else None,
        converted=converted,
        late_until="the dice rest",
    )


def both(first: Role, second: Role, cites: Cites) -> Authority:
    """Two people who must both confirm (R-34)."""
    return Authority((first, second), cites)


def standing() -> Seating:
    return Seating(MOST_AT_CRAPS, _ROOM, left=(cite("R-68"),))


def seated(seated: Cites, stay: Cites, most: Cites = _ROOM) -> Seating:
    """1.3(f): only the seated play, and they stay until their wagers are decided (R-33)."""
    return Seating(MOST_AT_MINI_CRAPS, most, seated, stay)


def fire_tally(
    c: Citing,
    *,
    placed: Cites,
    early: Cites = (),
    areas: int | None = None,
    areas_cites: Cites = (),
) -> Tally:
    """1.12(a): where the Fire Bets go, the point markers, the call to surveillance."""
    return Tally(
        wagers=("fire",),
        placed=placed,
        early=early,
        marked=c("1.12a4-s1", "1.12a4-s3"),
        cleared=c("1.12a5"),
        carried=c("1.12a2 R-23"),
        tell="surveillance",
        tell_at=4,
        tell_cites=c("1.12a6"),
        tell_words="different points made",
        areas=areas,
        areas_cites=areas_cites,
    )


def confirmed_calls(c: Cites) -> Option:
    """1.3(e): a dealer confirms a call by placing a marker on the bet. Where it is elected, the
    call is entered with that; elsewhere to enter it is to place the marker (R-84)."""

    def change(elected: Choice, procedure: Procedure) -> Procedure:
        calls = Authority(("dealer",), c) if elected else None
        return replace(procedure, making=replace(procedure.making, calls=calls))

    return Option(
        key="confirm_calls",
        default=False,
        lawful=(False, True),
        known=(False, True),
        cites=c,
        words="the dealer's word, entered with each call of a bet",
        procedure=change,
        games=("craps", "mini-craps"),
    )


WHO_CALLS = 'who may call "No Roll"'
CALLERS: dict[Staffed, tuple[Role, ...]] = {
    "craps": ("boxperson", "stickperson"),
    "mini-craps": ("dealer", "stickperson", "floorperson"),
}
_ANY_CALLER = tuple(dict.fromkeys(("all", *(role for who in CALLERS.values() for role in who))))


def designated(c: Citing) -> tuple[Option, ...]:
    """1.9(e): at each game the licensee designates which of those listed may call "No Roll"; left
    out, all of them may."""
    listed: tuple[tuple[Staffed, str], ...] = (("craps", "e1"), ("mini-craps", "e2"))
    return tuple(
        Option(
            key="roles.no_roll",
            default="all",
            lawful=("all", *CALLERS[game]),
            known=_ANY_CALLER,
            cites=c("1.9b", f"1.9{item}"),
            words=WHO_CALLS,
            games=(game,),
            several=True,
        )
        for game, item in listed
    )


def nobody_designated() -> Option:
    """Automated craps, where nobody calls "No Roll" (R-49)."""
    return Option(
        key="roles.no_roll",
        default="all",
        lawful=("all",),
        known=_ANY_CALLER,
        cites=_BY_SPACE,
        words=f"{WHO_CALLS}, which nobody does at automated craps",
        games=("automated-craps",),
        several=True,
    )
