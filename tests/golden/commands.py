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
CUSTOM = {
    "ac-minibaccarat": ("minibaccarat",),
    "ac-roulette": ("roulette",),
    "ac-big-six": ("big-six",),
    "ac-sic-bo": ("sic-bo",),
}
"""Games of which only the headings are printed."""
EVERY = GAMES | CUSTOM
SETS = [f"{rules} --game {game}" for rules, games in GAMES.items() for game in games]
CUSTOM_SETS = [f"{rules} --game {game}" for rules, games in CUSTOM.items() for game in games]
HOUSES = [
    "nj-2011 --house plain-nj-2011.toml",
    "nj-2011 --game mini-craps --house mini-nj-2011.toml",
    "nj-2005 --house plain-nj-2005.toml",
    "md-2013 --house plain-md-2013.toml",
    "nj-1997 --house plain-nj-1997.toml",
    "nj-2001 --house plain-nj-2001.toml",
]
CUSTOM_HOUSES = [
    "ac-minibaccarat --house plain-ac-minibaccarat.toml",
    "ac-roulette --house one-zero-ac-roulette.toml",
    "ac-roulette --house two-zeros-ac-roulette.toml",
    "ac-big-six --house plain-ac-big-six.toml",
    "ac-sic-bo --house plain-ac-sic-bo.toml",
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
    *(f"odds {each} --json" for each in (*CUSTOM_SETS, *CUSTOM_HOUSES)),
    "odds ac-big-six",
    "odds ac-sic-bo --csv",
    "odds ac-minibaccarat",
    "odds ac-roulette --house one-zero-ac-roulette.toml",
    "odds ac-roulette --wager split-17-20 --json",
    "odds ac-roulette --wager split-17-32 --json",
    *(f"odds ac-minibaccarat --decks {decks} --json" for decks in (1, 6)),
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
    *(
        f"compare {one} {other} --json"
        for one, other in (
            ("nj-2001", "ac-minibaccarat"),
            ("nj-1997", "ac-sic-bo"),
            ("ac-roulette", "ac-big-six"),
            ("ac-roulette", "one-zero-ac-roulette.toml"),
            ("two-zeros-ac-roulette.toml", "one-zero-ac-roulette.toml"),
        )
    ),
    "compare ac-roulette one-zero-ac-roulette.toml",
    "compare nj-2001 ac-minibaccarat",
    *(f"clauses {rules} --json" for rules in CUSTOM),
    "clauses --status own",
    *(f"law {each} --json" for each in ("NJ01-5.1", "NJ01-7.9", "R-100", "R-103", "R-131")),
    *(f"notices {each} --json" for each in (*CUSTOM_SETS, *CUSTOM_HOUSES)),
    "notices ac-roulette",
    *(f"check {each.partition('--house ')[2]} --json" for each in CUSTOM_HOUSES),
    "check breaches-ac-roulette.toml --json",
    "check breaches-ac-roulette.toml",
    "check breaches-ac-sic-bo.toml --json",
    *(f"house --example {each}" for each in CUSTOM_SETS),
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
    *(
        f"audit record-{each}.csv --rules {each} --json"
        for each in ("ac-roulette", "ac-big-six", "ac-sic-bo", "ac-minibaccarat")
    ),
    "audit record-ac-roulette.csv --rules ac-roulette --house one-zero-ac-roulette.toml --json",
    "audit record-ac-roulette.csv --rules ac-roulette",
    *(
        f"fair pledged-{rules}-{game}.log --json"
        for rules, games in CUSTOM.items()
        for game in games
    ),
    "fair pledged-ac-roulette-single-zero.log --json",
    *(f"audit long-{rules}-{game}.log --json" for rules, games in CUSTOM.items() for game in games),
    "play --seed 11 --no-log --rules ac-roulette --neighbours 2 < typed-roulette.txt",
    "play --seed 12 --no-log --rules ac-big-six < typed-big-six.txt",
    "play --seed 13 --no-log --rules ac-sic-bo --neighbours 1 < typed-sic-bo.txt",
    "play --seed 14 --no-log --rules ac-minibaccarat < typed-minibaccarat.txt",
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
    "simulate roulette-red --rolls 30 --exact --seed 1 --json",
    "simulate roulette-two-dozens --rolls 40 --sessions 300 --seed 2 --sample --json",
    "simulate roulette-seventeen --house one-zero-ac-roulette.toml --rolls 30 --exact --seed 1"
    " --json",
    "simulate big-six-one --rolls 30 --exact --seed 1 --json",
    "simulate big-six-emblem --rolls 40 --sessions 300 --seed 3 --sample --json",
    "simulate sic-bo-small --rolls 30 --exact --seed 1 --json",
    "simulate sic-bo-big-paroli --rolls 40 --sessions 300 --seed 4 --sample --json",
    "simulate minibaccarat-banker --rolls 20 --sessions 300 --seed 5 --json",
    "simulate minibaccarat-player-paroli --rolls 20 --sessions 300 --seed 6 --json",
]

COMMANDS = {"odds": ODDS, "law": LAW, "table": TABLE, "simulation": SIMULATION}
