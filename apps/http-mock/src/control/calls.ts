import { CallId } from "@remote-assist/core/Calls"
import { RegionName } from "@remote-assist/core/Region"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { get, post } from "effect/http-api/HttpApiEndpoint"
import * as MutableRef from "effect/MutableRef"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as UndefinedOr from "effect/UndefinedOr"

import { transitionContext } from "../tenants/Tenant.ts"
import type { RegionState } from "../tenants/Tenant.ts"
import { recent } from "../world/calls/answers.ts"
import { eventTypes, isGuest } from "../world/calls/Call.ts"
import type { CallEvent, CallRow, Participant as ParticipantRow } from "../world/calls/Call.ts"
import * as Calls from "../world/calls/Calls.ts"
import { CallAction, CallScript, deviceTypes, endings, profiles } from "../world/calls/CallScript.ts"
import { partyOf, personOf, receiverOf } from "../world/calls/parties.ts"
import { compareCalls } from "../world/calls/StoredCalls.ts"
import { applyAction, placeCall, rowOf } from "../world/life/operations.ts"
import { callStates, possible, stateOf } from "../world/life/participants.ts"
import type { TransitionContext, TransitionResult } from "../world/model/World.ts"
import { CurrentTenant } from "./context.ts"
import { BadRequestProblem, NotFoundProblem, defined, emptyControlApi, makeGroup } from "./group.ts"

const Moment = Schema.DateTimeUtcFromString

const optionalMoment = Schema.optionalKey(Moment)

/** The call as the participant sees it in their recent call. */
const Seen = Schema.Struct({
  outgoing: Schema.Boolean,
  contact_name: Schema.String,
  /** Whether the call was answered. */
  status: Schema.Boolean,
  reason: Schema.String,
  /** In seconds. */
  duration: Schema.Finite
})

const Participant = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  /** Empty for guests and deleted users. */
  username: Schema.String,
  guest: Schema.Boolean,
  device: Schema.Literals(deviceTypes),
  /** The network profiles by time. If it is empty, the network follows from the seed. */
  network: Schema.Array(Schema.Struct({ from: Moment, profile: Schema.Literals(profiles) })),
  /** The times in the call. */
  stays: Schema.Array(Schema.Struct({ from: Moment, to: optionalMoment })),
  /** Absent for guests, who have no list of calls. */
  sees: Schema.optionalKey(Seen)
})

const Event = Schema.Struct({
  at: Moment,
  type: Schema.Literals(eventTypes),
  /** The name of the person. */
  who: Schema.optionalKey(Schema.String),
  detail: Schema.optionalKey(Schema.String)
})

/** A call with its events and steps. */
export const CallEntry = Schema.Struct({
  id: CallId,
  state: Schema.Literals(callStates),
  /** The actions that are possible now. */
  possible: Schema.Array(Schema.String),
  from: Schema.String,
  /** The receiver, or the group until a member answers. */
  to: Schema.String,
  group: Schema.optionalKey(Schema.String),
  started_at: Moment,
  answered_at: optionalMoment,
  ended_at: optionalMoment,
  ending: Schema.optionalKey(Schema.Literals(endings)),
  /** The names for whom it rings, and until when. */
  ringing: Schema.optionalKey(Schema.Struct({ until: Moment, for: Schema.Array(Schema.String) })),
  participants: Schema.Array(Participant),
  recording: Schema.optionalKey(Schema.Struct({ started_at: Moment, stopped_at: optionalMoment })),
  ratings: Schema.Array(Schema.Struct({ by: Schema.String, rating: Schema.String })),
  tags: Schema.Array(Schema.String),
  /** The names of users who were invited by e-mail. */
  invited: Schema.Array(Schema.String),
  /** The events so far, in order. */
  events: Schema.Array(Event),
  /** The steps to come, in order. */
  steps: Schema.Array(Schema.Struct({ at: Moment, action: CallAction }))
}).annotate({ identifier: "CallEntry" })
export type CallEntry = typeof CallEntry.Type

/** Default: `us`. */
const region = Schema.optionalKey(RegionName)

const query = { region }

const params = { id: CallId }

const Limit = Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 1000 }))

/** Places calls and changes them: ring, answer, join, record, degrade, end. */
export const CallsGroup = makeGroup("calls", {
  "List the calls that were placed or acted on, newest first": get("list", "/calls", {
    query: {
      region,
      state: Schema.optionalKey(Schema.Literals(callStates)),
      /** Default: 100. */
      limit: Schema.optionalKey(Limit)
    },
    success: Schema.Array(CallEntry)
  }),
  "Place a call with a script of steps": post("place", "/calls", {
    query,
    payload: CallScript,
    success: CallEntry,
    error: BadRequestProblem
  }),
  "Read a call with its events and the steps to come": get("read", "/calls/:id", {
    params,
    query,
    success: CallEntry,
    error: NotFoundProblem
  }),
  "Perform an action in a call, now or later": post("act", "/calls/:id/actions", {
    params,
    query,
    payload: CallAction,
    success: CallEntry,
    error: [NotFoundProblem, BadRequestProblem]
  })
})

