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

const makeSchemas = () => {
  const moment = Schema.optionalKey(Schema.Finite)

  const Person = Schema.Union([UserId, Schema.Struct({ guest: Schema.String, id: Schema.String })])

  const Participant = Schema.Struct({
    who: Person,
    device: Schema.Literals(deviceTypes),
    network: Schema.Array(Schema.Struct({ from: Schema.Finite, profile: Schema.Literals(profiles) })),
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

  const Step = Schema.Struct({ at: Schema.Finite, action: actionSchemas().CallAction })

  const CallRow = Schema.Struct({
    position: Schema.Int,
    id: CallId,
    dialer: UserId,
    receiver: Schema.optionalKey(UserId),
    group: Schema.optionalKey(OnCallGroupId),
    startedAt: Schema.Finite,
    /** When the ring time ends, and for whom it still rings. */
    ringing: Schema.optionalKey(Schema.Struct({ until: Schema.Finite, users: Schema.Array(UserId) })),
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
  return { CallEvent, CallRow, Participant }
}

type Schemas = ReturnType<typeof makeSchemas>

let schemas: Schemas | undefined

export type ParticipantRow = Schemas["Participant"]["Type"]

/** An event of a call; `refused` is a step that failed when it was due, with the reason. */
export type CallEvent = Schemas["CallEvent"]["Type"]

/** A stored call: a placed one, or a seeded one in which something happened. */
export type CallRow = Schemas["CallRow"]["Type"]

/** Its schema, created lazily to keep the start fast. */
export const CallRow: Schema.Codec<CallRow, unknown> = Schema.suspend(() => (schemas ??= makeSchemas()).CallRow)
