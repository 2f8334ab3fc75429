"""Finds what a test of the server leaves open at the end of that test, not of a later one."""

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def nothing_is_left_open() -> Iterator[None]:
    """A socket, file or process that nobody closed warns when it is collected, and a warning is an
    error."""
    yield
    gc.collect()
