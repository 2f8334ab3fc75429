"""What a text lets the staff of a table accept, and a house may decline: wagers during a trial, and
verbal ones (R-92). Every game has both keys; where the text allows none, none can be elected."""

from dataclasses import replace

from lammer.core.cite import Cites, cite
from lammer.core.procedure import Making, Procedure
from lammer.core.ruleset import Choice, Option

STRICTER: Cites = (cite("R-92"),)
"""Why a house may be stricter than the text."""


def practices(procedure: Procedure) -> tuple[Option, ...]:
    """Return the choices about wagers that the staff may confirm.

    >>> from lammer.games import load
    >>> [(each.key, each.open) for each in load("nj-2011").practices]
    [('late_bets', ('confirmed', 'never')), ('verbal_cash_bets', (True, False))]
    >>> [(each.key, each.open) for each in load("nj-2001").practices]
    [('late_bets', ('never',)), ('verbal_cash_bets', (False,))]
    """
    making = procedure.making
    late = making.late.cites if making.late is not None else ()
    verbal = making.verbal.cites if making.verbal is not None else ()
    return (
        Option(
            key="late_bets",
            default="confirmed" if making.late is not None else "never",
            lawful=("confirmed" if making.late is not None else "never",),
            known=("never", "confirmed"),
            cites=(*making.late_cites, *late),
            words=f"wagers during a {procedure.trial.noun}",
            procedure=_late,
            stricter=("never",) if making.late is not None else (),
        ),
        Option(
            key="verbal_cash_bets",
            default=making.verbal is not None,
            lawful=(making.verbal is not None,),
            known=(True, False),
            cites=verbal or making.no_verbal or procedure.unattended,
            words="verbal wagers with cash",
            procedure=_verbal,
            stricter=(False,) if making.verbal is not None else (),
        ),
    )


def _late(value: Choice, procedure: Procedure) -> Procedure:
    making = procedure.making
    if value != "never" or making.late is None:
        return procedure
    return _making(procedure, replace(making, late=None, late_cites=making.late_cites + STRICTER))


def _verbal(value: Choice, procedure: Procedure) -> Procedure:
    making = procedure.making
    if value or making.verbal is None:
        return procedure
    declined = making.verbal.cites + STRICTER
    return _making(procedure, replace(making, verbal=None, no_verbal=declined))


def _making(procedure: Procedure, making: Making) -> Procedure:
    return replace(procedure, making=making)
