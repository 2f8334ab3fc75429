// Punto banco: coups at a long table.

export { drawing } from "../../../instruments/shoe/web/coup-board.js";
