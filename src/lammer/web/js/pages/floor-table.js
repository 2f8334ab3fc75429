// A table sorted by its headings, with rows that can be opened; it keeps the focus when it is
// redrawn. Roles are explicit, because a narrow screen shows rows as cards.

import { fill, h } from "../lib/dom.js";
import { replaceKeepingFocus } from "../lib/focus.js";

/** @import { Child } from "../lib/dom.js" */

/**
 * @template Row
 * @typedef {{key: string, title: string, number?: boolean, value: (row: Row) => string | number,
 *   show: (row: Row) => Child}} Column
 */

/** @template Row */
export class Sorted {
  /**
   * @param {string} name @param {Column<Row>[]} columns
   * @param {{key: (row: Row) => string, more?: (row: Row) => HTMLElement, opens?: (row: Row) =>
   *   string, fresh?: boolean}} rows fresh: what is open is drawn again with its row
   */
  constructor(name, columns, rows) {
    this.columns = columns;
    this.rows = rows;
    this._by = columns[0].key;
    this._down = false;
    /** @type {Row[]} */ this._all = [];
    /** @type {Map<string, HTMLElement>} */ this._open = new Map();
    this._body = h("tbody", { role: "rowgroup" });
    this._heads = columns.map((column) => h("th", {
      role: "columnheader", scope: "col", class: column.number ? "number" : "",
    }, h("button", {
      type: "button", class: "sort", on: { click: () => this._sort(column) },
    }, column.title)));
    const first = rows.more
      ? h("th", { role: "columnheader", scope: "col" }, h("span", { class: "unseen" }, "Open"))
      : null;
    this.element = h("div", { class: "scroll", role: "region", "aria-label": name, tabindex: 0 },
      h("table", { class: "sorted", role: "table" }, h("caption", { class: "unseen" }, name),
        h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, first, this._heads)),
        this._body));
  }

  /** @param {Row[]} rows */
  show(rows) {
    this._all = rows;
    const { fresh, key, more } = this.rows;
    if (fresh && more) {
      for (const row of rows) if (this._open.has(key(row))) this._open.set(key(row), more(row));
    }
    this._draw();
  }

  /** @param {Column<Row>} column */
  _sort(column) {
    this._down = this._by === column.key ? !this._down : Boolean(column.number);
    this._by = column.key;
    this._draw();
  }

  _draw() {
    const by = this.columns.find((column) => column.key === this._by) ?? this.columns[0];
    const way = this._down ? -1 : 1;
    const sorted = [...this._all].sort((one, other) => {
      const [a, b] = [by.value(one), by.value(other)];
      return (a < b ? -1 : a > b ? 1 : 0) * way;
    });
    this.columns.forEach((column, place) => {
      const is = column.key === this._by;
      this._heads[place].setAttribute("aria-sort",
        is ? (this._down ? "descending" : "ascending") : "none");
    });
    const rows = () => (sorted.length ? sorted.map((row) => this._row(row))
      : h("tr", { role: "row" },
        h("td", { role: "cell", colspan: this.columns.length + 1, class: "soft" },
          "Nothing to show.")));
    replaceKeepingFocus(this._body, () => fill(this._body, rows()));
  }

  /** @param {Row} row */
  _row(row) {
    const key = this.rows.key(row);
    const cells = this.columns.map((column, place) => h("td", {
      role: "cell", class: place ? (column.number ? "number" : "") : "first",
      data: { title: column.title },
    }, column.show(row)));
    const inside = this._open.get(key);
    const { more } = this.rows;
    const opener = more
      ? h("td", { role: "cell", class: "opener" }, this._opener(row, key, more))
      : null;
    const line = h("tr", { role: "row", class: inside ? "is-open" : "" }, opener, cells);
    return inside
      ? [line, h("tr", { role: "row", class: "inside" },
        h("td", { role: "cell", colspan: this.columns.length + 1 }, inside))]
      : line;
  }

  /** @param {Row} row @param {string} key @param {(row: Row) => HTMLElement} more */
  _opener(row, key, more) {
    const is = this._open.has(key);
    const name = this.rows.opens?.(row) ?? `Wagers of ${key}`;
    return h("button", {
      type: "button", class: "small", "aria-expanded": String(is), "aria-label": name,
      data: { opens: key },
      on: { click: () => {
        if (is) this._open.delete(key);
        else this._open.set(key, more(row));
        this._draw();
      } },
    }, is ? "−" : "+");
  }
}
