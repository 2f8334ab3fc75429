// Plots of answers, drawn as SVG at the width there is; each with its numbers as a table.

import { fill, h, s } from "../lib/dom.js";
import { dollars } from "../lib/money.js";
import { capital } from "../lib/sentences.js";

/** @import { LabAnswer, LabResult, RuinCurve } from "../../types/lab.d.ts" */
/** @typedef {{low: number, high: number, at: (value: number) => number}} Scale */
/** @typedef {{x: Scale, y: Scale, inside: SVGElement}} Frame */

const [LEAST, MOST, HIGH] = [280, 720, 260];
const [LEFT, RIGHT, TOP, BOTTOM] = [62, 14, 12, 42];
const TABLE_ROWS = 60;

/** @param {number} share */
export const percents = (share) => `${+(100 * share).toFixed(share < 0.001 ? 4 : 2)}%`;
/** @param {number} count */
const plain = (count) => count.toLocaleString("en-US");

/**
 * Return round numbers from low to high, some five of them.
 * @param {number} low @param {number} high @param {number} about how many
 */
export function ticks(low, high, about) {
  const rough = (high - low || 1) / about;
  const scale = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((each) => each * scale).find((each) => each >= rough)
    ?? rough;
  const found = [];
  for (let at = Math.ceil(low / step - 1e-9) * step; at <= high + step * 1e-9; at += step) {
    found.push(Math.abs(at) < step * 1e-9 ? 0 : at);
  }
  return found;
}

/**
 * @param {number} low @param {number} high @param {number} from @param {number} to
 * @returns {Scale}
 */
const scale = (low, high, from, to) =>
  ({ low, high, at: (value) => from + ((value - low) / (high - low || 1)) * (to - from) });

