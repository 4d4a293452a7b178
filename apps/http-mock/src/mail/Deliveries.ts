import * as Schema from "effect/Schema"

import type { Mail } from "../world/model/rows.ts"

/** What became of an e-mail on one way out. */
export const Delivery = Schema.Struct({
  by: Schema.Literals(["smtp", "webhook"]),
  status: Schema.Literals(["waiting", "delivered", "failed"]),
  /** How often it was tried. */
  attempts: Schema.Int,
  /** What went wrong last. */
  error: Schema.optionalKey(Schema.String)
})
export type Delivery = typeof Delivery.Type

// beside the worlds: what left the process is not undone with them
const known = new WeakMap<Mail, Map<Delivery["by"], Delivery>>()

/** What became of an e-mail; nothing of one that was not to leave the process. */
export const of = (mail: Mail): ReadonlyArray<Delivery> | undefined => {
  const ways = known.get(mail)
  return ways === undefined ? undefined : [...ways.values()]
}

/** Notes what became of an e-mail. */
export const note = (mail: Mail, delivery: Delivery): void => {
  const ways = known.get(mail) ?? new Map<Delivery["by"], Delivery>()
  known.set(mail, ways.set(delivery.by, delivery))
}
