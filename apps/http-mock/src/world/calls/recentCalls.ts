import type { RecentCall } from "@remote-assist/core/Calls"
import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import { timestamp } from "../timestamp.ts"
import { enterpriseIdOf } from "../users/User.ts"
import { isGuest } from "./Call.ts"
import type { Call, Person } from "./Call.ts"
import type { CallContext } from "./Calls.ts"
import { ratings, reasonOf } from "./fields.ts"
import { partyOf, personOf, receiverOf, userIn } from "./parties.ts"

const prefix = "contact-"

const contactToken = (id: UserId) => Redacted.make(`${prefix}${id}`)

export const contactId = (token: string): number | undefined =>
  token.startsWith(prefix) ? Number(token.slice(prefix.length)) : undefined

/** Returns the other side of a call: a user, or the on-call group until a member answers. */
const contactOf = (context: CallContext, call: Call, user: UserId) => {
  const other = call.dialer === user ? call.receiver : call.dialer
  const isGroup = other === undefined
  const { email, id, name, username } = isGroup ? receiverOf(context, call) : partyOf(context, other)
  const entry = isGroup ? undefined : userIn(context, other)?.entry
  const favorites = Option.getOrElse(HashMap.get(context.world.favorites, user), () => [])
  return {
    active: isGroup || (entry?.active ?? false),
    anonymous: false,
    available: isGroup || (entry?.available ?? false),
    favorite: isGroup && favorites.some((favorite) => favorite === call.group),
    is_group: isGroup,
    avatar: { timestamp: "", url: "" },
    email,
    id,
    name,
    status: String(entry?.status ?? 0),
    token: entry === undefined ? Redacted.make("") : contactToken(entry.id),
    username,
    enterprise_ids: [enterpriseIdOf(context.world)],
    tags: []
  }
}

const participantOf = (context: CallContext, person: Person) => {
  const { email, id: text, name, username } = personOf(context, person)
  const entry = isGuest(person) ? undefined : userIn(context, person)?.entry
  return {
    email,
    id: text,
    location: entry?.location ?? "",
    name,
    title: entry?.title ?? "",
    username,
    enterpriseId: isGuest(person) ? 0 : enterpriseIdOf(context.world),
    isAnonymous: isGuest(person)
  }
}

const durationOf = ({ answeredAt, endedAt }: Call, now: number) =>
  answeredAt === undefined ? 0 : Math.max(0, Math.floor(((endedAt ?? now) - answeredAt) / 1000))

export const recent = (context: CallContext, call: Call, user: UserId, now: number): RecentCall => {
  const contact = contactOf(context, call, user)
  return {
    contact,
    contact_name: contact.name,
    duration: durationOf(call, now),
    has_attachments: false,
    is_group: call.group !== undefined,
    outgoing: call.dialer === user,
    status: call.answeredAt !== undefined,
    participants: call.participants.map(({ who }) => participantOf(context, who)),
    ratings: ratings(context, call),
    reason: reasonOf(context, call),
    start_time: timestamp(call.startedAt),
    tags: []
  }
}
