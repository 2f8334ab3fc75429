"""``lammer submit``: everything on the page is what the other commands say."""

import json
import re
import shlex
from hashlib import sha256
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from lammer.games import load
from lammer.house import Elections, house, notices
from tests.command import lammer
from tests.usual import EACH_GAME

WAGERS = Path(__file__).parents[2] / "examples" / "wagers"


class Words(HTMLParser):
    """The text of a page, without styles."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        if tag not in ("meta", "br", "rect", "circle"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert tag in ("rect", "circle") or self.open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.found.append(data)


def words(page: str) -> str:
    """Return the text of a page, of which every tag is closed in its turn."""
    reader = Words()
    reader.feed(page.partition("\n")[2])
    assert reader.open == []
    return re.sub(r"\s+", " ", " ".join(reader.found))


@pytest.fixture
def nj(tmp_path: Path) -> Path:
    path = tmp_path / "house.toml"
    path.write_text(
        'rules = "nj-2011"\nname = "Bay House"\nvig = "win"\n'
        '[payouts]\nfield = { 2 = "3 to 1" }\n[limits]\nmin = 1000\n'
    )
    return path


def test_a_submission_says_what_the_other_commands_say(nj: Path) -> None:
    done = lammer("submit", str(nj), "--date", "2026-11-19")
    assert done.returncode == 0, done.stderr
    said = words(done.stdout)
    sheet = json.loads(lammer("odds", "nj-2011", "--house", str(nj), "--json").stdout)
    law = load("nj-2011")
    assert len(sheet["wagers"]) > 40
    for line in sheet["wagers"]:
        assert law.wager(line["wager"]).name in said
        edge = line["edge_per_bet_made"]
        assert len(edge) > 40 or f" {edge} " in said, line["wager"]
        assert line["clause"] in said
    # A pass bet loses 251 times for each 244 that it wins; of three vigorish is due on one win.
    assert "251 to 244" in said
    assert "1/60" in said
    assert "Submitted by Bay House" in said
    assert "2026-11-19" in said
    assert "3 to 1 on 2" in said
    assert "minimum and maximum posted for the table not elected min $10" in said
    assert law.digest in said
    assert sha256(nj.read_bytes()).hexdigest() in said
    assert f"lammer odds nj-2011 --game craps --house {nj} --json" in said
    assert "<script" not in done.stdout
    assert "http" not in done.stdout.replace("http://www.w3.org", "")


@pytest.mark.parametrize(("rules", "game"), EACH_GAME)
def test_every_game_can_be_submitted(tmp_path: Path, rules: str, game: str) -> None:
    path = tmp_path / "house.toml"
    path.write_text(f'rules = "{rules}"\ngame = "{game}"\n')
    done = lammer("submit", str(path))
    assert done.returncode == 0, done.stderr
    said = words(done.stdout)
    law = load(rules, game)
    assert "There are none: the game is dealt as the text has it." in said
    for wager in law.wagers:
        assert wager.name in said
    for notice in notices(house(law, Elections())):
        assert notice.title in said
    for spot in {wager.label for wager in law.wagers}:
        assert unescape(spot) in said


def test_two_houses_of_one_game_are_told_apart(tmp_path: Path) -> None:
    for name in ("day", "night"):
        (tmp_path / f"{name}.toml").write_text('rules = "ac-big-six"\n')
    files = [str(tmp_path / f"{name}.toml") for name in ("day", "night")]
    done = lammer("submit", *files, "--date", "2026-11-19")
    assert done.returncode == 0, done.stderr
    titles = re.findall(r"<h2>(.*?)</h2>", done.stdout)
    assert len(titles) == len(set(titles))
    assert all(any(f"{file}: the rules" in title for title in titles) for file in files)
    assert "Games: big-six (ac-big-six)." in words(done.stdout)


def test_a_wager_of_the_houses_own_is_worked_out_and_shown_whole(nj: Path) -> None:
    file = WAGERS / "fire-bet.toml"
    said = words(lammer("submit", str(nj), "--design", str(file)).stdout)
    assert "Fire Bet is in no regulation." in said
    assert "24 to 1 on 4; 249 to 1 on 5; 999 to 1 on 6" in said
    assert "The house's worst case on one bet of $5: $4,995." in said
    assert re.sub(r"\s+", " ", file.read_text()).strip() in said
    assert sha256(file.read_bytes()).hexdigest() in said


def test_digests_are_those_of_the_files_as_they_are(nj: Path, tmp_path: Path) -> None:
    """Also of files with a byte-order mark, and with line ends of two characters."""
    text = (WAGERS / "fire-bet.toml").read_bytes()
    marked = tmp_path / "marked.toml"
    marked.write_bytes(b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"))
    page = lammer("submit", str(nj), "--design", str(marked)).stdout
    assert sha256(marked.read_bytes()).hexdigest() in page
    assert sha256(nj.read_bytes()).hexdigest() in page
    assert "\ufeff" not in page


def test_a_wager_that_the_house_deals_as_an_experiment_is_submitted_with_its_rules(
    nj: Path,
) -> None:
    file = nj.with_name("doubles.toml")
    text = (WAGERS / "different-doubles.toml").read_text()
    file.write_text(f"min = 2\nmax = 20\nstep = 2\n{text}")
    nj.write_text(f'experimental = true\nwagers = ["{file}"]\n{nj.read_text()}')
    said = words(lammer("submit", str(nj)).stdout)
    assert "for $2 to $20, in steps of $2." in said
    assert "Different Doubles 4 to 1, 8 to 1, 15 to 1, 100 to 1" in said, "on the layout"
    assert "Different Doubles (experimental): a wager of the house's own" in said
    assert "43/154" in said
    assert "not in the list" in said
    assert "an experiment, outside the text" in said
    assert "Collects 1-1; 2-2; 3-3" in said
    assert "the same with the wagers of" in said


@pytest.mark.parametrize("rules", ["nj-2011", "nj-2001", "ac-sic-bo"])
def test_every_command_of_the_appendix_gives_the_figures_of_the_page(
    tmp_path: Path, rules: str
) -> None:
    path = tmp_path / "house.toml"
    own = {"nj-2011": "fire-bet", "nj-2001": "dragon-7"}.get(rules)
    named = f'experimental = true\nwagers = ["{WAGERS / own}.toml"]\n' if own else ""
    path.write_text(f'rules = "{rules}"\n{named}')
    page = lammer("submit", "house.toml", cwd=tmp_path).stdout
    said = words(page)
    commands = [unescape(each) for each in re.findall(r"<code>(lammer .*?)</code>", page)]
    assert len(commands) == (6 if own else 5)
    for command in commands:
        done = lammer(*shlex.split(command)[1:], cwd=tmp_path)
        assert done.returncode == 0, (command, done.stderr)
        found = json.loads(done.stdout)
        for line in found["wagers"] if " odds " in command else ():
            edge = line["edge_per_bet_made"]
            assert len(edge) > 40 or f" {edge} " in said, (command, line["wager"])


def test_what_cannot_be_submitted_is_refused(tmp_path: Path, nj: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('rules = "nj-2011"\n[payouts]\nfield = { 2 = "1 to 1" }\n')
    gift = tmp_path / "gift.toml"
    gift.write_text('key="gift"\nname="Gift"\nspace="two dice"\n[one_roll]\npays={7="6 to 1"}\n')
    for arguments, why in (
        ((), "submit needs a house file"),
        ((str(wrong),), "NJ11-1.4b"),
        ((str(nj), "--design", str(gift)), "the player has an edge"),
        ((str(nj), "--design", str(wrong)), "is no wager file"),
        ((str(nj), str(nj)), "is named twice"),
        ((str(nj), "--date", "tomorrow"), "is no date"),
        ((str(nj), "--out", str(tmp_path / "no" / "page.html")), "cannot be written"),
    ):
        done = lammer("submit", *arguments)
        assert done.returncode == 2, arguments
        assert why in done.stderr, done.stderr
        assert not done.stdout
