"""The reference of commands and events is written from their types."""

from tools import reference


def test_the_reference_is_current() -> None:
    text = reference.FILE.read_text(encoding="utf-8")
    assert text == reference.written(text), "run tools/reference.py"


def test_the_reference_says_what_may_be_left_out() -> None:
    found = reference.reference()
    assert "| `reduce` | `seat`: whole number; `wager`: text; `by`: whole number above 0 |" in found
    assert "| `wins` | `seat`: whole number; `wager`: text; `stake`: whole number;" in found
    assert "[`leave_up`: true or false]" in found
