"""The result of a table test as one page to print."""

from collections.abc import Mapping
from datetime import UTC
from html import escape

from lammer.school.skills import find_skill
from lammer.school.table_tests.sitting import MarkedAnswer, Sitting
from lammer.school.table_tests.table_test import TableTest, keys_of, rules_of

STYLE = """
:root { color-scheme: light dark; }
body { font: 11pt/1.45 Georgia, "Times New Roman", serif; margin: 2rem auto; max-width: 46rem;
  padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0 0 .2rem; }
h2 { font-size: 1.05rem; margin: 1.4rem 0 .4rem; }
header { align-items: center; display: flex; gap: 1rem; justify-content: space-between; }
.verdict { border: 2px solid; font-size: 1.15rem; margin: .4rem 0; padding: .2rem .9rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #8886; padding: .25rem .5rem .25rem 0; text-align: left;
  vertical-align: top; }
td.n, th.n { text-align: right; white-space: nowrap; }
code { font: .85em/1.3 ui-monospace, Consolas, "DejaVu Sans Mono", monospace;
  overflow-wrap: anywhere; }
small { font-size: .85em; }
.marks { columns: 2 18rem; list-style: none; margin: 0; padding: 0; }
.marks li { border-bottom: 1px solid #8886; break-inside: avoid; display: flex; gap: .5rem;
  justify-content: space-between; padding: .2rem 0; }
.marks .n { white-space: nowrap; }
@media print {
  @page { margin: 1.2cm; }
  body { font-size: 8pt; line-height: 1.2; margin: 0; max-width: none; padding: 0; }
  h1 { font-size: 1.2rem; }
  h2 { font-size: .85rem; margin: .5rem 0 .1rem; }
  th, td, .marks li { padding-block: .06rem; }
  p { margin: .2rem 0; }
  .verdict { font-size: 1rem; padding: .1rem .7rem; }
  .marks small { display: none; }
  tr { break-inside: avoid; }
}
"""
PROVES = (
    "The log of this sitting has every question, every answer and the time of each, sealed line by "
    "line. Anybody can pose the questions and grade the answers again with <code>lammer "
    "audit</code>: a line that was changed, added or left out is found, and a log that was "
    "written again as a whole has another head than the one printed here. That shows what was "
    "answered, and when it was received. It does not show who sat at the keyboard, nor what they "
    "had at hand; an instructor who was present can witness that."
)


def document(sitting: Sitting) -> str:
    """Return the page of a sitting that is over, as HTML that needs nothing else.

    Raises ``ValueError`` for one that goes on.
    """
    found = sitting.result
    if found is None:
        raise ValueError("the sitting is not over")
    share = f"{100 * found.right / found.asked:.0f}%"
    verdict = "Passed" if found.passed else "Not passed"
    facts = [
        ("Test", escape(sitting.test.name)),
        ("Taken by", escape(sitting.person)),
        ("Date", f"{sitting.begun.astimezone(UTC):%B %-d, %Y, %H:%M} UTC"),
        ("Right", f"{found.right} of {found.asked} ({share}; {sitting.test.pass_mark} passes)"),
        ("Time", _time(sitting)),
        ("Seed", str(sitting.seed)),
        ("Head of the log", f"<code>{sitting.head}</code>"),
    ]
    parts = "".join(
        f"<tr><td>{escape(part.rules)}<br><small>{escape(rules.house.law.title)}</small></td><td>{escape(rules.house.law.game)}</td>"
        f"<td><code>{rules.digest}</code></td></tr>"
        for part, rules in ((part, rules_of(part)) for part in sitting.test.part)
    )
    words = _words(sitting.test)
    skills = "".join(
        f'<li><span>{_skill(key, words)}</span><span class="n">{right} of {of}</span></li>'
        for key, (right, of) in found.by_skill.items()
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(sitting.test.name)}: {escape(sitting.person)}</title>"
        f"<style>{STYLE}</style></head><body><header><h1>Table test</h1>"
        f'<p class="verdict">{verdict}</p></header><table>{_rows(facts)}</table>'
        f'<h2>Marks by skill</h2><ul class="marks">{skills}</ul>'
        f"<h2>Mistakes</h2>{_mistakes(sitting, words)}"
        "<h2>Rules</h2><table><tr><th>Rule set</th><th>Game</th><th>Digest</th></tr>"
        f"{parts}</table><h2>What this shows, and what not</h2><p><small>{PROVES}</small></p>"
        "<p><small>Instructor: ______________________ &emsp; Date: ______________</small></p>"
        "</body></html>\n"
    )


def _words(test: TableTest) -> dict[str, str]:
    """Return what the skills of a test are, in words."""
    return {
        key: find_skill(rules_of(part), key).what for part in test.part for key in keys_of(part)
    }


def _skill(key: str, words: Mapping[str, str]) -> str:
    return f"{escape(words[key])}<br><small>{escape(key)}</small>"


def _rows(facts: list[tuple[str, str]]) -> str:
    return "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in facts)


def _time(sitting: Sitting) -> str:
    spent = sum(each.seconds for each in sitting.marked)
    allowed = f" of {sitting.test.minutes} minutes" if sitting.test.minutes is not None else ""
    return f"{spent // 60} min {spent % 60} s{allowed}"


def _mistakes(sitting: Sitting, words: Mapping[str, str]) -> str:
    wrong = [each for each in sitting.marked if not each.right]
    missing = sitting.test.count - len(sitting.marked)
    if not wrong and not missing:
        return "<p>None.</p>"
    rows = "".join(_mistake(each, words) for each in wrong)
    if missing:
        rows += f'<tr><td class="n"></td><td></td><td>{missing} not answered.</td></tr>'
    head = '<tr><th class="n">No.</th><th>Skill</th><th>What was wrong</th></tr>'
    return f"<table>{head}{rows}</table>"


def _mistake(marked: MarkedAnswer, words: Mapping[str, str]) -> str:
    what = " ".join(escape(each) for each in marked.mistakes)
    clauses = escape(", ".join(marked.clauses[:4]))
    return (
        f'<tr><td class="n">{marked.number + 1}</td><td>{escape(words[marked.skill])}</td>'
        f"<td>{what} <small>[{clauses}]</small></td></tr>"
    )
