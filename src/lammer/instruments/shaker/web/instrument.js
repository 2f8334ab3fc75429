// A shaker with sealed dice, as the pages show it. A drawn felt has its dice in it.

import { twoDice, writtenDice } from "../../dice/web/instrument.js";

/** @type {Partial<import("../../../web/js/lib/instrument-interface.js").Instrument>} */
export const instrument = Object.freeze({
  ...twoDice,
  event: "shake", holder: "Shaker",
  staffed: "Real dice are shaken here, and the crew enters what they show.",
  show: (place, { dice }, { drawn }) => (drawn ? null : writtenDice(place, dice)),
  lying: (last, event, body) => (event === "shake" ? { dice: body.dice } : last),
  crew: async () => (await import("./crew.js")).crew,
});
