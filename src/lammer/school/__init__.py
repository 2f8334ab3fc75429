"""Drills for dealers: questions computed from the rules of a house, and their grading.

A question is a pure function of the rules, the skill and a seed. The table that it shows is a real
one, the answer is what the table would do, and a learner's answer is graded against that, in cents
and with the clause. No rule about a wager or an instrument is written here, so a new game has
drills without code of its own; an instrument may add skills (``lammer.school.instrument``).
"""

from lammer.school.answers.grade import Grade, grade
from lammer.school.questions import DrillQuestion, as_data, question
from lammer.school.skills import Skill, UnknownSkill, find_skill, skills

__all__ = [
    "DrillQuestion",
    "Grade",
    "Skill",
    "UnknownSkill",
    "as_data",
    "find_skill",
    "grade",
    "question",
    "skills",
]
