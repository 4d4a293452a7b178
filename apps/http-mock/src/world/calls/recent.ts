import type { RecentCall } from "@remote-assist/core/Calls"
import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import { timestamp } from "../timestamp.ts"
import { enterpriseIdOf } from "../users/roles.ts"
import type { CallContext } from "./CallContext.ts"
import { ratings, reasonOf } from "./fields.ts"
import type { Call, Person } from "./model/Call.ts"
import { isGuest } from "./model/Call.ts"
import { partyOf, personOf, receiverOf, userIn } from "./party.ts"

const prefix = "contact-"

const contactToken = (id: UserId) => Redacted.make(`${prefix}${id}`)

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
    enterprise_ids: [enterpriseIdOf(context.world)],
    tags: []
  }
}

/** The on-call group that a call is to, as long as none of it answered. */
const groupOf = (context: CallContext, call: Call, user: UserId) => {
  const { id, name } = receiverOf(context, call)
  const favorites = Option.getOrElse(HashMap.get(context.world.favorites, user), () => [])
  return {
    active: true,
    anonymous: false,
    available: true,
    favorite: favorites.some((favorite) => favorite === call.group),
    is_group: true,
    avatar: { timestamp: "", url: "" },
    email: "",
    id,
    name,
    status: "0",
    token: Redacted.make(""),
    username: "",
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
  const outgoing = call.dialer === user
  const other = outgoing ? call.receiver : call.dialer
  const contact = other === undefined ? groupOf(context, call, user) : contactOf(context, other)
  return {
    contact,
    contact_name: contact.name,
    duration: durationOf(call, now),
    has_attachments: false,
    is_group: call.group !== undefined,
    outgoing,
    status: call.answeredAt !== undefined,
    participants: call.participants.map(({ who }) => participantOf(context, who)),
    ratings: ratings(context, call),
    reason: reasonOf(context, call),
    start_time: timestamp(call.startedAt),
    tags: []
  }
}
