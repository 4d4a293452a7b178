import { CallId } from "@remote-assist/core/Calls"
import { RegionName } from "@remote-assist/core/Region"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { eventTypes } from "../world/calls/kept/CallRow.ts"
import { endings, profiles } from "../world/calls/model/Call.ts"
import { deviceTypes } from "../world/calls/model/devices.ts"
import { CallAction, CallScript } from "../world/calls/Script.ts"
import { callStates } from "../world/life/states.ts"
import { BadRequestProblem, NotFoundProblem } from "./context/api.ts"

const Moment = Schema.DateTimeUtcFromString

const moment = Schema.optionalKey(Moment)

/** What the operations tell a participant of the call: what is their most recent one while it is. */
const Seen = Schema.Struct({
  outgoing: Schema.Boolean,
  contact_name: Schema.String,
  /** Whether it was answered. */
  status: Schema.Boolean,
  reason: Schema.String,
  /** In seconds. */
  duration: Schema.Finite
})

const Participant = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  /** Empty of a guest, and of who was deleted. */
  username: Schema.String,
  guest: Schema.Boolean,
  device: Schema.Literals(deviceTypes),
  /** From when on their network was like what; without any it follows from the seed. */
  network: Schema.Array(Schema.Struct({ from: Moment, profile: Schema.Literals(profiles) })),
  /** When they were in it. */
  stays: Schema.Array(Schema.Struct({ from: Moment, to: moment })),
  /** Nothing of a guest, who has no list of calls. */
  sees: Schema.optionalKey(Seen)
})

const Event = Schema.Struct({
  at: Moment,
  type: Schema.Literals(eventTypes),
  /** By name. */
  who: Schema.optionalKey(Schema.String),
  detail: Schema.optionalKey(Schema.String)
})

/** A call, how far it is, and what is to come in it. */
export const CallEntry = Schema.Struct({
  id: CallId,
  state: Schema.Literals(callStates),
  /** What can happen in it now. */
  possible: Schema.Array(Schema.String),
  from: Schema.String,
  /** The receiver, or the group while none of it has answered. */
  to: Schema.String,
  group: Schema.optionalKey(Schema.String),
  started_at: Moment,
  answered_at: moment,
  ended_at: moment,
  ending: Schema.optionalKey(Schema.Literals(endings)),
  /** For whom it rings, and until when. */
  ringing: Schema.optionalKey(Schema.Struct({ until: Moment, for: Schema.Array(Schema.String) })),
  participants: Schema.Array(Participant),
  recording: Schema.optionalKey(Schema.Struct({ started_at: Moment, stopped_at: moment })),
  ratings: Schema.Array(Schema.Struct({ by: Schema.String, rating: Schema.String })),
  tags: Schema.Array(Schema.String),
  /** Who was invited by e-mail. */
  invited: Schema.Array(Schema.String),
  /** What happened in it, in order. */
  events: Schema.Array(Event),
  /** What is to come, in order. */
  steps: Schema.Array(Schema.Struct({ at: Moment, action: CallAction }))
}).annotate({ identifier: "CallEntry" })
export type CallEntry = typeof CallEntry.Type

/** `us` unless given. */
const region = Schema.optionalKey(RegionName)

const query = { region }

const params = { id: CallId }

const Limit = Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 1000 }))

/** Places calls and lets them go on: ringing, answered, joined, recorded, degraded, ended. */
export const CallsGroup = HttpApiGroup.make("calls")
  .add(
    HttpApiEndpoint.get("list", "/calls", {
      query: {
        region,
        state: Schema.optionalKey(Schema.Literals(callStates)),
        /** How many, 100 unless given. */
        limit: Schema.optionalKey(Limit)
      },
      success: Schema.Array(CallEntry)
    }).annotate(OpenApi.Summary, "List the calls that were placed or acted on, newest first"),
    HttpApiEndpoint.post("place", "/calls", {
      query,
      payload: CallScript,
      success: CallEntry,
      error: BadRequestProblem
    }).annotate(OpenApi.Summary, "Place a call with a script of steps"),
    HttpApiEndpoint.get("read", "/calls/:id", { params, query, success: CallEntry, error: NotFoundProblem }).annotate(
      OpenApi.Summary,
      "Read a call with its events and the steps to come"
    ),
    HttpApiEndpoint.post("act", "/calls/:id/actions", {
      params,
      query,
      payload: CallAction,
      success: CallEntry,
      error: [NotFoundProblem, BadRequestProblem]
    }).annotate(OpenApi.Summary, "Perform an action in a call, now or later")
  )
  .prefix("/__mock")
  .middleware(HttpApiMiddleware.ProblemDetails)
