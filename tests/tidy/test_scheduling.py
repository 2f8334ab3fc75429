"""Tests that are dealt out to several processes: all of them, once, modules whole."""

from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st

from tests.scheduling import SECONDS, seconds, sizes, spread

FOLDERS = (*(each for each in SECONDS if not each.endswith(".py")), "tests/law", "tests/table")
MODULES = [f"{folder}/test_{letter}.py" for folder in FOLDERS for letter in "abc"]
MODULES += [each for each in SECONDS if each.endswith(".py")]


@given(st.lists(st.tuples(st.sampled_from(MODULES), st.integers(1, 9))), st.integers(1, 6))
def test_every_test_is_run_once_and_modules_stay_whole(
    modules: list[tuple[str, int]], processes: int
) -> None:
    tests = [(name, at) for name, many in dict(modules).items() for at in range(many)]
    found = spread(tests, lambda test: test[0], processes)
    assert sorted(found) == sorted(tests)
    assert sum(sizes(len(tests), processes)) == len(tests)
    for name in dict(modules):
        kept = [at for key, at in found if key == name]
        assert kept == sorted(kept)
        if processes == 1 and seconds(name):
            assert [key for key, _ in groupby(test[0] for test in found)].count(name) == 1


def test_slow_modules_begin_each_part() -> None:
    """Behind them lies what another process may take."""
    tests = [("tests/law/test_a.py", at) for at in range(400)]
    slow = [(f"tests/browser/test_{letter}.py", at) for letter in "abcdefgh" for at in range(10)]
    found = spread([*tests, *slow], lambda test: test[0], 4)
    for part in range(4):
        names = [name for name, _ in found[part * 120 : (part + 1) * 120]]
        assert [name.split("/")[1] for name in names] == ["browser"] * 20 + ["law"] * 100
        assert len(list(groupby(names[:20]))) == 2
