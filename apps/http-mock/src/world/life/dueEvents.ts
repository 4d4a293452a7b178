import * as HashMap from "effect/HashMap"
import * as Result from "effect/Result"

import { isGuest } from "../calls/Call.ts"
import type { CallRow } from "../calls/Call.ts"
import { dueIn, isOver, live } from "../calls/StoredCalls.ts"
import { binarySearch } from "../lists/order.ts"
import type { TransitionContext, World } from "../model/World.ts"
import { act } from "./act.ts"
import * as Participants from "./participants.ts"

/** The maximum number of events that one call of `applyDueEvents` applies. */
const maxEvents = 500

/** Removes users from a call who left the enterprise or were deactivated, as if they had hung up. */
const removeDeparted = (moment: Participants.Moment): Participants.Moment => {
  const { row, world } = moment
  const hasLeft = (id: CallRow["dialer"]) => !Participants.isActive(world, id)
  if (Participants.stateOf(row) === "running") {
    const leavers = row.participants.filter(
      ({ who }) => !isGuest(who) && hasLeft(who) && Participants.isPresent(row, who)
    )
    return leavers.length === 0
      ? moment
      : Participants.endWhenEmpty(leavers.reduce((next, { who }) => Participants.exit(next, who), moment))
  }
  if (hasLeft(row.dialer)) return Participants.end(moment, "cancelled")
  if (row.receiver !== undefined && hasLeft(row.receiver)) return Participants.end(moment, "failed")
  if (row.ringing === undefined) return moment
  const users = row.ringing.users.filter((user) => !hasLeft(user))
  if (users.length === 0) return Participants.end(moment, "failed")
  return users.length === row.ringing.users.length
    ? moment
    : Participants.withRow(moment, { ringing: { ...row.ringing, users } })
}

/** Removes users from their calls who left the enterprise or were deactivated. */
export const withoutDeparted = ({ now, option, world }: TransitionContext): World =>
  live(world.calls.stored)
    .filter((row) => !isOver(row))
    .reduce((world, row) => {
      const moment = Participants.makeMoment(world, row, now, option)
      const next = removeDeparted(moment)
      return next === moment ? world : Participants.storeCall(next)
    }, world)

/** Applies what is due in a call: its next step, or the end of its ring time. A step that fails becomes an event. */
const applyNext = ({ option, world }: TransitionContext, row: CallRow): World => {
  const [step, ...steps] = row.steps
  const due = dueIn(row)
  const moment = Participants.makeMoment(world, row, due, option)
  if (step === undefined || step.at > due) return Participants.storeCall(Participants.end(moment, "missed"))
  const withoutStep = Participants.withRow(moment, { steps })
  const turn = act(withoutStep, step.action)
  return Participants.storeCall(
    Result.isSuccess(turn)
      ? turn.success
      : Participants.withEvent(withoutStep, { type: "refused", detail: `${step.action.do}: ${turn.failure.message}` })
  )
}

// a row changes only by its own events
const compareDue = (one: CallRow, other: CallRow): number => dueIn(other) - dueIn(one) || other.position - one.position

/** Returns the calls in which something is due by a time, the next one last. */
const dueCalls = ({ calls }: World, until: number): ReadonlyArray<CallRow> =>
  live(calls.stored)
    .filter((row) => dueIn(row) <= until)
    .toSorted(compareDue)

/** Applies all that is due by now, in order, each at its own time. */
export const applyDueEvents = (context: TransitionContext): World => {
  const { now } = context
  let { world } = context
  let calls = dueCalls(world, now)
  for (let count = 0; count < maxEvents; count++) {
    const row = calls.at(-1)
    if (row === undefined) return world
    world = applyNext({ ...context, world }, row)
    const next = HashMap.getUnsafe(world.calls.stored.rows, row.position)
    const others = calls.slice(0, -1)
    const place = binarySearch(others.length, (at) => compareDue(others[at] ?? next, next) >= 0)
    calls = dueIn(next) <= now ? others.toSpliced(place, 0, next) : others
  }
  return world
}