/** @param {number[][]} points */
const path = (points) =>
  points.map(([x, y], at) => `${at ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/**
 * A plot: its heading, what it shows, how it is drawn, and its numbers.
 * @typedef {{title: string, about: string, x: [number, number], y: [number, number],
 *   xName: string, xWords: (value: number) => string, yWords: (value: number) => string,
 *   draw: (frame: Frame) => void, keys: [string, string][],
 *   head: string[], rows: (string | number)[][]}} Plot
 */

/** Draw a plot at the width of its place, and again when that changes. @param {Plot} plot */
function figure(plot) {
  const place = h("div", { class: "drawn" });
  const draw = () => {
    const width = Math.min(Math.max(place.clientWidth || MOST, LEAST), MOST);
    const right = width - RIGHT;
    const x = scale(...plot.x, LEFT, right);
    const y = scale(...plot.y, HIGH - BOTTOM, TOP);
    const inside = s("g");
    plot.draw({ x, y, inside });
    fill(place, s("svg", {
      viewBox: `0 0 ${width} ${HIGH}`, width, height: HIGH, role: "img",
      "aria-label": `${plot.title}: ${plot.about}. The table below has the numbers.`,
    },
    ticks(...plot.y, 5).map((value) => s("g", { class: "tick" },
      s("line", { x1: LEFT, x2: right, y1: y.at(value), y2: y.at(value) }),
      s("text", { x: LEFT - 8, y: y.at(value) + 4, "text-anchor": "end" }, plot.yWords(value)))),
    inside,
    ticks(...plot.x, Math.max(2, Math.floor(width / 110))).map((value) => s("text", {
      x: x.at(value), y: HIGH - BOTTOM + 18, class: "tick",
      "text-anchor": x.at(value) > right - 20 ? "end" : "middle",
    }, plot.xWords(value))),
    s("line", { class: "axis", x1: LEFT, x2: right, y1: HIGH - BOTTOM, y2: HIGH - BOTTOM }),
    s("text", { x: (LEFT + right) / 2, y: HIGH - 6, "text-anchor": "middle" }, plot.xName)));
  };
  new ResizeObserver(draw).observe(place);
  return h("figure", { class: "plot" },
    h("figcaption", null, h("h3", null, plot.title), h("p", { class: "soft" }, `${plot.about}.`)),
    place,
    plot.keys.length > 1 || plot.keys.some(([, word]) => word)
      ? h("ul", { class: "keys" }, plot.keys.map(([kind, word]) =>
        h("li", null, h("i", { class: `key ${kind}`, "aria-hidden": "true" }), word)))
      : null,
    h("details", null, h("summary", null, "As a table"), table(plot)));
}

/** @param {Plot} plot */
function table({ title, head, rows }) {
  const label = `${title}: table`;
  return h("div", { class: "scroll tall", tabindex: "0", role: "region", "aria-label": label },
    h("table", { class: "small" },
      h("thead", null, h("tr", null, head.map((word, at) =>
        h("th", { scope: "col", class: at ? "number" : null }, word)))),
      h("tbody", null, rows.map(([first, ...others]) => h("tr", null,
        h("th", { scope: "row" }, first),
        others.map((each) => h("td", { class: "number" }, each)))))));
}

/** Return as many places of a list as can be read. @param {number} count */
function few(count) {
  if (count <= TABLE_ROWS) return [...Array(count).keys()];
  const last = count - 1;
  return [...new Set([...Array(TABLE_ROWS).keys()].map((at) =>
    Math.round((at * last) / (TABLE_ROWS - 1))))];
}

/** @param {LabResult[]} results @returns {[string, string][]} */
const series = (results) =>
  (results.length < 2 ? []
    : results.map(({ label, name }, at) => [`series-${at}`, `${label} ${name}`]));

/** @param {LabResult} result @param {number} quantile */
const line = ({ fan }, quantile) =>
  (fan.find((each) => Math.abs(each.quantile - quantile) < 1e-9) ?? fan[0]).cents;

/**
 * The bankroll over time: the median, and its spread.
 * @param {LabResult[]} results
 */
export function fanPlot(results) {
  const alone = results.length === 1;
  const [low, high] = alone ? [0.01, 0.99] : [0.25, 0.75];
  const every = results.flatMap((each) => [...line(each, low), ...line(each, high),
    each.bankroll]);
  const last = Math.max(...results.map(({ at }) => at[at.length - 1] ?? 1), 1);
  const { noun } = results[0];
  /** @param {Frame} frame */
  const draw = ({ x, y, inside }) => results.forEach((each, number) => {
    /** @param {number} q */
    const points = (q) => each.at.map((roll, at) => [x.at(roll), y.at(line(each, q)[at])]);
    const kind = `series-${number}`;
    for (const [from, to, faint] of /** @type {[number, number, string][]} */ (
      alone ? [[0.05, 0.95, "faint"], [0.25, 0.75, ""]] : [[0.25, 0.75, "faint"]])) {
      inside.append(s("path", {
        class: `band ${kind} ${faint}`,
        d: `${path([...points(from), ...points(to).reverse()])}Z`,
      }));
    }
    for (const q of alone ? [0.01, 0.99] : []) {
      inside.append(s("path", { class: `line dotted ${kind}`, d: path(points(q)) }));
    }
    inside.append(s("path", { class: `line ${kind}`, d: path(points(0.5)) }));
    if (!number) inside.append(level(x, y.at(each.bankroll)));
  });
  const quantiles = alone ? results[0].fan.map(({ quantile }) => quantile) : [0.25, 0.5, 0.75];
  return figure({
    title: "Bankroll over time",
    about: alone
      ? "Median; half of all sessions in the dark band, nine in ten in the light; dotted: one in a "
        + "hundred is beyond"
      : "Medians, and the band that holds half of all sessions",
    x: [0, last], y: [Math.min(...every), Math.max(...every)], xName: `${capital(noun)}s`,
    xWords: plain, yWords: shortDollars, draw, keys: series(results),
    head: [`${capital(noun)}s`, ...results.flatMap(({ label }) => quantiles.map((q) =>
      `${alone ? "" : `${label}: `}${q === 0.5 ? "median" : `${+(100 * q).toFixed(1)}%`}`))],
    rows: few(results[0].at.length).map((at) => [plain(results[0].at[at]),
      ...results.flatMap((each) => quantiles.map((q) => amount(line(each, q)[at])))]),
  });
}

/** @param {number | undefined} cents */
const amount = (cents) => (cents === undefined ? "" : dollars(cents));

/** @param {Scale} x @param {number} y */
const level = (x, y) =>
  s("line", { class: "start", x1: x.at(x.low), x2: x.at(x.high), y1: y, y2: y });

/** @param {number} cents */
function shortDollars(cents) {
  const size = Math.abs(cents) / 100;
  const sign = cents < 0 ? "-" : "";
  if (size >= 1e6) return `${sign}$${+(size / 1e6).toFixed(2)}M`;
  if (size >= 1e4) return `${sign}$${+(size / 1e3).toFixed(1)}K`;
  return dollars(Math.round(cents));
}

/**
 * The distribution of the final bankroll. @param {LabResult[]} results
 * @param {LabAnswer["bars"]} bars
 */
export function finalPlot(results, { begin, width, count }) {
  const alone = results.length === 1;
  const most = Math.max(...results.flatMap(({ shares }) => shares));
  /** @param {Frame} frame */
  const draw = ({ x, y, inside }) => {
    results.forEach(({ shares, bankroll }, number) => {
      if (alone) {
        inside.append(...shares.map((share, at) => {
          const low = begin + at * width;
          const [left, right] = [x.at(low), x.at(low + width)];
          return s("rect", {
            class: `bar ${low >= bankroll ? "above" : "below"}`, x: left + 0.5, y: y.at(share),
            width: Math.max(right - left - 1, 0.5), height: y.at(0) - y.at(share),
          });
        }));
      } else {
        const steps = shares.flatMap((share, at) => [
          [x.at(begin + at * width), y.at(share)], [x.at(begin + (at + 1) * width), y.at(share)],
        ]);
        inside.append(s("path", { class: `line series-${number}`, d: path(steps) }));
      }
      if (!number) {
        const at = x.at(bankroll);
        inside.append(s("line", { class: "start", x1: at, x2: at, y1: TOP, y2: y.at(0) }));
      }
    });
  };
  const beyond = results.some(({ tails }) => tails[1]) ? count - 1 : -1;
  const before = results.some(({ tails }) => tails[0]) ? 0 : -1;
  /** @param {number} at */
  const words = (at) => {
    const [low, high] = [begin + at * width, begin + (at + 1) * width];
    if (at === beyond) return `${dollars(low)} and more`;
    return at === before ? `less than ${dollars(high)}` : `${dollars(low)} to ${dollars(high)}`;
  };
  const tail = [before === 0 ? "first" : "", beyond > 0 ? "last" : ""].filter(Boolean);
  const more = tail.length ? `; the ${tail.join(" and the ")} bar has everything beyond it` : "";
  return figure({
    title: "Final bankroll",
    about: `Share of sessions that end in each ${dollars(width)}${more}`,
    x: [begin, begin + count * width], y: [0, most], xName: "Final bankroll",
    xWords: shortDollars, yWords: percents, draw,
    keys: alone ? [["below", "Below the start"], ["above", "At the start or above"]]
      : series(results),
    head: ["Final bankroll", ...results.map(({ label }) => (alone ? "Share" : label))],
    rows: [...Array(count).keys()].map((at) =>
      [words(at), ...results.map(({ shares }) => percents(shares[at]))]),
  });
}

/**
 * How many sessions have ended, and how, over time; null if none does. @param {LabResult[]} results
 */
export function endsPlot(results) {
  const every = results.flatMap((each, number) => each.gone
    .filter(({ shares }) => shares.some(Boolean))
    .map((gone) => ({ ...gone, number, label: each.label, at: each.at })));
  if (!every.length) return null;
  const alone = results.length === 1;
  const most = Math.max(...every.flatMap(({ shares }) => shares));
  const last = Math.max(...results.map(({ at }) => at[at.length - 1] ?? 1), 1);
  const { noun } = results[0];
  const ends = [...new Set(every.map(({ end }) => end))];
  /** @param {{ end: string, colour: string, number: number }} gone */
  const kind = ({ end, colour, number }) =>
    (alone ? `end-${colour}` : `series-${number} dash-${ends.indexOf(end) % 4}`);
  return figure({
    title: "Ends over time", about: "Share of sessions that have ended by then",
    x: [0, last], y: [0, most], xName: `${capital(noun)}s`, xWords: plain, yWords: percents,
    draw: ({ x, y, inside }) => inside.append(...every.map((gone) =>
      s("path", {
        class: `line ${kind(gone)}`,
        d: path(gone.shares.map((share, place) => [x.at(gone.at[place]), y.at(share)])),
      }))),
    keys: every.map((gone) =>
      [kind(gone), alone ? gone.words : `${gone.label}: ${gone.words}`]),
    head: [`${capital(noun)}s`,
      ...every.map(({ words, label }) => (alone ? words : `${label}: ${words}`))],
    rows: few(results[0].at.length).map((place) => [plain(results[0].at[place]),
      ...every.map(({ shares }) => (place in shares ? percents(shares[place]) : ""))]),
  });
}

/**
 * The chance of ruin over the bankroll or the rolls; null if it was not asked, or has no answer.
 * @param {RuinCurve[]} curves @param {LabResult[]} results
 */
export function ruinPlot(curves, results) {
  const every = curves.flatMap(({ points }) => points);
  if (!every.length) return null;
  const alone = results.length === 1;
  const { over } = curves[0];
  const noun = over === "rolls" ? `${capital(results[0].noun)}s` : "Bankroll";
  const lines = curves.map(({ points }) => points.flatMap(({ at, ruin, error }) =>
    (ruin === null ? [] : [{ at, ruin, error: error ?? 0 }])));
  const tops = lines.flat().map(({ ruin, error }) => Math.min(ruin + error, 1));
  const same = curves.every(({ computed }) => computed === curves[0].computed);
  const said = same ? curves[0].computed : curves.map(({ computed }, at) =>
    `${results[at].label}: ${computed}`).join(" ");
  const places = curves.reduce((most, { points }) => (points.length > most.length ? points : most),
    curves[0].points);
  return figure({
    title: `Ruin over the ${over === "rolls" ? `number of ${results[0].noun}s` : "bankroll"}`,
    about: said.replace(/\.$/, ""),
    x: [Math.min(...every.map(({ at }) => at)), Math.max(...every.map(({ at }) => at))],
    y: [0, Math.max(...tops, 1e-9)], xName: noun,
    xWords: over === "rolls" ? plain : shortDollars, yWords: percents, keys: series(results),
    draw: ({ x, y, inside }) => lines.forEach((points, number) => {
      const kind = `series-${number}`;
      inside.append(s("path", {
        class: `line ${kind}`, d: path(points.map(({ at, ruin }) => [x.at(at), y.at(ruin)])),
      }), ...points.map(({ at, ruin, error }) => s("g", { class: kind },
        s("line", {
          class: `line ${kind}`, x1: x.at(at), x2: x.at(at),
          y1: y.at(Math.max(ruin - error, 0)), y2: y.at(Math.min(ruin + error, 1)),
        }),
        s("circle", { class: "dot", cx: x.at(at), cy: y.at(ruin), r: 3.5 }))));
    }),
    head: [noun, ...results.slice(0, curves.length).map(({ label }) =>
      (alone ? "Chance of ruin" : label))],
    rows: places.map(({ words }, at) =>
      [words, ...curves.map(({ points }) => points[at]?.said ?? "")]),
  });
}

/**
 * What a designed wager returns, and how often.
 * @param {{result: string, said: string, share: number, net: number}[]} rows
 */
export function returnsPlot(rows) {
  const nets = rows.map(({ net }) => net);
  const [low, high] = [Math.min(...nets), Math.max(...nets)];
  const room = (high - low || 1) / 20;
  const most = Math.max(...rows.map(({ share }) => share));
  return figure({
    title: "What it returns", about: "The net result of a bet of one unit, and its chance",
    x: [low - room, high + room], y: [0, most], xName: "Net result, to one", xWords: plain,
    yWords: percents, keys: [],
    draw: ({ x, y, inside }) => inside.append(...rows.map(({ net, share }) => s("rect", {
      class: `bar ${net < 0 ? "below" : "above"}`, x: x.at(net) - 4, width: 8, y: y.at(share),
      height: y.at(0) - y.at(share),
    }))),
    head: ["Net result", "Chance"], rows: rows.map(({ result, said }) => [result, said]),
  });
}