const toDateTime = DateTime.makeUnsafe

const optionalDateTime = UndefinedOr.map((time: number) => DateTime.makeUnsafe(time))

const participantOf = (
  context: TransitionContext,
  row: CallRow,
  { device, network, stays, who }: ParticipantRow
): CallEntry["participants"][number] => {
  const { id, name, username } = personOf(context, who)
  const guest = isGuest(who)
  const seen = guest ? undefined : recent(context, row, who, context.now)
  return defined({
    id,
    name,
    username,
    guest,
    device,
    network: network.map(({ from, profile }) => ({ from: toDateTime(from), profile })),
    stays: stays.map(({ from, to }) => defined({ from: toDateTime(from), to: optionalDateTime(to) })),
    sees: seen && {
      outgoing: seen.outgoing === true,
      contact_name: seen.contact_name ?? "",
      status: seen.status === true,
      reason: seen.reason ?? "",
      duration: seen.duration ?? 0
    }
  })
}

const eventOf = (context: TransitionContext, { at, detail, type, who }: CallEvent): CallEntry["events"][number] =>
  defined({ at: toDateTime(at), type, who: who && personOf(context, who).name, detail })

const shown = (context: TransitionContext, row: CallRow): CallEntry => {
  const { ending, group, id, invited, ratings, recording, ringing, steps, tags } = row
  const called = context.world.onCallGroups.find((one) => one.id === group)?.name
  const state = stateOf(row)
  const nameOf = (user: CallRow["dialer"]) => partyOf(context, user).name
  return defined({
    id: id satisfies CallId,
    state,
    possible: possible[state],
    from: nameOf(row.dialer),
    to: receiverOf(context, row).name,
    group: group === undefined ? undefined : (called ?? String(group)),
    started_at: toDateTime(row.startedAt),
    answered_at: optionalDateTime(row.answeredAt),
    ended_at: optionalDateTime(row.endedAt),
    ending,
    ringing: ringing && { until: toDateTime(ringing.until), for: ringing.users.map(nameOf) },
    recording:
      recording &&
      defined({ started_at: toDateTime(recording.startedAt), stopped_at: optionalDateTime(recording.stoppedAt) }),
    participants: row.participants.map((one) => participantOf(context, row, one)),
    ratings: ratings.map(({ by, rating }) => ({ by: personOf(context, by).name, rating })),
    tags,
    invited: invited.map(nameOf),
    events: row.events.map((event) => eventOf(context, event)),
    steps: steps.map(({ action, at }) => ({ at: toDateTime(at), action }))
  })
}

interface InRegion {
  readonly region?: RegionName
}

const regionStateOf = ({ region = "us" }: InRegion) => Effect.map(CurrentTenant, ({ regions }) => regions[region])

/** Applies a transition to a region, and shows its call. */
const changed = (query: InRegion, step: (context: TransitionContext) => TransitionResult<CallRow>) =>
  Effect.gen(function* () {
    const regionState: RegionState = yield* regionStateOf(query)
    const context = transitionContext(regionState)
    const result = step(context)
    if (Result.isFailure(result))
      return yield* new BadRequestProblem({ detail: result.failure.message.replace(/^steps\[/, "body.$&") })
    const [world, row] = result.success
    MutableRef.set(regionState.world, world)
    for (const watch of regionState.watchers) watch()
    yield* regionState.changed(context.world)
    return shown({ ...context, world }, row)
  })

const findCall = (query: InRegion, id: string) =>
  Effect.gen(function* () {
    const regionState = yield* regionStateOf(query)
    const context = transitionContext(regionState)
    const position = Calls.positionOf(context.world.calls, id)
    if (position === undefined)
      return yield* new NotFoundProblem({
        detail: `There is no call ${id} in the region ${query.region ?? "us"}. GET /__mock/calls lists the placed calls.`
      })
    return { context, row: rowOf(context.world.calls, position) }
  })

export const layer = HttpApiBuilder.group(emptyControlApi.add(CallsGroup), "calls", (handlers) =>
  handlers.handleAll({
    list: ({ query: { limit = 100, state, ...query } }) =>
      Effect.map(regionStateOf(query), (regionState) => {
        const context = transitionContext(regionState)
        return [...HashMap.values(context.world.calls.stored.rows)]
          .filter((row) => state === undefined || stateOf(row) === state)
          .toSorted(compareCalls)
          .slice(0, limit)
          .map((row) => shown(context, row))
      }),
    place: ({ payload, query }) => changed(query, (context) => placeCall(context, payload)),
    read: ({ params: { id }, query }) => Effect.map(findCall(query, id), ({ context, row }) => shown(context, row)),
    act: ({ params: { id }, payload, query }) =>
      Effect.flatMap(findCall(query, id), ({ row }) => changed(query, (context) => applyAction(context, row, payload)))
  })
)
