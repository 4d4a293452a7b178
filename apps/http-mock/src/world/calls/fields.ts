import type { Call as Wire } from "@remote-assist/core/Calls"
import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Record from "effect/Record"

import { gaps, optionIn } from "../gaps/options.ts"
import type { GapId, OptionLookup } from "../gaps/options.ts"
import type { Listed } from "../lists/filter.ts"
import * as LruCache from "../lists/LruCache.ts"
import type { Positions } from "../lists/paging.ts"
import { mapNumbers, select, textOf } from "../lists/select.ts"
import type { Cooperative, Query } from "../lists/select.ts"
import { timestamp } from "../timestamp.ts"
import { isGuest } from "./Call.ts"
import * as Calls from "./Calls.ts"
import type { CallContext, ShownContext, Call } from "./Calls.ts"
import { partyOf, personOf, receiverOf } from "./parties.ts"
import { recordingAddress, recordingPath } from "./recordingAddress.ts"

/** Formats a time or a span: whole seconds, or milliseconds by the gap. */
export const unixTime = (context: CallContext, millis: number): number => {
  const units = context.option("calls.time-units")
  return Math.floor(millis / 1000) * (units === "text" ? 1 : units)
}

/** Formats the start or end of a call: as {@link unixTime}, or a text with a fraction by the gap. */
const timeOf = (context: CallContext, millis: number): number | string =>
  context.option("calls.time-units") === "text" ? (millis / 1000).toFixed(3) : unixTime(context, millis)

const unsetValue = (context: CallContext) => (context.option("calls.running") === "unset" ? undefined : "")

export const reasonOf = (context: CallContext, { ending }: Call): string =>
  ending === undefined ? "" : (context.option("calls.reasons")[ending] ?? gaps["calls.reasons"].first[ending] ?? "")

const annotation = (field: "alt1_id" | "alt2_id" | "alt3_id" | "extra_info") => (context: CallContext, call: Call) =>
  Option.getOrUndefined(HashMap.get(context.world.calls.annotations, call.position))?.[field] ?? ""

/** Computes each field that a list can be filtered and ordered by; `undefined` if it is unset. */
const fields = {
  session: ({ world: { calls } }: CallContext, call: Call) => Calls.idOf(calls, call.position),
  timeCallStarted: (context: CallContext, { startedAt }: Call) => timeOf(context, startedAt),
  timeCallEnded: (context: CallContext, { endedAt }: Call) =>
    endedAt === undefined ? unsetValue(context) : timeOf(context, endedAt),
  callDuration: (context: CallContext, { answeredAt, endedAt }: Call) =>
    endedAt === undefined
      ? unsetValue(context)
      : answeredAt === undefined
        ? 0
        : unixTime(context, endedAt - answeredAt),
  reasonCallEnded: reasonOf,
  timestamp: (_: CallContext, { startedAt }: Call) => timestamp(startedAt),
  dialderId: (context: CallContext, { dialer }: Call) => partyOf(context, dialer).id,
  dialerName: (context: CallContext, { dialer }: Call) => partyOf(context, dialer).name,
  receiverId: (context: CallContext, call: Call) => receiverOf(context, call).id,
  receiverName: (context: CallContext, call: Call) => receiverOf(context, call).name,
  owner_id: (context: CallContext, { dialer }: Call) => partyOf(context, dialer).id,
  owner_name: (context: CallContext, { dialer }: Call) => partyOf(context, dialer).name,
  owner_email: (context: CallContext, { dialer }: Call) => partyOf(context, dialer).email,
  recordingStatus: ({ option }: CallContext, { recording }: Call) =>
    recording === undefined
      ? ""
      : recording.stoppedAt === undefined
        ? option("calls.recording-running")
        : option("calls.recording-status"),
  // the rest of the URL depends on the caller and the time
  recordingUrl: ({ world: { calls } }: CallContext, { position, recording }: Call) =>
    recording?.stoppedAt === undefined ? "" : recordingPath(Calls.idOf(calls, position)),
  recordingError: () => "",
  alt1_id: annotation("alt1_id"),
  alt2_id: annotation("alt2_id"),
  alt3_id: annotation("alt3_id"),
  extra_info: annotation("extra_info"),
  has_attachments: () => false,
  intraEnterpriseCall: (_: CallContext, call: Call) => !call.participants.some(({ who }) => isGuest(who)),
  // ids count from 1, and no call belongs to a workbox
  workbox_id: () => 0,
  workbox_v2_id: () => 0
}

