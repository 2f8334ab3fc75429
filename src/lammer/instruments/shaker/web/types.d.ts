// What a shaker adds to the shapes that the pages share. Types only; nothing here is served.

import type { Authority } from "../../../web/types/protocol.d.ts";

declare module "../../../web/types/protocol.d.ts" {
  interface State { /** Since when the dice are in the shaker. */ dice_since?: string }
  interface Procedure { new_dice: Authority | null }
}
