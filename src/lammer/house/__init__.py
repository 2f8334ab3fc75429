"""The house: what a licensee elects, and the check of it against the law."""

from lammer.house.breach import Breach
from lammer.house.check import check_house, check_together
from lammer.house.elections import Elections, MalformedElection, elections
from lammer.house.example import example
from lammer.house.file import HouseFile, read_file
from lammer.house.house import House, house, without_defaults
from lammer.house.notices import Notice, notices
from lammer.house.wager_files import elections_in
from lammer.house.write import as_toml

__all__ = [
    "Breach",
    "Elections",
    "House",
    "HouseFile",
    "MalformedElection",
    "Notice",
    "as_toml",
    "check_house",
    "check_together",
    "elections",
    "elections_in",
    "example",
    "house",
    "notices",
    "read_file",
    "without_defaults",
]