export type Field = keyof typeof fields

export const listed: Listed<Field> = {
  noun: "calls",
  fields: Record.keys(fields),
  kinds: {
    timeCallStarted: "number",
    timeCallEnded: "number or unset",
    callDuration: "number or unset",
    timestamp: "date-time",
    has_attachments: "flag",
    intraEnterpriseCall: "flag",
    workbox_id: "number",
    workbox_v2_id: "number"
  }
}

const participants = (context: CallContext, { participants }: Call) =>
  participants.map(({ who }) => ({ ...personOf(context, who), isAnonymous: isGuest(who) }))

export const ratings = (context: CallContext, { ratings }: Call) =>
  ratings.map(({ by, rating }) => ({ participant_id: personOf(context, by).id, rating }))

const end = (context: CallContext, call: Call) => {
  const timeCallEnded = fields.timeCallEnded(context, call)
  const callDuration = fields.callDuration(context, call)
  return timeCallEnded === undefined || callDuration === undefined ? {} : { timeCallEnded, callDuration }
}

export const common = (context: CallContext, call: Call) => {
  const people = participants(context, call)
  return {
    session: fields.session(context, call),
    timeCallStarted: fields.timeCallStarted(context, call),
    ...end(context, call),
    reasonCallEnded: reasonOf(context, call),
    dialerName: fields.dialerName(context, call),
    receiverId: fields.receiverId(context, call),
    receiverName: fields.receiverName(context, call),
    recordingStatus: fields.recordingStatus(context, call),
    recordingError: "",
    intraEnterpriseCall: !people.some(({ isAnonymous }) => isAnonymous),
    participants: people
  }
}

const recordingUrl = (context: ShownContext, { position, recording }: Call) =>
  recording?.stoppedAt === undefined ? "" : recordingAddress(context, Calls.idOf(context.world.calls, position))

export const show = (context: ShownContext, call: Call): Wire => ({
  ...common(context, call),
  alt1_id: fields.alt1_id(context, call),
  alt2_id: fields.alt2_id(context, call),
  alt3_id: fields.alt3_id(context, call),
  extra_info: fields.extra_info(context, call),
  dialderId: fields.dialderId(context, call),
  dialer: partyOf(context, call.dialer),
  receiver: receiverOf(context, call),
  owner_id: fields.owner_id(context, call),
  owner_name: fields.owner_name(context, call),
  owner_email: fields.owner_email(context, call),
  recordingUrl: recordingUrl(context, call),
  has_attachments: false,
  ratings: ratings(context, call),
  tags: call.tags,
  timestamp: fields.timestamp(context, call),
  workbox_id: fields.workbox_id(),
  workbox_v2_id: fields.workbox_v2_id()
})

interface Selection {
  /** The gaps that it relies on, as do all responses from it. */
  readonly gaps: ReadonlySet<GapId>
  readonly positions: Uint32Array
}

const cached = LruCache.make<Selection>({
  max: 16,
  maxBytes: 32 * 1024 * 1024,
  bytesOf: ({ positions }) => positions.byteLength
})

function* selected({ world }: CallContext, { at, total }: Positions, query: Query<Field>): Cooperative<Selection> {
  const gaps = new Set<GapId>()
  const option: OptionLookup = (gap) => {
    gaps.add(gap)
    return optionIn(world.settings.choices, gap)
  }
  const found = yield* select(
    {
      size: total,
      at: (index) => Calls.at(world.calls, at(index)),
      valueOf: (call, field: Field) => fields[field]({ option, world }, call)
    },
    query
  )
  return { gaps, positions: yield* mapNumbers(found, at) }
}

/** Returns the positions of a user's calls that match a query, in order. The result is cached. */
export function* search(context: CallContext, user: UserId, query: Query<Field>): Cooperative<Uint32Array> {
  const { calls, settings, users } = context.world
  const all = Calls.ofUser(calls, user)
  const select = () => selected(context, all, query)
  const { gaps, positions } = yield* cached(
    [calls, users, settings.choices],
    `${user} ${textOf(query)}`,
    all.total,
    select
  )
  gaps.forEach((gap) => context.option(gap))
  return positions
}
