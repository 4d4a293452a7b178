import type { Call as Wire } from "@remote-assist/core/Calls"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Record from "effect/Record"

import type { Listed } from "../lists/filter.ts"
import { timestamp } from "../timestamp.ts"
import type { CallContext } from "./CallContext.ts"
import * as Calls from "./Calls.ts"
import type { Call } from "./Calls.ts"
import { partyOf } from "./party.ts"

/** A time or a span as calls show it: whole seconds, or milliseconds where the gap says so. */
export const unixTime = (context: CallContext, millis: number): number => {
  const units = context.choose("calls.time-units")
  return Math.floor(millis / 1000) * (units === "text" ? 1 : units)
}

/** Start or end of a call: as {@link unixTime}, or a text with a fraction where the gap says so. */
const timeOf = (context: CallContext, millis: number): number | string =>
  context.choose("calls.time-units") === "text" ? (millis / 1000).toFixed(3) : unixTime(context, millis)

const unset = (context: CallContext) => (context.choose("calls.running") === "unset" ? undefined : "")

/** Why a call ended, empty while it runs. */
export const reasonOf = (context: CallContext, { ending }: Call): string =>
  ending === undefined ? "" : context.choose("calls.reasons")[ending]

const annotation = (field: "alt1_id" | "alt2_id" | "alt3_id" | "extra_info") => (context: CallContext, call: Call) =>
  Option.getOrUndefined(HashMap.get(context.world.calls.annotations, call.position))?.[field] ?? ""

/** How each field that a list can be filtered and ordered by follows from the call; undefined while it is unset. */
const fields = {
  session: ({ world: { calls } }: CallContext, call: Call) => Calls.idOf(calls, call.position),
  timeCallStarted: (context: CallContext, { startedAt }: Call) => timeOf(context, startedAt),
  timeCallEnded: (context: CallContext, { endedAt }: Call) =>
    endedAt === undefined ? unset(context) : timeOf(context, endedAt),
  callDuration: (context: CallContext, { endedAt, ending, startedAt }: Call) =>
    endedAt === undefined ? unset(context) : ending === "missed" ? 0 : unixTime(context, endedAt - startedAt),
  reasonCallEnded: reasonOf,
  timestamp: (_: CallContext, { startedAt }: Call) => timestamp(startedAt),
  dialderId: (context: CallContext, { dialer }: Call) => partyOf(context, dialer).id,
  dialerName: (context: CallContext, { dialer }: Call) => partyOf(context, dialer).name,
  receiverId: (context: CallContext, { receiver }: Call) => partyOf(context, receiver).id,
  receiverName: (context: CallContext, { receiver }: Call) => partyOf(context, receiver).name,
  owner_id: (context: CallContext, { dialer }: Call) => partyOf(context, dialer).id,
  owner_name: (context: CallContext, { dialer }: Call) => partyOf(context, dialer).name,
  owner_email: (context: CallContext, { dialer }: Call) => partyOf(context, dialer).email,
  recordingStatus: (context: CallContext, { recorded }: Call) =>
    recorded ? context.choose("calls.recording-status") : "",
  recordingUrl: ({ world: { calls } }: CallContext, { position, recorded }: Call) =>
    recorded ? `https://recordings.example/${Calls.idOf(calls, position)}.mp4` : "",
  recordingError: () => "",
  alt1_id: annotation("alt1_id"),
  alt2_id: annotation("alt2_id"),
  alt3_id: annotation("alt3_id"),
  extra_info: annotation("extra_info"),
  has_attachments: () => false,
  intraEnterpriseCall: () => true,
  // ids count from 1: no call is of a workbox
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

export const valueOf = (context: CallContext, call: Call, field: Field): unknown => fields[field](context, call)

/** The users in a call, as they are now. */
export const participants = (context: CallContext, { dialer, receiver }: Call) =>
  [dialer, receiver].map((id) => ({ ...partyOf(context, id), isAnonymous: false }))

export const ratings = (context: CallContext, { dialer, rating }: Call) =>
  rating === undefined ? [] : [{ participant_id: partyOf(context, dialer).id, rating }]

const end = (context: CallContext, call: Call) => {
  const timeCallEnded = fields.timeCallEnded(context, call)
  const callDuration = fields.callDuration(context, call)
  return timeCallEnded === undefined || callDuration === undefined ? {} : { timeCallEnded, callDuration }
}

/** What a call and its events have in common. */
export const common = (context: CallContext, call: Call) => ({
  session: fields.session(context, call),
  timeCallStarted: fields.timeCallStarted(context, call),
  ...end(context, call),
  reasonCallEnded: reasonOf(context, call),
  dialerName: fields.dialerName(context, call),
  receiverId: fields.receiverId(context, call),
  receiverName: fields.receiverName(context, call),
  recordingStatus: fields.recordingStatus(context, call),
  recordingError: "",
  intraEnterpriseCall: true,
  participants: participants(context, call)
})

/** A call as the list shows it. */
export const show = (context: CallContext, call: Call): Wire => ({
  ...common(context, call),
  alt1_id: fields.alt1_id(context, call),
  alt2_id: fields.alt2_id(context, call),
  alt3_id: fields.alt3_id(context, call),
  extra_info: fields.extra_info(context, call),
  dialderId: fields.dialderId(context, call),
  dialer: partyOf(context, call.dialer),
  receiver: partyOf(context, call.receiver),
  owner_id: fields.owner_id(context, call),
  owner_name: fields.owner_name(context, call),
  owner_email: fields.owner_email(context, call),
  recordingUrl: fields.recordingUrl(context, call),
  has_attachments: false,
  ratings: ratings(context, call),
  tags: [],
  timestamp: fields.timestamp(context, call),
  workbox_id: fields.workbox_id(),
  workbox_v2_id: fields.workbox_v2_id()
})
