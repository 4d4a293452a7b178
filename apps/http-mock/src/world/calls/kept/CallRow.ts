import { CallId } from "@remote-assist/core/Calls"
import { UserId } from "@remote-assist/core/EnterpriseUsers"
import { OnCallGroupId } from "@remote-assist/core/OnCallGroups"
import * as Schema from "effect/Schema"

import { CallAction } from "../model/Action.ts"
import { endings, profiles } from "../model/Call.ts"
import { deviceTypes } from "../model/devices.ts"

const moment = Schema.optionalKey(Schema.Finite)

const Person = Schema.Union([UserId, Schema.Struct({ guest: Schema.String, id: Schema.String })])

const Participant = Schema.Struct({
  who: Person,
  device: Schema.Literals(deviceTypes),
  network: Schema.Array(Schema.Struct({ from: Schema.Finite, profile: Schema.Literals(profiles) })),
  stays: Schema.Array(Schema.Struct({ from: Schema.Finite, to: moment })),
  /** Whether they were available before they came, and are again when they go. */
  wasAvailable: Schema.optionalKey(Schema.Boolean)
})
export type ParticipantRow = typeof Participant.Type

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

/** Something that happened in a call; `refused` is a step that did not fit when it was due, with why. */
export const CallEvent = Schema.Struct({
  at: Schema.Finite,
  type: Schema.Literals(eventTypes),
  who: Schema.optionalKey(Person),
  detail: Schema.optionalKey(Schema.String)
})
export type CallEvent = typeof CallEvent.Type

/** A step that is to come, and when. */
const Step = Schema.Struct({ at: Schema.Finite, action: CallAction })

/** A call that is kept: one that was placed, or one of the seed in which something happened. */
export const CallRow = Schema.Struct({
  position: Schema.Int,
  id: CallId,
  dialer: UserId,
  receiver: Schema.optionalKey(UserId),
  group: Schema.optionalKey(OnCallGroupId),
  startedAt: Schema.Finite,
  /** Until when it rings, and for whom still. */
  ringing: Schema.optionalKey(Schema.Struct({ until: Schema.Finite, users: Schema.Array(UserId) })),
  answeredAt: moment,
  endedAt: moment,
  ending: Schema.optionalKey(Schema.Literals(endings)),
  participants: Schema.Array(Participant),
  recording: Schema.optionalKey(Schema.Struct({ startedAt: Schema.Finite, stoppedAt: moment })),
  ratings: Schema.Array(Schema.Struct({ by: Person, rating: Schema.String })),
  tags: Schema.Array(Schema.String),
  /** Who was invited by e-mail. */
  invited: Schema.Array(UserId),
  /** In the order of time. */
  steps: Schema.Array(Step),
  /** In the order of time. */
  events: Schema.Array(CallEvent)
})
export type CallRow = typeof CallRow.Type
