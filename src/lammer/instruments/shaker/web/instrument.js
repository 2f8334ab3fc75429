// A shaker with sealed dice on the pages. A drawn felt has its dice inside it.

import { someDice, styledCrew, writtenDice } from "../../dice/web/instrument.js";

/** @type {import("../../dice/web/instrument.js").DiceInstrument} */
export const instrument = {
  ...someDice,
  event: "shake", calls: ["no-shake"], holder: "Shaker",
  staffed: "Real dice are shaken here, and the crew enters what they show.",
  show: (place, { dice }, { drawn }) => (drawn ? null : writtenDice(place, dice)),
  crew: async () => (await styledCrew(import("./crew.js"))).crew,
  draw: async () => (await import("./fair.js")).draw,
};
