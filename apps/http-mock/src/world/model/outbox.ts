import * as HashMap from "effect/HashMap"

import type { Mail } from "./rows.ts"
import type { World } from "./World.ts"

/** Puts an e-mail into the outbox. */
export const send = (world: World, mail: Omit<Mail, "id">): World => {
  const id = HashMap.size(world.outbox) + 1
  return { ...world, outbox: HashMap.set(world.outbox, id, { ...mail, id }) }
}
