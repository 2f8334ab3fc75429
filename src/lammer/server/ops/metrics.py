"""The metrics of a house, in the text format that Prometheus reads.

Labels take few values: refusal codes, close codes, routes, methods and statuses. None of them is
chosen by a client.
"""

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of the buckets of a histogram of times."""

disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """The counters, gauges and histograms of one house, in a registry of their own. Every method
    may be called from any thread.

    >>> metrics = Metrics()
    >>> metrics.refusals.labels("no-funds").inc()
    >>> b'lammer_refusals_total{code="no-funds"} 1.0' in metrics.text()
    True
    """

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()

        def counter(name: str, text: str, *labels: str) -> Counter:
            return Counter(name, text, labels, registry=registry)

        def gauge(name: str, text: str) -> Gauge:
            return Gauge(name, text, registry=registry)

        def histogram(name: str, text: str, *labels: str) -> Histogram:
            return Histogram(name, text, labels, registry=registry, buckets=SECONDS)

        self.commit_seconds = histogram(
            "lammer_commit_seconds", "From a tick to its being durable."
        )
        self.lines = counter("lammer_lines_total", "Log lines written.")
        self.refusals = counter("lammer_refusals_total", "Commands refused, by code.", "code")
        self.write_failures = counter("lammer_store_troubles_total", "Writes that failed.")
        self.tables = gauge("lammer_tables", "Tables that this process runs.")
        self.house_tables = gauge("lammer_house_tables", "Tables open in the whole house.")
        self.house_tables_left = gauge(
            "lammer_house_tables_left", "Tables that no process runs at this moment."
        )
        self.house_processes = gauge(
            "lammer_house_processes", "Processes that serve the house, as this one knows."
        )
        self.tables_stopped = gauge("lammer_tables_stopped", "Tables that stand still.")
        self.writes_waiting = gauge("lammer_writes_waiting", "Writes waiting.")
        self.store_failing_seconds = gauge(
            "lammer_store_failing_seconds", "For how long writes have failed."
        )
        self.store_stalled_seconds = gauge(
            "lammer_store_stalled_seconds", "Time of the write under way."
        )
        self.commands = counter("lammer_commands_total", "Commands received.")
        self.malformed = counter("lammer_malformed_total", "Messages that were none.")
        self.cut_off = counter("lammer_cut_off_total", "Connections ended, by code.", "code")
        self.connections = gauge("lammer_connections", "Clients connected.")
        self.lab_tasks = counter(
            "lammer_lab_tasks_total", "Tasks of the lab, by what and outcome.", "task", "outcome"
        )
        self.lab_seconds = histogram("lammer_lab_seconds", "Seconds a lab worker took.", "task")
        self.lab_waiting = gauge("lammer_lab_waiting", "Tasks that wait for a lab worker.")
        self.lab_workers = gauge("lammer_lab_workers", "Worker processes of the lab.")
        self.http_requests = counter(
            "lammer_http_requests_total", "Requests answered.", "method", "route", "status"
        )
        self.http_seconds = histogram(
            "lammer_http_seconds", "Seconds from request to answer.", "route"
        )

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format, version 0.0.4."""
        return generate_latest(self._registry)
