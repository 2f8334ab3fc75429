"""The pages are held against real houses, of which nothing may be left open either."""

from tests.server.conftest import nothing_is_left_open

__all__ = ["nothing_is_left_open"]
