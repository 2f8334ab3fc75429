"""Audits a table's log, or a plain record of bets and payments."""

from lammer.audit.finding import Finding
from lammer.audit.log import LogAudit, audit_log
from lammer.audit.other_rules import Note
from lammer.audit.ranking import Ranking
from lammer.audit.record import RecordAudit, judge
from lammer.audit.record_judge import RecordOptions
from lammer.audit.sheet import shape

__all__ = [
    "Finding",
    "LogAudit",
    "Note",
    "Ranking",
    "RecordAudit",
    "RecordOptions",
    "audit_log",
    "judge",
    "shape",
]
