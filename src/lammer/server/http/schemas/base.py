"""What all bodies have in common: their bases, and types of fields."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

MOST_NUMBER = 2**53 - 1
"""The largest integer that every JSON parser keeps."""
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Login = Annotated[str, Meta(min_length=1, max_length=60)]
Password = Annotated[str, Meta(min_length=1, max_length=400)]
Word = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(min_length=1, max_length=100)]
Role = Literal[
    "dealer",
    "stickperson",
    "boxperson",
    "floorperson",
    "surveillance",
    "instructor",
    "administrator",
]


class RequestBody(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Base of all request bodies."""


class ResponseBody(msgspec.Struct, kw_only=True):
    """Base of all response bodies."""
