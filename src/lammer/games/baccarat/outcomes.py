"""Words for coups, for whoever writes a wager of their own."""

from dataclasses import replace
from functools import partial

from lammer.games.baccarat.nj2001 import BEFORE_NO_MORE_BETS, EDITION
from lammer.games.outcomes import OutcomeWords
from lammer.instruments.shoe.outcomes import TERMS, coup_term

OUTCOMES = (
    OutcomeWords(
        space_name="coup",
        space=EDITION.space,
        term=partial(coup_term, EDITION.space),
        terms=TERMS,
        offers={"any time": lambda cites: replace(BEFORE_NO_MORE_BETS, cites=cites)},
        working={"always": EDITION.space.everything},
        lacks=(
            ("pair", "suit", "red", "black", "ace", "king", "queen", "jack", "same"),
            "a coup is the counts of both hands and how many cards each has, not which cards",
        ),
    ),
)
