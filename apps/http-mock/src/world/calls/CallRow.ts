import { CallId } from "@remote-assist/core/Calls"
import { UserId } from "@remote-assist/core/EnterpriseUsers"
import { OnCallGroupId } from "@remote-assist/core/OnCallGroups"
import * as Schema from "effect/Schema"

import { actionSchemas } from "./actions.ts"
import { endings, profiles, deviceTypes } from "./Call.ts"

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

const made = () => {
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

  /** Something that happened in a call; `refused` is a step that did not fit when it was due, with why. */
  const CallEvent = Schema.Struct({
    at: Schema.Finite,
    type: Schema.Literals(eventTypes),
    who: Schema.optionalKey(Person),
    detail: Schema.optionalKey(Schema.String)
  })

  /** A step that is to come, and when. */
  const Step = Schema.Struct({ at: Schema.Finite, action: actionSchemas().CallAction })

  /** A call that is kept: one that was placed, or one of the seed in which something happened. */
  const CallRow = Schema.Struct({
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
  return { CallEvent, CallRow, Participant }
}

type Schemas = ReturnType<typeof made>

let schemas: Schemas | undefined

export type ParticipantRow = Schemas["Participant"]["Type"]

/** Something that happened in a call; `refused` is a step that did not fit when it was due, with why. */
export type CallEvent = Schemas["CallEvent"]["Type"]

/** A call that is kept: one that was placed, or one of the seed in which something happened. */
export type CallRow = Schemas["CallRow"]["Type"]

/** Its schema, made when the first is written or read: the start has no use for it. */
export const CallRow: Schema.Codec<CallRow, unknown> = Schema.suspend(() => (schemas ??= made()).CallRow)
