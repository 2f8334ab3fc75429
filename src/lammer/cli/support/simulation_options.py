"""Options that ``lammer simulate`` and ``lammer compare-strategies`` share."""

from dataclasses import dataclass
from typing import Annotated

from cyclopts import Parameter

from lammer.cli.support.options import Csv, Game, HouseOption, Json, refuse_together
from lammer.cli.support.rules_list import listed_rules

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
Sessions = Annotated[
    str | None, Parameter(help="Sample so many sessions, such as 1e6, instead of an exact answer.")
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
Distribution = Annotated[
    bool, Parameter(help="With --json, --csv, --parquet: every final bankroll with its chance.")
]
Parquet = Annotated[str | None, Parameter(help="Write the figures to this Parquet file as well.")]
Report = Annotated[str | None, Parameter(help="Write a page with plots to this .html file too.")]
Plot = Annotated[str | None, Parameter(help="Write the plots to this .png or .svg file as well.")]


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
    sessions: Sessions = None
    seed: Seed = None
    exact: Exact = False
    sample: Sample = False
    gpu: Gpu = False
    threads: Threads = None
    cluster: Cluster = None

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
