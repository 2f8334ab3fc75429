"""A practice table: players bet, the trainee does what the crew does, the table says what was
wrong with it.

The table is a real one, and its books follow the rules whatever the trainee does: actions are a
record beside them. A table is a function of the rules, its players and a seed; what a trainee did
is graded as drills are and as an audit judges a record.
"""

from lammer.school.practice.rounds import PracticeRound, PracticeTable
from lammer.school.practice.session import PracticeSession, Setting
from lammer.school.practice.tasks import DUTIES, Task

__all__ = ["DUTIES", "PracticeRound", "PracticeSession", "PracticeTable", "Setting", "Task"]
