"""The pages are held against real houses, of which nothing may be left open either."""

from tests.server.conftest import nothing_is_left_open, what_was_there_is_set_apart

__all__ = ["nothing_is_left_open", "what_was_there_is_set_apart"]
