// Three dice made again, as two are: each shake takes one more.

import { drawOf } from "../../dice/web/fair.js";

export const draw = drawOf("shake", 3);
