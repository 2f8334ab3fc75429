"""What a Gymnasium environment at craps plays with when no wagers are named."""

from lammer.games.craps.space import BOX

USUAL_WAGERS = (
    *("pass", "pass-odds", "dont-pass", "dont-pass-odds", "come", "dont-come", "field"),
    *(f"place-{number}" for number in BOX),
)
"""Those that the house does not offer are left out."""
