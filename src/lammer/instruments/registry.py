"""Which instruments there are, found by key."""

INSTRUMENTS: dict[str, str] = {
    "dice": "lammer.instruments.dice",
    "shaker": "lammer.instruments.shaker",
    "shoe": "lammer.instruments.shoe",
}
"""Instrument keys and the package of each."""
