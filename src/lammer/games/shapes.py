"""Shapes of wagers and procedures that several games have. An edition gives the clauses."""

from collections.abc import Sequence

from lammer.core.cite import Cites
from lammer.core.procedure import Making, Posting
from lammer.core.space import Cells, Space
from lammer.core.wager import Chart, Lose, Payout, Rule, Win, Working


def decided_at_once(
    space: Space, wins: Sequence[tuple[Cells, Payout]], cites: Cites, lost: Cites | None = None
) -> Chart:
    """Return a wager that the next trial decides: what does not win loses, by the same clauses if
    ``lost`` names no others.

    >>> from lammer.core.cite import cite
    >>> from lammer.games.edition import line
    >>> from lammer.games.mini_dice.space import SHAKE, total
    >>> chart = decided_at_once(SHAKE, [(total(7), line("seven"))], (cite("EX-1"),))
    >>> [(type(rule.effect).__name__, len(rule.on)) for rule in chart.rules("up")]
    [('Win', 6), ('Lose', 30)]
    """
    rest = space.everything
    for cells, _ in wins:
        rest = rest - cells
    won = (Rule(cells, Win(pays), cites) for cells, pays in wins)
    return Chart({"up": (*won, Rule(rest, Lose(), cites if lost is None else lost))})


def always_on(words: str, space: Space, cites: Cites) -> Working:
    """Return the working of a wager that is always on, where the clauses do not speak of trials."""
    everything = space.everything
    return Working(everything, words, cites, spoken_of=everything - everything)


def chips_in_time(before: Cites, chips: Cites, reduced: Cites, no_others: Cites) -> Making:
    """Return the making of wagers where all are made with chips and in time; ``no_others`` are the
    clauses by which none is verbal or with a coupon."""
    return Making(
        before=before,
        late=None,
        late_cites=before,
        chips=chips,
        reduced=reduced,
        coupons=None,
        verbal=None,
        converted=(),
        no_coupons=no_others,
        no_verbal=no_others,
    )


def own_rules_posted(cites: Cites, why: str) -> Posting:
    """Return the posting of the rules that are the project's own."""
    return Posting("own", "own", f"The project's own, {why}", cites, where="rules")


WHERE_NOT_PRINTED = "for sections not printed, where the house elects nothing else"
ONLY_HEADINGS = "since only the headings of this game are printed"
