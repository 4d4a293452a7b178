import * as Schema from "effect/Schema"

import type { Mail } from "../world/model/rows.ts"

export const Delivery = Schema.Struct({
  by: Schema.Literals(["smtp", "webhook"]),
  status: Schema.Literals(["waiting", "delivered", "failed"]),
  attempts: Schema.Int,
  error: Schema.optionalKey(Schema.String)
})
export type Delivery = typeof Delivery.Type

// beside the worlds: what left the process is not undone with them
const known = new WeakMap<Mail, Map<Delivery["by"], Delivery>>()

/** The deliveries of an e-mail, or `undefined` if it stays in the outbox. */
export const deliveriesOf = (mail: Mail): ReadonlyArray<Delivery> | undefined => {
  const deliveries = known.get(mail)
  return deliveries === undefined ? undefined : [...deliveries.values()]
}

export const note = (mail: Mail, delivery: Delivery): void => {
  known.set(mail, (known.get(mail) ?? new Map<Delivery["by"], Delivery>()).set(delivery.by, delivery))
}

const confirmations: Partial<Record<Mail["kind"], string>> = {
  confirmation: "/api/v1/register/confirm",
  enterprise: "/api/v1/register/confirm",
  "new-email": "/api/v1/register/confirm_new_email"
}

/** The link of an e-mail, or `undefined` if it has none. Links of confirmations are for POST. */
export const linkOf = ({ kind, token, url }: Mail, base: string): string | undefined => {
  const path = confirmations[kind]
  return path === undefined || token === undefined ? url : `${base}${path}?confirmation_token=${token}`
}
