// Animates dice on the felt: cubes that are thrown across it, or shaken in place, and come to
// rest on the faces that the server sent.

import { h, s } from "../../../web/js/lib/dom.js";
import { still } from "../../../web/js/lib/motion.js";
import { die } from "./dice.js";

/** @import { Landing, Point } from "../../../web/types/felt.d.ts" */

/** The rotation that brings a face to the top: degrees about x and about y. */
/** @type {Readonly<Record<number, number[]>>} */
const TURNED = Object.freeze({
  1: [0, 0], 2: [-90, 0], 3: [0, -90], 4: [0, 90], 5: [90, 0], 6: [0, 180],
});
/** The viewing angle in degrees, at which a second face of each die is visible. */
const TILT = 24;
const LONGEST = 1150;
/** How much longer the first die takes, in milliseconds. */
const LAG = 110;

/**
 * The keyframes of a throw: time, position (0 the thrower's hand, 1 first contact with the felt, 2
 * the wall at the far end, 3 at rest), height in sides of a die, and remaining turns.
 * @type {readonly [offset: number, from: number, to: number, share: number, high: number,
 *   turns: number][]}
 */
const THROW = Object.freeze([
  [0, 0, 1, 0, 1.3, -2.6], [0.2, 0, 1, 0.55, 1.7, -1.8], [0.38, 0, 1, 1, 0, -1.2],
  [0.49, 1, 2, 0.5, 0.75, -0.8], [0.6, 1, 2, 1, 0.2, -0.45], [0.74, 2, 3, 0.6, 0.32, -0.16],
  [0.86, 2, 3, 0.88, 0, -0.04], [1, 2, 3, 1, 0, 0],
]);
/** The same in a shaker: 3 is at rest, 1 and 2 are slightly beside it. */
/** @type {typeof THROW} */
const SHAKE = Object.freeze([
  [0, 3, 3, 0, 0, -2.5], [0.14, 3, 1, 1, 0.9, -2], [0.28, 1, 2, 1, 0.1, -1.5],
  [0.42, 2, 1, 1, 0.8, -1], [0.56, 1, 2, 1, 0, -0.5], [0.7, 2, 3, 0.5, 0.5, -0.25],
  [0.86, 2, 3, 0.9, 0, 0], [1, 3, 3, 1, 0, 0],
]);

