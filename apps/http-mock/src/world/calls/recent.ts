import type { RecentCall } from "@remote-assist/core/Calls"
import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as Redacted from "effect/Redacted"

import { timestamp } from "../timestamp.ts"
import { enterpriseId } from "../users/roles.ts"
import type { CallContext } from "./CallContext.ts"
import type { Call } from "./Calls.ts"
import { ratings, reasonOf } from "./fields.ts"
import { partyOf, userIn } from "./party.ts"

const prefix = "contact-"

/** The token by which a user is invited to a session. */
const contactToken = (id: UserId) => Redacted.make(`${prefix}${id}`)

/** The id of the user that a contact token stands for. */
export const contactId = (token: string): number | undefined =>
  token.startsWith(prefix) ? Number(token.slice(prefix.length)) : undefined

const contactOf = (context: CallContext, id: UserId) => {
  const { email, id: text, name, username } = partyOf(context, id)
  const entry = userIn(context, id)?.entry
  return {
    active: entry?.active ?? false,
    anonymous: false,
    available: entry?.available ?? false,
    favorite: false,
    is_group: false,
    avatar: { timestamp: "", url: "" },
    email,
    id: text,
    name,
    status: String(entry?.status ?? 0),
    token: entry === undefined ? Redacted.make("") : contactToken(id),
    username,
    enterprise_ids: [enterpriseId],
    tags: []
  }
}

const participantOf = (context: CallContext, id: UserId) => {
  const { email, id: text, name, username } = partyOf(context, id)
  const entry = userIn(context, id)?.entry
  return {
    email,
    id: text,
    location: entry?.location ?? "",
    name,
    title: entry?.title ?? "",
    username,
    enterpriseId,
    isAnonymous: false
  }
}

/** How long the call lasts, in seconds: one that runs up to now, one that nobody took not at all. */
const durationOf = ({ endedAt, ending, startedAt }: Call, now: number) =>
  ending === "missed" ? 0 : Math.max(0, Math.floor(((endedAt ?? now) - startedAt) / 1000))

/** A call from the side of a user who is in it. */
export const recent = (context: CallContext, call: Call, user: UserId, now: number): RecentCall => {
  const outgoing = call.dialer === user
  const contact = contactOf(context, outgoing ? call.receiver : call.dialer)
  const answered = call.ending !== "missed"
  return {
    contact,
    contact_name: contact.name,
    duration: durationOf(call, now),
    has_attachments: false,
    is_group: false,
    outgoing,
    status: answered,
    participants: [participantOf(context, call.dialer), participantOf(context, call.receiver)],
    ratings: ratings(context, call),
    reason: reasonOf(context, call),
    start_time: timestamp(call.startedAt),
    tags: []
  }
}
