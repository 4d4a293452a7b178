import * as Option from "effect/Option"
import * as Result from "effect/Result"

import * as Calls from "../calls/Calls.ts"
import type { CallEvent, CallRow, ParticipantRow } from "../calls/kept/CallRow.ts"
import { millisOf } from "../calls/model/Action.ts"
import type { CallAction } from "../calls/model/Action.ts"
import { isGuest } from "../calls/model/Call.ts"
import type { Call, Participant } from "../calls/model/Call.ts"
import { mostSteps } from "../calls/Script.ts"
import type { TransitionContext } from "../model/TransitionContext.ts"
import type { Step } from "../model/World.ts"
import { badInput, refusal } from "../Refusal.ts"
import { act, mostEvents } from "./act.ts"
import { kept, momentOf } from "./Moment.ts"
import { settled } from "./settle.ts"

const participant = ({ device, network, stays, who }: Participant): ParticipantRow => ({
  who,
  device,
  network,
  stays: stays.map(({ from, to }) => (to === undefined ? { from } : { from, to }))
})

const comings = ({ answeredAt, dialer, endedAt, participants, receiver }: Call): ReadonlyArray<CallEvent> =>
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
    ...comings(call),
    ...(recording?.stoppedAt === undefined ? [] : [{ at: recording.stoppedAt, type: "recording-stopped" as const }]),
    ...(endedAt === undefined || ending === undefined ? [] : [{ at: endedAt, type: "ended" as const, detail: ending }])
  ]
  return events.toSorted((one, other) => one.at - other.at)
}

/** What would be kept of a call of the seed. */
const adopt = (calls: Calls.Calls, call: Call): CallRow => {
  const { answeredAt, endedAt, ending, group, receiver, recording } = call
  const { startedAt = 0, stoppedAt } = recording ?? {}
  return {
    position: call.position,
    id: Calls.idOf(calls, call.position),
    dialer: call.dialer,
    ...(receiver === undefined ? {} : { receiver }),
    ...(group === undefined ? {} : { group }),
    startedAt: call.startedAt,
    ...(answeredAt === undefined ? {} : { answeredAt }),
    ...(endedAt === undefined ? {} : { endedAt }),
    ...(ending === undefined ? {} : { ending }),
    participants: call.participants.map(participant),
    ...(recording === undefined
      ? {}
      : { recording: stoppedAt === undefined ? { startedAt } : { startedAt, stoppedAt } }),
    ratings: call.ratings,
    tags: call.tags,
    invited: [],
    steps: [],
    events: eventsOf(call)
  }
}

/** The call at a position as it is kept, or would be. */
export const rowOf = (calls: Calls.Calls, position: number): CallRow =>
  Calls.rowAt(calls, position) ?? adopt(calls, Calls.at(calls, position))

const misfits = ({ events }: CallRow) => events.filter(({ type }) => type === "refused")

/** Lets something happen when it is due, which may be by now. */
const later = (context: TransitionContext, row: CallRow, action: CallAction, after: number): Step<CallRow> => {
  if (row.steps.length >= mostSteps) return badInput(`${mostSteps} steps are to come in the call ${row.id} already.`)
  // one that does not fit when it is due is noted as well
  if (row.events.length + row.steps.length >= mostEvents)
    return badInput(
      `The call ${row.id} has ${mostEvents} events and steps to come, as many as are kept. Place another.`
    )
  const at = row.startedAt + after
  const next = row.steps.findIndex((step) => step.at > at)
  const place = next < 0 ? row.steps.length : next
  const steps = [...row.steps.slice(0, place), { at, action }, ...row.steps.slice(place)]
  const calls = Calls.put(context.world.calls, { ...row, steps })
  const world = settled({ ...context, world: { ...context.world, calls } })
  const done = rowOf(world.calls, row.position)
  const [misfit] = misfits(done).slice(misfits(row).length)
  return misfit === undefined ? Result.succeed([world, done]) : badInput(misfit.detail ?? action.do)
}

/** Lets something happen in a call, of the seed or placed: now, or when it is due. */
export const acted = (context: TransitionContext, id: string, action: CallAction): Step<CallRow> => {
  const { choose, now, world } = context
  const position = Calls.positionOf(world.calls, id)
  if (position === undefined)
    return Result.fail(refusal("notFound", `There is no call ${id}. GET /__mock/calls lists those that were placed.`))
  const row = rowOf(world.calls, position)
  const after = action.at === undefined ? undefined : Option.getOrUndefined(millisOf(action.at))
  if (after !== undefined) return later(context, row, action, after)
  return Result.map(act(momentOf(world, row, now, choose), action), (moment) => [kept(moment), moment.row])
}
