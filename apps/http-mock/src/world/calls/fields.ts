import type { Call as Wire } from "@remote-assist/core/Calls"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Record from "effect/Record"

import { choose } from "../gaps/Gaps.ts"
import type { Listed } from "../lists/filter.ts"
import type { World } from "../model/World.ts"
import { moment } from "../timestamp.ts"
import * as Calls from "./Calls.ts"
import type { Call } from "./Calls.ts"
import { partyOf } from "./party.ts"

/** A time or a span as calls show it: whole seconds, or milliseconds where the gap says so. */
export const unixTime = (world: World, millis: number): number => {
  const units = choose(world.settings.choices, "calls.time-units")
  return Math.floor(millis / 1000) * (units === "text" ? 1 : units)
}

/** Start or end of a call: as {@link unixTime}, or a text with a fraction where the gap says so. */
const timeOf = (world: World, millis: number): number | string =>
  choose(world.settings.choices, "calls.time-units") === "text" ? (millis / 1000).toFixed(3) : unixTime(world, millis)

const unset = (world: World) => (choose(world.settings.choices, "calls.running") === "unset" ? undefined : "")

/** Why a call ended, empty while it runs. */
export const reasonOf = (world: World, { ending }: Call): string =>
  ending === undefined ? "" : choose(world.settings.choices, "calls.reasons")[ending]

const annotation = (field: "alt1_id" | "alt2_id" | "alt3_id" | "extra_info") => (world: World, call: Call) =>
  Option.getOrUndefined(HashMap.get(world.calls.annotations, call.position))?.[field] ?? ""

/** How each field that a list can be filtered and ordered by follows from the call; undefined while it is unset. */
const fields = {
  session: ({ calls }: World, call: Call) => Calls.idOf(calls, call.position),
  timeCallStarted: (world: World, { startedAt }: Call) => timeOf(world, startedAt),
  timeCallEnded: (world: World, { endedAt }: Call) => (endedAt === undefined ? unset(world) : timeOf(world, endedAt)),
  callDuration: (world: World, { endedAt, ending, startedAt }: Call) =>
    endedAt === undefined ? unset(world) : ending === "missed" ? 0 : unixTime(world, endedAt - startedAt),
  reasonCallEnded: reasonOf,
  timestamp: (_: World, { startedAt }: Call) => moment(startedAt),
  dialderId: (world: World, { dialer }: Call) => partyOf(world, dialer).id,
  dialerName: (world: World, { dialer }: Call) => partyOf(world, dialer).name,
  receiverId: (world: World, { receiver }: Call) => partyOf(world, receiver).id,
  receiverName: (world: World, { receiver }: Call) => partyOf(world, receiver).name,
  owner_id: (world: World, { dialer }: Call) => partyOf(world, dialer).id,
  owner_name: (world: World, { dialer }: Call) => partyOf(world, dialer).name,
  owner_email: (world: World, { dialer }: Call) => partyOf(world, dialer).email,
  recordingStatus: (world: World, { recorded }: Call) =>
    recorded ? choose(world.settings.choices, "calls.recording-status") : "",
  recordingUrl: ({ calls }: World, { position, recorded }: Call) =>
    recorded ? `https://recordings.example/${Calls.idOf(calls, position)}.mp4` : "",
  recordingError: () => "",
  alt1_id: annotation("alt1_id"),
  alt2_id: annotation("alt2_id"),
  alt3_id: annotation("alt3_id"),
  extra_info: annotation("extra_info"),
  has_attachments: () => false,
  intraEnterpriseCall: () => true
}

export type Field = keyof typeof fields

export const listed: Listed<Field> = { noun: "calls", fields: Record.keys(fields) }

export const valueOf = (world: World, call: Call, field: Field): unknown => fields[field](world, call)

/** The users in a call, as they are now. */
export const participants = (world: World, { dialer, receiver }: Call) =>
  [dialer, receiver].map((id) => ({ ...partyOf(world, id), isAnonymous: false }))

export const ratings = (world: World, { dialer, rating }: Call) =>
  rating === undefined ? [] : [{ participant_id: partyOf(world, dialer).id, rating }]

const end = (world: World, call: Call) => {
  const timeCallEnded = fields.timeCallEnded(world, call)
  const callDuration = fields.callDuration(world, call)
  return timeCallEnded === undefined || callDuration === undefined ? {} : { timeCallEnded, callDuration }
}

/** What a call and its events have in common. */
export const common = (world: World, call: Call) => ({
  session: fields.session(world, call),
  timeCallStarted: fields.timeCallStarted(world, call),
  ...end(world, call),
  reasonCallEnded: reasonOf(world, call),
  dialerName: fields.dialerName(world, call),
  receiverId: fields.receiverId(world, call),
  receiverName: fields.receiverName(world, call),
  recordingStatus: fields.recordingStatus(world, call),
  recordingError: "",
  intraEnterpriseCall: true,
  participants: participants(world, call)
})

/** A call as the list shows it. */
export const show = (world: World, call: Call): Wire => ({
  ...common(world, call),
  alt1_id: fields.alt1_id(world, call),
  alt2_id: fields.alt2_id(world, call),
  alt3_id: fields.alt3_id(world, call),
  extra_info: fields.extra_info(world, call),
  dialderId: fields.dialderId(world, call),
  dialer: partyOf(world, call.dialer),
  receiver: partyOf(world, call.receiver),
  owner_id: fields.owner_id(world, call),
  owner_name: fields.owner_name(world, call),
  owner_email: fields.owner_email(world, call),
  recordingUrl: fields.recordingUrl(world, call),
  has_attachments: false,
  ratings: ratings(world, call),
  tags: [],
  timestamp: fields.timestamp(world, call),
  // ids count from 1: no call is of a workbox
  workbox_id: 0,
  workbox_v2_id: 0
})
