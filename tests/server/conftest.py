"""What a test of the server leaves open is found at its own end, not in a test that comes later."""

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def nothing_is_left_open() -> Iterator[None]:
    """A socket, file or process that nobody closed warns when it is collected, and a warning is an
    error."""
    yield
    gc.collect()
