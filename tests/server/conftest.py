"""What a test of the server leaves open is found at its own end, not in a test that comes later."""

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def program_is_set_apart() -> None:
    """What is there before the first test is not looked through again: looking is fast."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def nothing_is_left_open(program_is_set_apart: None) -> Iterator[None]:
    """A socket, file or process that nobody closed warns when it is collected, and a warning is an
    error."""
    yield
    gc.collect()
