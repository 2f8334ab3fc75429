"""Options that ``lammer simulate`` and ``lammer compare-strategies`` share."""

from dataclasses import dataclass
from typing import Annotated

from cyclopts import Parameter

from lammer.cli.support.options import Csv, Faces, Game, HouseOption, Json, refuse_together
from lammer.cli.support.rules_list import listed_rules
from lammer.sim.report.result import Ending

Rules = Annotated[
    str | None,
    Parameter(help=f"The rule set; left out, the first for the game: {listed_rules()}."),
]
Bankroll = Annotated[str, Parameter(help="Dollars to begin with (default 500).")]
Rolls = Annotated[
    str | None,
    Parameter(help="Trials a session (default 200); none: until ruin or goal."),
]
Goal = Annotated[str | None, Parameter(help="Dollars at which play stops, such as 1000.")]
EndingOption = Annotated[
    Ending,
    Parameter(
        help="How bets still up at the end count: fair, at their exact worth; run-out, decided "
        "without a new one; face, at their stakes."
    ),
]
Sessions = Annotated[
    str | None,
    Parameter(help="Sample this many sessions, such as 1e6, instead of an exact answer."),
]
Seed = Annotated[str | None, Parameter(help="A number that fixes the outcomes of a sample.")]
Exact = Annotated[bool, Parameter(help="An exact answer or none, however long it takes.")]
Sample = Annotated[bool, Parameter(help="Sample, even where an exact answer is quick.")]
Gpu = Annotated[bool, Parameter(help="Sample on a GPU (extra gpu): the same answer.")]
Threads = Annotated[int | None, Parameter(help="Threads to sample with; left out: all cores.")]
Cluster = Annotated[
    str | None,
    Parameter(help="Sample on a Dask cluster: tcp://host:port, or local (extra cluster)."),
]
Seconds = Annotated[
    str | None,
    Parameter(
        help="Seconds allowed for an answer: what it takes is estimated first, and when they are "
        "over, the answer is what there is, and says so."
    ),
]
Distribution = Annotated[
    bool, Parameter(help="With --json, --csv, --parquet: every final bankroll with its chance.")
]
Parquet = Annotated[str | None, Parameter(help="Write the figures to this Parquet file as well.")]
Report = Annotated[str | None, Parameter(help="Write a page with plots to this .html file too.")]
Plot = Annotated[str | None, Parameter(help="Write the plots to this .png or .svg file as well.")]


Dice = Annotated[
    str | None,
    Parameter(
        help="Play on recorded dice: a file with one roll a line, or a table's log; or -. With "
        "--rolls it is cut into as many sessions as it holds.",
        allow_leading_hyphen=True,
    ),
]


@Parameter(name="*")
@dataclass(frozen=True)
class SessionOptions:
    """What is played, for how long, and how it is computed, as given on the command line."""

    rules: Rules = None
    game: Game = None
    house: HouseOption = None
    bankroll: Bankroll = "500"
    rolls: Rolls = None
    goal: Goal = None
    ending: EndingOption = "fair"
    faces: Faces = None
    sessions: Sessions = None
    seed: Seed = None
    exact: Exact = False
    sample: Sample = False
    gpu: Gpu = False
    threads: Threads = None
    cluster: Cluster = None
    seconds: Seconds = None

    def check_dice(self) -> None:
        """Refuse options for sampling with recorded dice."""
        apart = {
            "--sessions": self.sessions is not None, "--seed": self.seed is not None,
            "--exact": self.exact, "--sample": self.sample, "--gpu": self.gpu,
            "--faces": bool(self.faces),
        }  # fmt: skip
        for option, given in apart.items():
            refuse_together({"--dice": True, option: given})

    def check(self) -> None:
        """Refuse options that exclude each other: an exact answer has no sample, and a sample is
        drawn in one place."""
        refuse_together(
            {"--exact": self.exact, "--sample": self.sample},
            {"--exact": self.exact, "--sessions": self.sessions is not None},
            {"--exact": self.exact, "--gpu": self.gpu, "--cluster": self.cluster is not None},
        )


@Parameter(name="*")
@dataclass(frozen=True)
class OutputOptions:
    """The forms of the answer."""

    as_json: Json = False
    as_csv: Csv = False
    distribution: Distribution = False
    parquet: Parquet = None
    report: Report = None
    plot: Plot = None

    def check(self) -> None:
        """Refuse two forms on one output."""
        refuse_together({"--json": self.as_json, "--csv": self.as_csv})


USUAL_SESSION, USUAL_OUTPUT = SessionOptions(), OutputOptions()
