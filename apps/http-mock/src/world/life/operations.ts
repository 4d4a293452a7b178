import { CallId } from "@remote-assist/core/Calls"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { isGuest } from "../calls/Call.ts"
import type { Call, CallEvent, CallRow, Participant } from "../calls/Call.ts"
import * as Calls from "../calls/Calls.ts"
import { maxSteps, maxStoredCalls, millisFrom, millisOf } from "../calls/CallScript.ts"
import type { CallAction, CallScript, Who } from "../calls/CallScript.ts"
import { firstPlacedPosition } from "../calls/StoredCalls.ts"
import type { TransitionContext, TransitionResult, World } from "../model/World.ts"
import { nextRandom, toUuid } from "../prng.ts"
import { badInput, reject, resultFn, serviceError } from "../ServiceError.ts"
import { act, maxEvents } from "./act.ts"
import { applyDueEvents } from "./dueEvents.ts"
import { active, find, free, makeMoment, storeCall } from "./participants.ts"

const groupNamed = ({ onCallGroups }: World, name: string) => {
  const names = onCallGroups.flatMap((group) => group.name ?? [])
  return Result.fromOption(Option.fromUndefinedOr(onCallGroups.find((group) => group.name === name)), () =>
    serviceError(
      "notFound",
      `There is no on-call group ${JSON.stringify(name)}. The world has ${names.length === 0 ? "none" : names.join(", ")}.`
    )
  )
}

const whoIn = (action: CallAction): Who | undefined =>
  "who" in action ? action.who : "by" in action ? action.by : undefined

const dated = (steps: ReadonlyArray<CallAction>, startedAt: number): CallRow["steps"] => {
  let last = 0
  return steps.map((action) => {
    last = Math.max(last, millisFrom(action.at))
    return { at: startedAt + last, action }
  })
}

const calleeOf = (world: World, to: CallScript["to"]) =>
  typeof to === "object"
    ? Result.map(groupNamed(world, to.group), ({ id }) => ({ group: id }))
    : Result.map(active(world, to), ({ entry }) => ({ receiver: entry.id }))

const refusedSteps = ({ events }: CallRow) => events.filter(({ type }) => type === "refused")

/** Places a call and applies the steps that are already due. If one fails, no call is placed. */
export const placeCall: (context: TransitionContext, script: CallScript) => TransitionResult<CallRow> = resultFn(
  function* (context, { device = "iPhone", from, network = "good", startsAt, steps = [], to }) {
    const { option, now, world } = context
    if (HashMap.size(world.calls.stored.rows) >= maxStoredCalls)
      return yield* badInput(`There are ${maxStoredCalls} placed calls, the maximum. POST /__mock/reset removes them.`)
    const startedAt = startsAt === undefined ? now : Date.parse(startsAt)
    if (startedAt > now)
      return yield* badInput(`startsAt ${startsAt} is in the future. Omit it, and set at in the steps.`)
    const { entry: dialer } = yield* active(world, from)
    const callee = yield* calleeOf(world, to)
    if ("receiver" in callee && callee.receiver === dialer.id)
      return yield* badInput(`${dialer.username} cannot call themselves. Name another user in to.`)
    yield* free(world, dialer.id)
    for (const [index, step] of steps.entries()) {
      const who = whoIn(step)
      if (who !== undefined && Option.isNone(find(world, who)))
        return yield* reject(
          "notFound",
          `steps[${index}]: there is no user ${JSON.stringify(who)}. Use a user name, an e-mail address or an id.`
        )
    }
    const [drawn, hex] = nextRandom(world)
    const { stored } = drawn.calls
    const participant = (who: Participant["who"]): Participant => ({
      who,
      device,
      network: [{ from: startedAt, profile: network }],
      stays: []
    })
    const unscripted = {
      position: firstPlacedPosition + stored.placed,
      id: CallId.make(`call_${toUuid(hex)}`),
      dialer: dialer.id,
      ...callee,
      startedAt,
      participants: [dialer.id, ...("receiver" in callee ? [callee.receiver] : [])].map(participant),
      ratings: [],
      tags: [],
      invited: [],
      events: [{ at: startedAt, type: "placed" as const, who: dialer.id }]
    }
    const calls = { ...drawn.calls, stored: { ...stored, placed: stored.placed + 1 } }
    const place = (steps: ReadonlyArray<CallAction>): readonly [World, CallRow] => {
      const row = { ...unscripted, steps: dated(steps, startedAt) }
      const next = applyDueEvents({ option, now, world: { ...drawn, calls: Calls.put(calls, row) } })
      return [next, rowOf(next.calls, row.position)]
    }
    const placed = place(steps)
    const [failed] = refusedSteps(placed[1])
    if (failed === undefined) return placed
    const index = steps.findIndex((_, index) => refusedSteps(place(steps.slice(0, index + 1))[1]).length > 0)
    return yield* badInput(`steps[${index}]: ${failed.detail}`)
  }
)

