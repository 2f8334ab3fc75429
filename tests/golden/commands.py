"""The command lines whose output is held fixed, one text each.

They run in a folder that holds a copy of ``files/`` and the logs of all scripts (``NAME.log``). A
command that ends in ``< FILE`` reads it as its standard input.
"""

from itertools import combinations

GAMES = {
    "nj-2011": ("craps", "mini-craps", "automated-craps"),
    "nj-2005": ("craps", "mini-craps"),
    "md-2013": ("craps", "mini-craps"),
    "nj-1997": ("mini-dice",),
    "nj-2001": ("punto-banco",),
}
SETS = [f"{rules} --game {game}" for rules, games in GAMES.items() for game in games]
HOUSES = [
    "nj-2011 --house plain-nj-2011.toml",
    "nj-2011 --game mini-craps --house mini-nj-2011.toml",
    "nj-2005 --house plain-nj-2005.toml",
    "md-2013 --house plain-md-2013.toml",
    "nj-1997 --house plain-nj-1997.toml",
    "nj-2001 --house plain-nj-2001.toml",
]

ODDS = [
    *(f"odds {each} --json" for each in (*SETS, *HOUSES)),
    "odds nj-2011",
    "odds nj-2011 --csv",
    "odds nj-2001",
    "odds nj-2001 --csv",
    "odds md-2013 --wager all-small",
    "odds nj-2011 --wager place-6 --json",
    "odds nj-2011 --wager plaice-6 --json",
    *(f"odds {rules} --hand-length --json" for rules in ("nj-2011", "nj-2005", "md-2013")),
    "odds nj-2011 --game automated-craps --hand-length --longest 154 --json",
    "odds nj-2011 --hand-length",
    "odds nj-1997 --hand-length --json",
    *(f"odds nj-2001 --decks {decks} --json" for decks in (1, 6)),
    'odds nj-2001 --decks 6 --removed "9h 9d 8s Ks" --json',
    'odds nj-2001 --removed "9h 9h 9h 9h 9h 9h 9h 9h 9h" --json',
    "odds nj-2011 --decks 6 --json",
    "odds nj-2011 --house breaches.toml --json",
    "odds nj-2012 --json",
]

LAW = [
    *(f"compare {left} {right} --json" for left, right in combinations(GAMES, 2)),
    "compare nj-2011 nj-2005 --game mini-craps --json",
    "compare nj-2011 md-2013 --game mini-craps --json",
    "compare nj-2011 md-2013",
    *(f"clauses {rules} --json" for rules in GAMES),
    "clauses --status physical --json",
    "clauses --status recorded",
    *(f"law {each} --json" for each in ("NJ11-1.3c1", "R-05", "MD13-05A", "NJ01-3.6d1", "NJ99-1")),
    "law NJ11-1.3c1",
    "law R-77",
    *(f"notices {each} --json" for each in (*SETS, *HOUSES)),
    "notices md-2013",
    *(f"check {each.partition('--house ')[2]} --json" for each in HOUSES),
    "check plain-nj-2011.toml second-nj-2011.toml mini-nj-2011.toml --json",
    "check breaches.toml --json",
    "check breaches.toml",
    "check breaches-nj-2001.toml --json",
    "check plain-nj-2011.toml --rules md-2013 --json",
    "check no-house-file.toml --json",
    "check not-toml.toml --json",
    "check missing.toml --json",
    *(f"house --example {each}" for each in SETS),
]

