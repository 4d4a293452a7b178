import * as HashMap from "effect/HashMap"

import type { Mail } from "./rows.ts"
import type { World } from "./World.ts"

const mostMails = 1000

/** Puts an e-mail into the outbox, which drops the oldest when there are too many. */
export const send = (world: World, mail: Omit<Mail, "id">): World => {
  const { mailsDropped, outbox } = world
  const id = mailsDropped + HashMap.size(outbox) + 1
  const added = HashMap.set(outbox, id, { ...mail, id })
  return HashMap.size(added) > mostMails
    ? { ...world, outbox: HashMap.remove(added, mailsDropped + 1), mailsDropped: mailsDropped + 1 }
    : { ...world, outbox: added }
}
