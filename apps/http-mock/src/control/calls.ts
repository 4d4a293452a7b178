import type { CallId } from "@remote-assist/core/Calls"
import type { RegionName } from "@remote-assist/core/Region"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as MutableRef from "effect/MutableRef"
import * as Result from "effect/Result"

import { transitionContext } from "../tenants/Tenant.ts"
import type { RegionState } from "../tenants/Tenant.ts"
import * as Calls from "../world/calls/Calls.ts"
import type { CallEvent, CallRow, ParticipantRow } from "../world/calls/kept/CallRow.ts"
import { compare } from "../world/calls/kept/order.ts"
import { isGuest } from "../world/calls/model/Call.ts"
import { partyOf, personOf, receiverOf } from "../world/calls/party.ts"
import { recent } from "../world/calls/recent.ts"
import { acted, rowOf } from "../world/life/acted.ts"
import { place } from "../world/life/place.ts"
import { possible, stateOf } from "../world/life/states.ts"
import type { TransitionContext } from "../world/model/TransitionContext.ts"
import type { Step } from "../world/model/World.ts"
import { CallsGroup } from "./CallsGroup.ts"
import type { CallEntry } from "./CallsGroup.ts"
import { BadRequestProblem, NotFoundProblem, emptyControlApi } from "./context/api.ts"
import { tenant } from "./context/current.ts"

const moment = DateTime.makeUnsafe

const participantOf = (
  context: TransitionContext,
  row: CallRow,
  { device, network, stays, who }: ParticipantRow
): CallEntry["participants"][number] => {
  const { id, name, username } = personOf(context, who)
  const guest = isGuest(who)
  const seen = guest ? undefined : recent(context, row, who, context.now)
  return {
    id,
    name,
    username,
    guest,
    device,
    network: network.map(({ from, profile }) => ({ from: moment(from), profile })),
    stays: stays.map(({ from, to }) => ({ from: moment(from), ...(to === undefined ? {} : { to: moment(to) }) })),
    ...(seen === undefined
      ? {}
      : {
          sees: {
            outgoing: seen.outgoing === true,
            contact_name: seen.contact_name ?? "",
            status: seen.status === true,
            reason: seen.reason ?? "",
            duration: seen.duration ?? 0
          }
        })
  }
}

const eventOf = (context: TransitionContext, { at, detail, type, who }: CallEvent): CallEntry["events"][number] => ({
  at: moment(at),
  type,
  ...(who === undefined ? {} : { who: personOf(context, who).name }),
  ...(detail === undefined ? {} : { detail })
})

const times = ({ answeredAt, endedAt, recording, startedAt }: CallRow) => ({
  started_at: moment(startedAt),
  ...(answeredAt === undefined ? {} : { answered_at: moment(answeredAt) }),
  ...(endedAt === undefined ? {} : { ended_at: moment(endedAt) }),
  ...(recording === undefined
    ? {}
    : {
        recording: {
          started_at: moment(recording.startedAt),
          ...(recording.stoppedAt === undefined ? {} : { stopped_at: moment(recording.stoppedAt) })
        }
      })
})

/** A call as the control plane shows it. */
const shown = (context: TransitionContext, row: CallRow): CallEntry => {
  const { ending, group, id, invited, ratings, ringing, steps, tags } = row
  const called = context.world.onCallGroups.find((one) => one.id === group)?.name
  const state = stateOf(row)
  const nameOf = (user: CallRow["dialer"]) => partyOf(context, user).name
  return {
    id: id satisfies CallId,
    state,
    possible: possible[state],
    from: nameOf(row.dialer),
    to: receiverOf(context, row).name,
    ...(group === undefined ? {} : { group: called ?? String(group) }),
    ...times(row),
    ...(ending === undefined ? {} : { ending }),
    ...(ringing === undefined ? {} : { ringing: { until: moment(ringing.until), for: ringing.users.map(nameOf) } }),
    participants: row.participants.map((one) => participantOf(context, row, one)),
    ratings: ratings.map(({ by, rating }) => ({ by: personOf(context, by).name, rating })),
    tags,
    invited: invited.map(nameOf),
    events: row.events.map((event) => eventOf(context, event)),
    steps: steps.map(({ action, at }) => ({ at: moment(at), action }))
  }
}

interface InRegion {
  readonly region?: RegionName
}

const deploymentOf = ({ region = "us" }: InRegion) => Effect.map(tenant, ({ regions }) => regions[region])

/** Takes a step in a region, and shows the call that it is of. */
const changed = (query: InRegion, step: (context: TransitionContext) => Step<CallRow>) =>
  Effect.gen(function* () {
    const deployment: RegionState = yield* deploymentOf(query)
    const context = transitionContext(deployment)
    const taken = step(context)
    if (Result.isFailure(taken)) return yield* new BadRequestProblem({ detail: taken.failure.message })
    const [world, row] = taken.success
    MutableRef.set(deployment.world, world)
    for (const watch of deployment.watchers) watch()
    yield* deployment.changed(context.world)
    return shown({ ...context, world }, row)
  })

const there = (query: InRegion, id: string) =>
  Effect.gen(function* () {
    const deployment = yield* deploymentOf(query)
    const context = transitionContext(deployment)
    const position = Calls.positionOf(context.world.calls, id)
    if (position === undefined)
      return yield* new NotFoundProblem({
        detail: `There is no call ${id} in the region ${query.region ?? "us"}. GET /__mock/calls lists those that were placed.`
      })
    return { context, row: rowOf(context.world.calls, position) }
  })

export const layer = HttpApiBuilder.group(emptyControlApi.add(CallsGroup), "calls", (handlers) =>
  handlers.handleAll({
    list: ({ query: { limit = 100, state, ...query } }) =>
      Effect.map(deploymentOf(query), (deployment) => {
        const context = transitionContext(deployment)
        return [...HashMap.values(context.world.calls.kept.rows)]
          .filter((row) => state === undefined || stateOf(row) === state)
          .toSorted(compare)
          .slice(0, limit)
          .map((row) => shown(context, row))
      }),
    place: ({ payload, query }) => changed(query, (context) => place(context, payload)),
    read: ({ params: { id }, query }) => Effect.map(there(query, id), ({ context, row }) => shown(context, row)),
    act: ({ params: { id }, payload, query }) =>
      Effect.andThen(
        there(query, id),
        changed(query, (context) => acted(context, id, payload))
      )
  })
)
