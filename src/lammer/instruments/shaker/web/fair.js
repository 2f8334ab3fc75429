// Draws shaken dice again: as thrown dice.

import { draw as dice } from "../../dice/web/fair.js";

/** @type {import("../../../web/types/fair.d.ts").Draw} */
export const draw = { ...dice, event: "shake" };
