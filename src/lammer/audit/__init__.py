"""Audits a table's log, or a plain record of bets and payments."""

from lammer.audit.finding import Finding
from lammer.audit.log.auditor import LogAudit, audit_log
from lammer.audit.log.other_rules import Note
from lammer.audit.ranking import Ranking
from lammer.audit.record.auditor import RecordAudit, judge
from lammer.audit.record.judge import RecordOptions
from lammer.audit.record.sheet import shape

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
