"""How far the program covers the law: for each clause, the code that holds it and the tests that
prove it.

Everything here is computed. Where a clause is held is found in the rule sets; which tests prove it
is in ``lammer/law/evidence.json``, which the test suite writes and checks: a test counts for a
clause it is tagged with only if the program named that clause while it ran.
"""

from lammer.coverage.places import CodeLocation, places
from lammer.coverage.status import BorrowingRules, ClauseCoverage, clause_coverage

__all__ = ["BorrowingRules", "ClauseCoverage", "CodeLocation", "clause_coverage", "places"]
