"""Audits a table's log, or a plain record of bets and payments."""

from lammer.audit.entries import shape
from lammer.audit.finding import Finding
from lammer.audit.log import LogAudit, audit_log
from lammer.audit.record import judge

__all__ = ["Finding", "LogAudit", "audit_log", "judge", "shape"]
