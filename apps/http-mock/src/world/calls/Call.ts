import { CallId } from "@remote-assist/core/Calls"
import { UserId } from "@remote-assist/core/EnterpriseUsers"
import { OnCallGroupId } from "@remote-assist/core/OnCallGroups"
import * as Schema from "effect/Schema"

import { CallAction, deviceTypes, endings, profiles } from "./CallScript.ts"

export const devices = {
  iPhone: { appVersion: "4.2.0", deviceType: "iPhone", deviceVersion: "18.1", networkType: "wifi" },
  Android: { appVersion: "4.2.0", deviceType: "Android", deviceVersion: "15", networkType: "cellular" },
  Web: { appVersion: "4.2.1", deviceType: "Web", deviceVersion: "131.0", networkType: "wifi" }
} as const

export const eventTypes = [
  "placed",
  "ringing",
  "answered",
  "declined",
  "invited",
  "joined",
  "left",
  "recording-started",
  "recording-stopped",
  "network",
  "rated",
  "tagged",
  "ended",
  "refused"
] as const

/** In milliseconds since the epoch, as all times. */
const moment = Schema.optionalKey(Schema.Finite)

/** A user, or a person without an account, whose id is unique within the call. */
const Person = Schema.Union([UserId, Schema.Struct({ guest: Schema.String, id: Schema.String })])

/** A participant of a call: dialer and receiver first. One who never joined has no stays. */
const Participant = Schema.Struct({
  who: Person,
  device: Schema.Literals(deviceTypes),
  /** In the order of time. If it is empty, the network follows from the seed. */
  network: Schema.Array(Schema.Struct({ from: Schema.Finite, profile: Schema.Literals(profiles) })),
  /** The times in the call; the last has no end while it lasts. */
  stays: Schema.Array(Schema.Struct({ from: Schema.Finite, to: moment })),
  /** Whether they were available before they joined; they become so again when they leave. */
  wasAvailable: Schema.optionalKey(Schema.Boolean)
})

const CallEvent = Schema.Struct({
  at: Schema.Finite,
  type: Schema.Literals(eventTypes),
  who: Schema.optionalKey(Person),
  detail: Schema.optionalKey(Schema.String)
})

const Step = Schema.Struct({ at: Schema.Finite, action: CallAction })

export const CallRow = Schema.Struct({
  position: Schema.Int,
  id: CallId,
  dialer: UserId,
  /** Unset for a call to a group until a member answers. */
  receiver: Schema.optionalKey(UserId),
  group: Schema.optionalKey(OnCallGroupId),
  startedAt: Schema.Finite,
  /** When the ring time ends, and for whom it still rings. */
  ringing: Schema.optionalKey(Schema.Struct({ until: Schema.Finite, users: Schema.Array(UserId) })),
  /** Unset while it rings, and for a call that was not answered. */
  answeredAt: moment,
  endedAt: moment,
  ending: Schema.optionalKey(Schema.Literals(endings)),
  participants: Schema.Array(Participant),
  recording: Schema.optionalKey(Schema.Struct({ startedAt: Schema.Finite, stoppedAt: moment })),
  ratings: Schema.Array(Schema.Struct({ by: Person, rating: Schema.String })),
  tags: Schema.Array(Schema.String),
  /** The users who were invited by e-mail. */
  invited: Schema.Array(UserId),
  /** In the order of time. */
  steps: Schema.Array(Step),
  /** In the order of time. */
  events: Schema.Array(CallEvent)
})

export type Person = typeof Person.Type

export type Guest = Exclude<Person, UserId>

export type Participant = typeof Participant.Type

/** An event of a call; `refused` is a step that failed when it was due, with the reason. */
export type CallEvent = typeof CallEvent.Type

/** A stored call: a placed one, or a seeded one in which something happened. */
export type CallRow = typeof CallRow.Type

/** A seeded or stored call. */
export type Call = Omit<CallRow, "events" | "id" | "invited" | "steps">

export const isGuest = (person: Person): person is Guest => typeof person === "object"

/** Checks whether a user is the dialer, the receiver or a participant. */
export const isIn = ({ dialer, participants, receiver }: Call, user: UserId): boolean =>
  dialer === user || receiver === user || participants.some(({ who }) => who === user)
