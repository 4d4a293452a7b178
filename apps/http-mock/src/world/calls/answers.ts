import type { CallEventStream, CallEvents, RecentCall } from "@remote-assist/core/Calls"
import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import { timestamp } from "../timestamp.ts"
import { enterpriseIdOf } from "../users/User.ts"
import { devices, isGuest } from "./Call.ts"
import type { Call, Participant, Person } from "./Call.ts"
import * as Calls from "./Calls.ts"
import type { CallContext } from "./Calls.ts"
import { common, ratings, reasonOf, unixTime } from "./fields.ts"
import { averageOf, measurements, resultOf } from "./measurements.ts"
import type { Measurement } from "./measurements.ts"
import { actorOf, partyOf, personOf, receiverOf, userIn } from "./parties.ts"

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

const network = (context: CallContext, measured: ReadonlyArray<Measurement>) => {
  const avgQuality = averageOf(measured)
  const of = (series: "bandwidth" | "packetLoss") =>
    measured.map((point) => ({ ...point[series], result: point.result, timestamp: unixTime(context, point.at) }))
  return { avgQuality, avgResult: resultOf(avgQuality), bandwidth: of("bandwidth"), packetLoss: of("packetLoss") }
}

const shown = (
  context: CallContext,
  call: Call,
  { device, stays, who }: Participant,
  measured: ReadonlyArray<Measurement>
) => {
  const { enterpriseId, id, name } = personOf(context, who)
  const [from, to] = [stays[0]?.from ?? call.startedAt, stays.at(-1)?.to]
  const ended =
    to === undefined
      ? {}
      : { ended: { ...devices[device], timestamp: unixTime(context, to), reason: reasonOf(context, call) } }
  return {
    enterpriseId,
    id,
    name,
    isDialer: who === call.dialer,
    started: { ...devices[device], timestamp: unixTime(context, from) },
    ...ended,
    network: network(context, measured)
  }
}

/** Returns the end of a call, or now if it is running. */
const knownUntil = ({ endedAt, startedAt }: Call, now: number): number => endedAt ?? Math.max(startedAt, now)

/** Returns the statistics of a call. Participants who never joined have no measurements. */
export const statistics = (context: CallContext, call: Call, now: number) => {
  const { calls } = context.world
  const measured = call.participants
    .map((participant, place) => ({ participant, points: measurements(calls.seed, call, place, now) }))
    .filter(({ points }) => points.length > 0)
  return {
    overallQuality: averageOf(measured.flatMap(({ points }) => points)),
    session: Calls.idOf(calls, call.position),
    timestamp: unixTime(context, knownUntil(call, now)),
    participantStats: measured.map(({ participant, points }) => shown(context, call, participant, points))
  }
}

export const eventStream = (context: CallContext, call: Call): CallEventStream => ({
  datetime: timestamp(call.startedAt),
  type: context.option("calls.event-type"),
  data: {
    ...context.option("calls.event"),
    call_id: Calls.idOf(context.world.calls, call.position),
    from: actorOf(partyOf(context, call.dialer)),
    to: actorOf(receiverOf(context, call)),
    is_group: call.group !== undefined,
    reason: reasonOf(context, call),
    timestamp: unixTime(context, call.startedAt)
  }
})

export const events = (context: CallContext & { readonly now: number }, call: Call): CallEvents => {
  const id = Calls.idOf(context.world.calls, call.position)
  return {
    error: false,
    call: {
      ...common(context, call),
      callId: id,
      dialerId: partyOf(context, call.dialer).id,
      galdrSession: id.replace("call_", "galdr_"),
      openTokSession: id.replace("call_", "video_"),
      recordingBucket: call.recording?.stoppedAt !== undefined ? "recordings" : "",
      recordingPath: call.recording?.stoppedAt !== undefined ? `${id}.mp4` : "",
      lastEvaluatedTimestamp: unixTime(context, knownUntil(call, context.now)),
      timestamp: unixTime(context, call.startedAt)
    },
    stats: statistics(context, call, context.now)
  }
}