TABLE = [
    *(
        f"audit damaged-{name}.log --json"
        for name in (
            "cut-off",
            "line-missing",
            "line-doubled",
            "lines-swapped",
            "paid-otherwise",
            "not-json",
            "punto-line-missing",
            "mini-dice-digest",
            "pledged-wrong-dice",
        )
    ),
    "audit damaged-paid-otherwise.log",
    "audit damaged-cut-off.log --open --json",
    f"audit long-nj-2011-craps.log --head {'0' * 64} --json",
    "audit long-nj-2011-craps.log",
    "audit record.csv --rules nj-2011 --json",
    "audit record.csv --rules md-2013",
    "audit record.csv --rules nj-2011 --house plain-nj-2011.toml --json",
    "audit record-punto.csv --rules nj-2001 --json",
    "audit record-punto.csv --rules nj-2001 --house plain-nj-2001.toml --json",
    "audit record-mini.jsonl --rules nj-1997 --json",
    "audit record-broken.csv --rules nj-2011 --json",
    "audit record.csv --json",
    "audit rolls.txt --json",
    *(
        f"fair pledged-{rules}-{game}.log --json"
        for rules, games in GAMES.items()
        for game in games
    ),
    "fair pledged-nj-2001-punto-banco.log",
    "fair damaged-pledged-wrong-dice.log --json",
    "fair long-nj-2011-craps.log --json",
    f"acceptance --rolls 3600 --seed {'ab' * 32} --json",
    f"acceptance --rolls 3600 --seed {'ab' * 32} --loaded 6:5 --json",
    f"acceptance --cards --rolls 520 --seed {'cd' * 32} --json",
    "acceptance loaded.txt --json",
    "acceptance long-nj-2011-craps.log",
    "roads BBPTBPPBBBBBBBBTTP --json",
    "roads BBPTBPPBBBBBBBBTTP",
    "roads shoe.txt --json",
    "roads long-nj-2001-punto-banco.log --json",
    "roads BXP --json",
    "play --seed 7 --no-log < typed-craps.txt",
    "play --seed 8 --no-log --rules md-2013 --neighbours 3 < typed-craps.txt",
    "play --seed 9 --no-log --rules nj-1997 --neighbours 1 < typed-mini-dice.txt",
    "play --seed 10 --no-log --rules nj-2001 --neighbours 2 < typed-punto-banco.txt",
    "replay missing.jsonl",
    "replay - --json < rolls.txt",
]

SIMULATION = [
    "strategy --json",
    "strategy",
    "strategy --example",
    *(f"strategy {name} --json" for name in ("iron-cross", "pass-odds-3-4-5x", "follow-the-shoe")),
    "strategy nobody --json",
    "simulate pass-odds-2x --rolls 60 --exact --seed 1 --json",
    "simulate pass-flat --rolls 30 --bankroll 100 --goal 200 --distribution --exact --seed 1"
    " --json",
    "simulate iron-cross --rolls 20 --exact --seed 1 --json",
    "simulate banker-flat --rolls 20 --sessions 300 --seed 1 --json",
    "simulate mini-field --rolls 30 --exact --seed 1 --json",
    "simulate fire-pass --rolls 20 --sessions 400 --seed 3 --json",
    "simulate come-odds --rolls 50 --sessions 500 --seed 11 --json",
    "simulate pass-two-percent --rolls 40 --sessions 200 --seed 4 --json",
    "simulate follow-the-shoe --rolls 60 --sessions 300 --seed 5 --json",
    "simulate mini-over-7-martingale --rolls 50 --sessions 500 --seed 6 --json",
    "simulate pass-odds-2x --rules md-2013 --rolls 30 --sessions 300 --seed 7 --json",
    "simulate pass-odds-2x --house plain-nj-2011.toml --rolls 40 --sessions 300 --seed 8 --json",
    "simulate mine.strategy --rolls 30 --sessions 200 --seed 9 --json",
    'simulate "bet pass 10; odds 3-4-5x; bet place-6, place-8 12 if point" --rolls 30 --sample'
    " --sessions 200 --seed 10 --json",
    "simulate pass-flat --dice rolls.txt --json",
    "simulate iron-cross --dice long-nj-2011-craps.log --json",
    'simulate "bet nothing 10" --json',
    "compare-strategies pass-flat pass-odds-2x dont-pass-flat --rolls 40 --sessions 300 --seed 2"
    " --json",
    "compare-strategies pass-flat field-flat --rolls 30 --exact --seed 1 --json",
]

COMMANDS = {"odds": ODDS, "law": LAW, "table": TABLE, "simulation": SIMULATION}
