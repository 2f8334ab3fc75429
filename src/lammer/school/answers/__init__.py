"""Answers: as they are typed, chosen from and graded."""
