// A wheel, drawn from above or upright, that turns until what the log says is under its pointer.

import { s } from "../../../web/js/lib/dom.js";
import { still } from "../../../web/js/lib/motion.js";

/** @import { Painted, SpinTrial, WheelDrawn } from "./types.d.ts" */

const LASTS = 3200;
const TURNS = 4;
const BALL_TURNS = 7;

/** The name of a trial. @param {SpinTrial} trial */
export const nameOf = ({ pocket, stop }) => pocket ?? stop ?? "";

/**
 * Which place of the rim a trial is, from 0; -1 if it is none.
 * @param {WheelDrawn} wheel @param {SpinTrial} trial
 */
export const placeOf = ({ rim }, trial) =>
  (trial.place ? trial.place - 1 : rim.indexOf(nameOf(trial)));

/** @param {number} angle in degrees, 0 being the top @param {number} radius */
const point = (angle, radius) => {
  const turn = ((angle - 90) * Math.PI) / 180;
  return `${(Math.cos(turn) * radius).toFixed(2)} ${(Math.sin(turn) * radius).toFixed(2)}`;
};

/**
 * The wheel around a point of a drawing. `rest` puts it where a trial came to rest, `spin` turns it
 * until it is there.
 * @param {WheelDrawn} wheel @param {Painted} painted
 * @param {number} x @param {number} y @param {number} radius @param {boolean} ball whether a ball
 *   runs round it; else a clapper stands at its top
 */
export function drawnWheel(wheel, painted, x, y, radius, ball) {
  const { rim, colours } = wheel;
  const label = (/** @type {string} */ name) => painted[name]?.short ?? name;
  const each = 360 / rim.length;
  const inner = radius * 0.72;
  const size = Math.min(((2 * Math.PI * radius) / rim.length) * 0.62, radius * 0.16);
  const places = rim.flatMap((name, at) => {
    const [from, to, middle] = [(at - 0.5) * each, (at + 0.5) * each, at * each];
    return [
      s("path", {
        class: `rim-place ${colours[at]}`,
        d: `M${point(from, inner)} L${point(from, radius)} A${radius} ${radius} 0 0 1 ${
          point(to, radius)} L${point(to, inner)} A${inner} ${inner} 0 0 0 ${point(from, inner)}Z`,
      }),
      s("text", {
        class: `rim-name ${colours[at]}`, "font-size": size,
        transform: `rotate(${middle}) translate(0 ${-(radius + inner) / 2})`,
      }, label(name)),
    ];
  });
  const turning = s("g", { class: "turning" }, s("circle", { class: "rim", r: radius * 1.05 }),
    places, s("circle", { class: "bowl", r: inner }),
    s("circle", { class: "hub", r: inner * 0.3 }));
  const marker = ball
    ? s("g", { class: "running" },
      s("circle", { class: "ball", cy: -inner * 0.92, r: size * 0.5 }))
    : s("path", {
      class: "clapper",
      d: `M${-size * 0.5} ${-radius * 1.2} H${size * 0.5} L0 ${-radius * 0.96}Z`,
    });
  const element = s("g", { class: "wheel", transform: `translate(${x} ${y})` }, turning, marker);
  let angle = 0;
  let moving = false;

  /** @param {number} place */
  const put = (place) => {
    angle = -place * each;
    turning.style.transform = `rotate(${angle}deg)`;
    element.dataset.rests = label(rim[place]);
    element.dataset.place = String(place + 1);
  };

  return {
    element,
    /** @param {SpinTrial | null} trial @param {boolean} old whether it is of before */
    rest(trial, old) {
      if (moving) return;
      element.classList.toggle("old", old);
      const place = trial ? placeOf(wheel, trial) : -1;
      element.classList.toggle("idle", place < 0);
      if (place >= 0) put(place);
      else delete element.dataset.rests;
    },
    /** @param {SpinTrial} trial @param {boolean} skip */
    async spin(trial, skip) {
      const place = placeOf(wheel, trial);
      if (place < 0) return;
      const from = angle;
      put(place);
      element.classList.remove("old", "idle");
      if (skip || still() || document.hidden) return;
      moving = true;
      const how = { duration: LASTS, easing: "cubic-bezier(.15, .6, .25, 1)" };
      const to = angle - TURNS * 360;
      const all = [turning.animate([
        { transform: `rotate(${from}deg)` }, { transform: `rotate(${to}deg)` },
      ], how)];
      if (ball) {
        all.push(marker.animate([
          { transform: `rotate(${-from}deg)` }, { transform: `rotate(${BALL_TURNS * 360}deg)` },
        ], how));
      }
      await Promise.allSettled(all.map((one) => one.finished));
      moving = false;
    },
  };
}
