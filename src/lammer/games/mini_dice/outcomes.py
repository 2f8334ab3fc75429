"""Words for what can come at mini-dice, for whoever writes a wager of their own."""

from dataclasses import replace
from functools import partial

from lammer.games.mini_dice.nj1997 import BEFORE_ANY_SHAKE
from lammer.games.mini_dice.space import SHAKE
from lammer.games.outcomes import OutcomeWords
from lammer.instruments.dice.outcomes import TERMS, dice_term

OUTCOMES = (
    OutcomeWords(
        space_name="two dice",
        space=SHAKE,
        term=partial(dice_term, SHAKE),
        terms=TERMS,
        offers={"any time": lambda cites: replace(BEFORE_ANY_SHAKE, cites=cites)},
        working={"always": SHAKE.everything},
    ),
)
