"""The house: what a licensee elects, and the check of it against the law."""

from lammer.house.breach import Breach
from lammer.house.check import check_house, check_together
from lammer.house.elections import Elections, MalformedElection, elections
from lammer.house.example import example
from lammer.house.file import HouseFile, read_file
from lammer.house.house import House, house, without_defaults
from lammer.house.notices import Notice, notices

__all__ = [
    "Breach",
    "Elections",
    "House",
    "HouseFile",
    "MalformedElection",
    "Notice",
    "check_house",
    "check_together",
    "elections",
    "example",
    "house",
    "notices",
    "read_file",
    "without_defaults",
]
