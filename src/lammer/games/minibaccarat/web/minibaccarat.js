// Minibaccarat: coups at a small table, dealt by the dealer.

export { drawing } from "../../../instruments/shoe/web/coup-board.js";