/** Return one cube with its six faces; opposite faces add up to seven. */
function cube() {
  const sides = [1, 2, 3, 4, 5, 6].map((face) =>
    h(
      "div",
      { class: `side side-${face}` },
      s("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, die(face, 0, 0, 40)),
    ),
  );
  return h("div", { class: "cube" }, sides);
}

/** @param {number} face @param {number} yaw @param {number} [high] @param {number} [turns] */
function turned(face, yaw, high = 0, turns = 0) {
  const [x, y] = TURNED[face];
  return `perspective(calc(var(--side) * 12)) translateZ(calc(var(--side) * ${high}))`
    + ` rotateX(${TILT}deg) rotateZ(${yaw + turns * 90}deg)`
    + ` rotateX(${x + turns * 360}deg) rotateY(${y + turns * 360}deg)`;
}

/**
 * Return the orientation of a die: it varies with the faces, and is the same for the same faces.
 * @param {number[]} faces @param {number} at
 */
const yawOf = ([first, second], at) => ((first * 5 + second * 11 + at * 13) % 9) * 4 - 16;

/**
 * Return the size of dice on a part of the felt, and their centres: two side by side, one below the
 * other, or diagonal.
 * @param {Landing} landing @returns {{side: number, middles: Point[]}}
 */
export function placed({ x, y, w, h: high, many = 2 }) {
  const at = (/** @type {number[][]} */ shares) =>
    shares.map(([across, down]) => /** @type {Point} */ ([x + w * across, y + high * down]));
  if (many === 3) {
    const middles = at([[0.25, 0.68], [0.5, 0.28], [0.75, 0.68]]);
    return { side: Math.min(w / 3.6, high / 2.4), middles };
  }
  if (w > 1.4 * high) {
    return { side: Math.min(high / 1.5, w / 2.7), middles: at([[0.27, 0.44], [0.73, 0.52]]) };
  }
  if (high > 1.6 * w) {
    return { side: Math.min(w / 1.45, high / 3), middles: at([[0.46, 0.25], [0.54, 0.74]]) };
  }
  return { side: Math.min(w, high) / 2.2, middles: at([[0.28, 0.31], [0.71, 0.7]]) };
}

/** @param {Point} from @param {Point} to @param {number} share @returns {Point} */
const between = (from, to, share) =>
  [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];

/**
 * Return the four points of a throw, relative to where the die comes to rest.
 * @param {Landing} landing @param {Point} rest @param {number} side @param {number} at
 * @returns {Point[]}
 */
function course({ from, wall = 0, shaken }, [x, y], side, at) {
  const aside = at ? 1 : -1;
  if (shaken) return [[0, 0], [aside * side * 0.25, -side * 0.5], [-aside * side * 0.2, 0], [0, 0]];
  /** @type {Point} */ const hand = [from[0] - x, from[1] - y + aside * side * 0.8];
  /** @type {Point} */ const far = [wall + side * 0.7 - x, aside * side * 0.35];
  const [touchX, touchY] = between(hand, far, 0.66);
  return [hand, [touchX, touchY + aside * side * 0.4], far, [0, 0]];
}

/**
 * Create the dice of a sheet of this width. `lie` shows or removes them; `roll` throws them, and
 * resolves when they rest.
 * @param {Landing} landing @param {number} width
 */
export function diceOnFelt(landing, width) {
  const { side, middles } = placed(landing);
  const dice = middles.map(([x, y]) => {
    const shade = h("div", { class: "die-shade" });
    const body = cube();
    const element = h("div", { class: "thrown-die" }, shade, body);
    element.style.setProperty("--x", String(x - side / 2));
    element.style.setProperty("--y", String(y - side / 2));
    return { element, shade, body };
  });
  const element = h("div", { class: "thrown", "aria-hidden": "true", hidden: true },
    dice.map((each) => each.element));
  element.style.setProperty("--u", `calc(100cqi / ${width})`);
  element.style.setProperty("--side", `calc(${side.toFixed(2)} * var(--u))`);
  let rolling = false;

  /** @param {number[]} faces */
  function rest(faces) {
    element.hidden = false;
    element.dataset.faces = faces.join("-");
    dice.forEach(({ body }, at) => {
      body.style.transform = turned(faces[at], yawOf(faces, at));
    });
  }

  /** @param {number[]} faces @param {number} at */
  function flight(faces, at) {
    const { element: whole, shade, body } = dice[at];
    const points = course(landing, middles[at], side, at);
    const steps = landing.shaken ? SHAKE : THROW;
    const how = { duration: LONGEST - at * LAG };
    const moves = steps.map(([offset, from, to, share]) => {
      const [x, y] = between(points[from], points[to], share);
      const along = `calc(${x.toFixed(1)} * var(--u)), calc(${y.toFixed(1)} * var(--u))`;
      return { offset, transform: `translate(${along})` };
    });
    const turns = steps.map(([offset, , , , high, turn]) => ({
      offset, transform: turned(faces[at], yawOf(faces, at), high, at ? turn * 0.9 : turn),
      easing: high ? "ease-out" : "ease-in-out",
    }));
    const shades = steps.map(([offset, , , , high]) => ({
      offset, transform: `scale(${1 + high * 0.25})`, opacity: 1 - high * 0.45,
    }));
    // An element that fades is flattened: fade not the cubes, but what is around them.
    if (!landing.shaken) whole.animate([{ opacity: 0 }, { opacity: 1 }], LONGEST / 12);
    return [whole.animate(moves, how), body.animate(turns, how), shade.animate(shades, how)];
  }

  return {
    element,
    /**
     * @param {number[] | null} faces null for none @param {boolean} old whether they are of before
     */
    lie(faces, old) {
      if (rolling) return;
      element.classList.toggle("old", old);
      if (!faces) element.hidden = true;
      else if (element.hidden || element.dataset.faces !== faces.join("-")) rest(faces);
    },
    /** @param {number[]} faces @param {boolean} skip */
    async roll(faces, skip) {
      rest(faces);
      element.classList.remove("old");
      if (skip || still() || document.hidden) return;
      rolling = true;
      const flights = dice.flatMap((_, at) => flight(faces, at));
      await Promise.allSettled(flights.map((each) => each.finished));
      rolling = false;
    },
  };
}
