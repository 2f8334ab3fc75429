"""Finds what a test of the server leaves open at the end of that test, not of a later one."""

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module", autouse=True)
def what_was_there_is_set_apart() -> Iterator[None]:
    """What is there before a module's own house is not looked through after each test."""
    gc.collect()
    gc.freeze()
    yield
    gc.collect()


@pytest.fixture(autouse=True)
def nothing_is_left_open(what_was_there_is_set_apart: None) -> Iterator[None]:
    """A socket, file or process that nobody closed warns when it is collected, and a warning is an
    error. What the test made is young; whatever grew old is looked at when the module ends."""
    yield
    gc.collect(1)
