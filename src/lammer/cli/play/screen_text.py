"""Texts in lines that fit the screen."""

from textwrap import fill

from lammer.cli.support.output import console


def tell(words: str, style: str = "") -> None:
    """Print a text, indented and wrapped to the screen."""
    screen = console()
    width = min(screen.width, 100)
    text = fill(words, width, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
    screen.print(text, style=style or None, soft_wrap=True)
