"""Counters, gauges and histograms, and the text in which Prometheus reads them."""

import threading
from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["counter", "gauge", "histogram"]
Labels = tuple[tuple[str, str], ...]

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper ends of a histogram of times."""
MOST_SERIES = 1000
"""Sets of labels of one metric; what comes after them is counted together."""
TOO_MANY: Labels = (("other", "yes"),)


@dataclass(slots=True)
class _Spread:
    counts: list[int]
    total: float = 0.0


@dataclass(slots=True)
class _Metric:
    kind: Kind
    words: str
    ends: tuple[float, ...] = ()
    values: dict[Labels, float] = field(default_factory=dict)
    spreads: dict[Labels, _Spread] = field(default_factory=dict)
    asked: Callable[[], float] | None = None


class Counters:
    """What the house counts. Every method may be called from any thread.

    >>> counters = Counters()
    >>> counters.describe("lammer_commands_total", "counter", "Commands carried out.")
    >>> counters.add("lammer_commands_total", table="craps-1")
    >>> print(counters.text().strip())
    # HELP lammer_commands_total Commands carried out.
    # TYPE lammer_commands_total counter
    lammer_commands_total{table="craps-1"} 1
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._metrics: dict[str, _Metric] = {}

    def describe(self, name: str, kind: Kind, words: str, ends: Iterable[float] = SECONDS) -> None:
        """Name a metric before it is used; naming it again changes nothing."""
        bounds = tuple(ends) if kind == "histogram" else ()
        with self._lock:
            self._metrics.setdefault(name, _Metric(kind, words, bounds))

    def ask(self, name: str, words: str, value: Callable[[], float], kind: Kind = "gauge") -> None:
        """A gauge, or a counter kept elsewhere, that is asked for its value when it is read."""
        with self._lock:
            self._metrics[name] = _Metric(kind, words, asked=value)

    def add(self, name: str, value: float = 1, /, **labels: str) -> None:
        with self._lock:
            values = self._metrics[name].values
            key = _kept(values, labels)
            values[key] = values.get(key, 0) + value

    def set(self, name: str, value: float, /, **labels: str) -> None:
        with self._lock:
            values = self._metrics[name].values
            values[_kept(values, labels)] = value

    def drop(self, name: str, /, **labels: str) -> None:
        """Forget one set of labels: a table that is closed."""
        with self._lock:
            metric, key = self._metrics[name], tuple(labels.items())
            metric.values.pop(key, None)
            metric.spreads.pop(key, None)

    def observe(self, name: str, value: float, /, **labels: str) -> None:
        with self._lock:
            metric = self._metrics[name]
            key = _kept(metric.spreads, labels) if labels else ()
            spread = metric.spreads.get(key)
            if spread is None:
                spread = metric.spreads[key] = _Spread([0] * (len(metric.ends) + 1))
            spread.counts[bisect_left(metric.ends, value)] += 1
            spread.total += value

    def value(self, name: str, /, **labels: str) -> float:
        """What one counter or gauge stands at."""
        with self._lock:
            return self._metrics[name].values.get(tuple(labels.items()), 0)

    def text(self) -> str:
        """Everything, in Prometheus' text format."""
        with self._lock:
            metrics = list(self._metrics.items())
        lines: list[str] = []
        for name, metric in metrics:
            lines.append(f"# HELP {name} {_plain(metric.words)}")
            lines.append(f"# TYPE {name} {metric.kind}")
            if metric.asked is not None:
                lines.append(f"{name} {_number(metric.asked())}")
                continue
            with self._lock:
                lines += _series(name, metric)
        return "\n".join(lines) + "\n"


def _kept(known: dict[Labels, float] | dict[Labels, _Spread], labels: dict[str, str]) -> Labels:
    key = tuple(labels.items())
    return key if key in known or len(known) < MOST_SERIES else TOO_MANY


def _series(name: str, metric: _Metric) -> list[str]:
    lines = [f"{name}{_labels(key)} {_number(value)}" for key, value in metric.values.items()]
    for key, spread in metric.spreads.items():
        so_far = 0
        for end, count in zip((*metric.ends, None), spread.counts, strict=True):
            so_far += count
            upto = "+Inf" if end is None else _number(end)
            lines.append(f"{name}_bucket{_labels((*key, ('le', upto)))} {so_far}")
        lines.append(f"{name}_sum{_labels(key)} {_number(spread.total)}")
        lines.append(f"{name}_count{_labels(key)} {so_far}")
    return lines


def _labels(labels: Labels) -> str:
    if not labels:
        return ""
    return "{" + ",".join(f'{key}="{_escaped(value)}"' for key, value in labels) + "}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _plain(words: str) -> str:
    return words.replace("\\", "\\\\").replace("\n", " ")


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)