const presenceEvents = ({ answeredAt, dialer, endedAt, participants, receiver }: Call): ReadonlyArray<CallEvent> =>
  participants.flatMap(({ stays, who }) =>
    stays.flatMap(({ from, to }): ReadonlyArray<CallEvent> => [
      ...(from === answeredAt && (who === dialer || who === receiver)
        ? []
        : [{ at: from, type: "joined" as const, who }]),
      ...(to === undefined || (to === endedAt && isGuest(who)) ? [] : [{ at: to, type: "left" as const, who }])
    ])
  )

const eventsOf = (call: Call): ReadonlyArray<CallEvent> => {
  const { answeredAt, dialer, endedAt, ending, receiver, recording, startedAt } = call
  const events: ReadonlyArray<CallEvent> = [
    { at: startedAt, type: "placed", who: dialer },
    ...(answeredAt === undefined
      ? []
      : [{ at: answeredAt, type: "answered" as const, ...(receiver === undefined ? {} : { who: receiver }) }]),
    ...(recording === undefined ? [] : [{ at: recording.startedAt, type: "recording-started" as const }]),
    ...presenceEvents(call),
    ...(recording?.stoppedAt === undefined ? [] : [{ at: recording.stoppedAt, type: "recording-stopped" as const }]),
    ...(endedAt === undefined || ending === undefined ? [] : [{ at: endedAt, type: "ended" as const, detail: ending }])
  ]
  return events.toSorted((one, other) => one.at - other.at)
}

/** Returns the row of the call at a position; a seeded call is converted. */
export const rowOf = (calls: Calls.Calls, position: number): CallRow =>
  Calls.rowAt(calls, position) ?? toRow(calls, Calls.at(calls, position))

const toRow = (calls: Calls.Calls, call: Call): CallRow => ({
  ...call,
  id: Calls.idOf(calls, call.position),
  invited: [],
  steps: [],
  events: eventsOf(call)
})

/** Adds an action as a step, and applies it if it is already due. */
const addStep = (
  context: TransitionContext,
  row: CallRow,
  action: CallAction,
  after: number
): TransitionResult<CallRow> => {
  if (row.steps.length >= maxSteps) return badInput(`The call ${row.id} has ${maxSteps} steps to come, the maximum.`)
  // a step that fails when it is due becomes an event too
  if (row.events.length + row.steps.length >= maxEvents)
    return badInput(`The call ${row.id} has ${maxEvents} events and steps to come, the maximum. Place another call.`)
  const at = row.startedAt + after
  const place = row.steps.findIndex((step) => step.at > at)
  const steps = row.steps.toSpliced(place < 0 ? row.steps.length : place, 0, { at, action })
  const calls = Calls.put(context.world.calls, { ...row, steps })
  const world = applyDueEvents({ ...context, world: { ...context.world, calls } })
  const done = rowOf(world.calls, row.position)
  const [refused] = refusedSteps(done).slice(refusedSteps(row).length)
  return refused === undefined ? Result.succeed([world, done]) : badInput(refused.detail ?? action.do)
}

/** Applies an action to a call, now or when it is due. */
export const applyAction = (
  context: TransitionContext,
  row: CallRow,
  action: CallAction
): TransitionResult<CallRow> => {
  const after = action.at === undefined ? undefined : Option.getOrUndefined(millisOf(action.at))
  if (after !== undefined) return addStep(context, row, action, after)
  return Result.map(act(makeMoment(context.world, row, context.now, context.option), action), (moment) => [
    storeCall(moment),
    moment.row
  ])
}
