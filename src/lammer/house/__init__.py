"""The house: what a licensee elects, and the check of it against the law."""

from lammer.house.breach import Breach
from lammer.house.check import check_house, check_together
from lammer.house.elections import Elections, MalformedElection, elections
from lammer.house.files.example import example
from lammer.house.files.read import HouseFile, read_file
from lammer.house.files.wagers import elections_in
from lammer.house.files.write import as_toml
from lammer.house.house import House, house, without_defaults
from lammer.house.notices import Notice, notices

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
