// Two cubes that tumble and come to rest on the faces the house sent.

import { fill, h, s } from "../../../web/js/lib/dom.js";
import { still } from "../../../web/js/lib/motion.js";
import { die } from "./dice.js";

/** How a cube is turned so that a face is in front: degrees about x and about y. */
/** @type {Readonly<Record<number, number[]>>} */
const TURNED = Object.freeze({
  1: [0, 0], 2: [-90, 0], 3: [0, -90], 4: [0, 90], 5: [90, 0], 6: [0, 180],
});
const LONGEST = 850;

/** One cube with its six faces, opposite ones adding up to seven. */
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

/** @param {number} face @param {number} turns @param {number} tilt */
function turned(face, turns, tilt) {
  const [x, y] = TURNED[face];
  const [aboutX, aboutY] = [x + turns * 360, y + turns * 360];
  return `perspective(640px) rotateZ(${tilt}deg) rotateX(${aboutX}deg) rotateY(${aboutY}deg)`;
}

/**
 * Roll two dice in an element, to rest on these faces; a click or a key in it ends the tumble.
 * @param {HTMLElement} element @param {import("./types.d.ts").Dice} faces
 * @param {{skip?: boolean}} [how]
 * @returns {Promise<void>} when they rest
 */
export async function rollDice(element, faces, { skip = false } = {}) {
  const dice = faces.map(cube);
  const picture = h(
    "div",
    { class: "dice", role: "img", "aria-label": `The dice show ${faces[0]} and ${faces[1]}` },
    dice,
  );
  fill(element, picture);
  const tilts = [-5, 6];
  dice.forEach((each, at) => {
    each.style.transform = turned(faces[at], 0, tilts[at]);
  });
  if (skip || still() || document.hidden) return;
  // What fades is drawn flat: not the cubes themselves, but what is around them.
  const fade = picture.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: LONGEST / 5 });
  const flights = dice.map((each, at) => {
    const [far, high, turns, tilt] = at ? [190, -4, -2, -150] : [240, 4, -3, 150];
    const from = `translate(${far}px, ${high}px) ${turned(faces[at], turns, tilt)}`;
    const hop = at ? "34px, -3px" : "18px, -5px";
    const bounce = `translate(${hop}) ${turned(faces[at], -0.4, 24)}`;
    const rest = `translate(0, 0) ${turned(faces[at], 0, tilts[at])}`;
    return each.animate(
      [
        { transform: from },
        { transform: bounce, offset: 0.68 },
        { transform: rest },
      ],
      { duration: LONGEST - at * 90, easing: "cubic-bezier(.22,.7,.3,1)" },
    );
  });
  const end = () => [fade, ...flights].forEach((each) => each.finish());
  const ends = ["pointerdown", "keydown", "visibilitychange"]; // Nothing moves on a hidden page.
  for (const event of ends) document.addEventListener(event, end, { once: true });
  await Promise.allSettled(flights.map((each) => each.finished));
  for (const event of ends) document.removeEventListener(event, end);
}
