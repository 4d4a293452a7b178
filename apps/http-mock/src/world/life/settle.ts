import * as HashMap from "effect/HashMap"
import * as Result from "effect/Result"

import type { CallRow } from "../calls/kept/CallRow.ts"
import { dueIn, isOver } from "../calls/kept/Kept.ts"
import { isGuest } from "../calls/model/Call.ts"
import type { TransitionContext } from "../model/TransitionContext.ts"
import type { World } from "../model/World.ts"
import { act } from "./act.ts"
import * as Agenda from "./Agenda.ts"
import { kept, momentOf, noted, withRow } from "./Moment.ts"
import type { Moment } from "./Moment.ts"
import { isActive, isPresent } from "./people.ts"
import { end, endWhenEmpty, exit } from "./presence.ts"
import { stateOf } from "./states.ts"

/** The most that becomes of the calls at a time: a world with more that is due is settled in several. */
const most = 500

/** Whoever left the enterprise, or was deactivated, leaves a call too, which goes on as when they had hung up. */
const departed = (moment: Moment): Moment => {
  const { row, world } = moment
  const isGone = (id: CallRow["dialer"]) => !isActive(world, id)
  if (stateOf(row) === "running") {
    const gone = row.participants.filter(({ who }) => !isGuest(who) && isGone(who) && isPresent(row, who))
    return gone.length === 0 ? moment : endWhenEmpty(gone.reduce((next, { who }) => exit(next, who), moment))
  }
  if (isGone(row.dialer)) return end(moment, "cancelled")
  if (row.receiver !== undefined && isGone(row.receiver)) return end(moment, "failed")
  if (row.ringing === undefined) return moment
  const users = row.ringing.users.filter((user) => !isGone(user))
  if (users.length === 0) return end(moment, "failed")
  return users.length === row.ringing.users.length ? moment : withRow(moment, { ringing: { ...row.ringing, users } })
}

const withoutDeparted = (context: TransitionContext, at: number): World => {
  const { calls } = context.world
  const { departed: _, ...rest } = calls.kept
  const known: World = { ...context.world, calls: { ...calls, kept: rest } }
  return [...HashMap.values(rest.live)]
    .filter((row) => !isOver(row))
    .reduce((world, { position }) => {
      const row = HashMap.getUnsafe(world.calls.kept.rows, position)
      const moment = momentOf(world, row, at, context.choose)
      const next = departed(moment)
      return next === moment ? world : kept(next)
    }, known)
}

/** What is due in a call happens: its next step, or that nobody answers. A step that does not fit is noted. */
const happened = ({ choose, world }: TransitionContext, row: CallRow): World => {
  const [step, ...steps] = row.steps
  const due = dueIn(row)
  const moment = momentOf(world, row, due, choose)
  if (step === undefined || step.at > due) return kept(end(moment, "missed"))
  const left = withRow(moment, { steps })
  const turn = act(left, step.action)
  return kept(
    Result.isSuccess(turn)
      ? turn.success
      : noted(left, { type: "refused", detail: `${step.action.do}: ${turn.failure.message}` })
  )
}

/** The world in which all has happened that was due by now, one after the other, each at its time. */
export const settled = (context: TransitionContext): World => {
  let { world } = context
  const agenda = Agenda.make(HashMap.values(world.calls.kept.live), context.now)
  for (let count = 0; count < most; count++) {
    const { departed } = world.calls.kept
    const row = Agenda.next(agenda, world)
    const due = row === undefined ? Number.POSITIVE_INFINITY : dueIn(row)
    if (Math.min(due, departed ?? Number.POSITIVE_INFINITY) > context.now) return world
    if (departed !== undefined && departed <= due) world = withoutDeparted({ ...context, world }, departed)
    else if (row !== undefined) {
      world = happened({ ...context, world }, row)
      Agenda.drop(agenda)
      Agenda.add(agenda, HashMap.getUnsafe(world.calls.kept.rows, row.position))
    }
  }
  return world
}
