"""The parts of a report that is one self-contained HTML page: no network, no script.

Readable on a telephone, on paper and in dark mode. What is not said to be HTML is escaped.
"""

from collections.abc import Iterable, Sequence
from html import escape
from textwrap import dedent


def header(title: str, badge: str, lines: Sequence[str]) -> str:
    said = "".join(f"<p>{escape(line)}</p>" for line in lines)
    return (
        f'<header><span class="badge">{escape(badge)}</span><h1>{escape(title)}</h1>{said}</header>'
    )


def section(title: str, inside: str) -> str:
    """Return a section; ``inside`` is HTML."""
    return f"<section><h2>{escape(title)}</h2>{inside}</section>"


def card(words: str, value: str, note: str = "") -> str:
    small = f"<small>{escape(note)}</small>" if note else ""
    words, value = escape(words), escape(value)
    return f'<div class="card"><span>{words}</span><b>{value}</b>{small}</div>'


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of cells that are HTML already; the first column words, the others numbers."""
    top = "".join(f"<th>{cell}</th>" for cell in head)
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    heading = f"<thead><tr>{top}</tr></thead>" if head else ""
    return f'<div class="scroll"><table>{heading}<tbody>{lines}</tbody></table></div>'


def page(title: str, body: str, footer: str, *, dark: str = "", style: str = "") -> str:
    """Return a page; ``style`` is added to that of every report, ``dark`` to its dark mode."""
    css = STYLE.replace("/* plots in the dark */", dark) + style
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)} · Lammer</title>\n<style>\n{css}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n"
        f'<footer class="quiet">{escape(footer)}</footer>\n'
        "</main>\n</body>\n</html>\n"
    )


STYLE = dedent(
    """\
    :root { --ink: #25322c; --quiet: #5d6b64; --line: #dde4e0; --page: #f4f6f5; --card: #fff;
      --felt: #0b5f47; --on-felt: #fff; --note: #fff6df; }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--page); color: var(--ink); line-height: 1.5;
      font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
    main { max-width: 860px; margin: 0 auto; padding: 1rem; }
    header { background: var(--felt); color: var(--on-felt); border-radius: 12px;
      padding: 1.5rem 1.75rem; }
    h1 { font-size: 1.75rem; line-height: 1.2; margin: .5rem 0; overflow-wrap: anywhere; }
    header p { margin: .25rem 0 0; font-size: 1.05rem; overflow-wrap: anywhere; }
    h2 { font-size: 1.1rem; margin: 0 0 .75rem; overflow-wrap: anywhere; }
    h3 { font-size: .95rem; margin: 1.25rem 0 .5rem; }
    .badge { display: inline-block; border: 1px solid currentColor; border-radius: 99px;
      padding: .05rem .7rem; font-size: .85rem; }
    section { background: var(--card); border: 1px solid var(--line); border-radius: 12px;
      padding: 1.25rem 1.5rem; margin: 1rem 0; }
    .cards { display: flex; flex-wrap: wrap; gap: 1rem; background: none; border: 0; padding: 0; }
    .card { flex: 1 1 14rem; padding: 1rem 1.25rem; background: var(--card);
      border: 1px solid var(--line); border-radius: 12px; }
    .card span { display: block; color: var(--quiet); font-size: .9rem; }
    .card b { display: block; font-size: 1.4rem; font-weight: 600; line-height: 1.4; }
    small, .quiet { color: var(--quiet); font-size: .875rem; }
    .note { background: var(--note); border-radius: 8px; padding: .6rem 1rem; margin: 1rem 0 0; }
    .plot svg { display: block; margin: 0 auto; }
    .narrow { display: none; }
    .bar { display: flex; height: 1.25rem; border-radius: 6px; overflow: hidden; gap: 2px;
      margin-bottom: .75rem; }
    .bar i { display: block; min-width: 2px; }
    .key { display: inline-block; width: .8em; height: .8em; border-radius: 3px;
      margin-right: .5em; }
    .scroll { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
    td, th { padding: .35rem 0 .35rem 1rem; text-align: right; white-space: nowrap;
      border-bottom: 1px solid var(--line); }
    td:first-child, th:first-child { text-align: left; padding-left: 0; white-space: normal; }
    td:first-child { min-width: 6.5rem; overflow-wrap: anywhere; }
    tr:last-child td { border-bottom: 0; }
    th { color: var(--quiet); font-weight: 500; font-size: .875rem; }
    pre { margin: 0; padding: 1rem; background: var(--page); border-radius: 8px; overflow-x: auto;
      font: 14px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.25rem; margin: 0; }
    dt { color: var(--quiet); }
    dd { margin: 0; overflow-wrap: anywhere; }
    footer { padding: .5rem .25rem 2rem; }
    @media (max-width: 600px) {
      main { padding: .6rem; }
      header, section { padding: 1rem; }
      h1 { font-size: 1.4rem; }
      .cards { gap: .6rem; padding: 0; }
      .card { flex-basis: 9rem; padding: .7rem .8rem; }
      .card b { font-size: 1.15rem; }
      .wide { display: none; }
      .narrow { display: block; }
      table { font-size: .9rem; }
      td small { display: block; }
      td, th { padding-left: .5rem; }
      th { white-space: normal; }
      td:first-child { min-width: 5rem; }
      dl { grid-template-columns: 1fr; gap: 0; }
      dd { margin-bottom: .6rem; }
    }
    @media print {
      body { background: #fff; font-size: 12px; }
      main { max-width: none; padding: 0; }
      section, .card { break-inside: avoid; }
      header { color: #000; background: none; border: 1px solid #000; }
    }
    @media screen and (prefers-color-scheme: dark) {
      :root { --ink: #e4ece7; --quiet: #9fb0a7; --line: #33413a; --page: #121815; --card: #1a221e;
        --felt: #0b5f47; --note: #3a3218; }
    /* plots in the dark */
    }
    """
)
