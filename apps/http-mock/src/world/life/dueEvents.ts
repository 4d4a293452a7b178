import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { isGuest } from "../calls/Call.ts"
import type { CallRow } from "../calls/CallRow.ts"
import { dueIn, isOver, binarySearch } from "../calls/StoredCalls.ts"
import type { TransitionContext, World } from "../model/World.ts"
import { act } from "./act.ts"
import { storeCall, makeMoment, withEvent, withRow, stateOf } from "./Moment.ts"
import type { Moment } from "./Moment.ts"
import { isActive, isPresent, end, endWhenEmpty, exit } from "./participants.ts"

/** The most that becomes of the calls at a time: a world with more that is due is settled in several. */
const maxEvents = 500

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
      const moment = makeMoment(world, row, at, context.option)
      const next = departed(moment)
      return next === moment ? world : storeCall(next)
    }, known)
}

/** What is due in a call happens: its next step, or that nobody answers. A step that does not fit is noted. */
const happened = ({ option, world }: TransitionContext, row: CallRow): World => {
  const [step, ...steps] = row.steps
  const due = dueIn(row)
  const moment = makeMoment(world, row, due, option)
  if (step === undefined || step.at > due) return storeCall(end(moment, "missed"))
  const left = withRow(moment, { steps })
  const turn = act(left, step.action)
  return storeCall(
    Result.isSuccess(turn)
      ? turn.success
      : withEvent(left, { type: "refused", detail: `${step.action.do}: ${turn.failure.message}` })
  )
}

/** The world in which all has happened that was due by now, one after the other, each at its time. */
export const applyDueEvents = (context: TransitionContext): World => {
  let { world } = context
  const agenda = makeAgenda(HashMap.values(world.calls.kept.live), context.now)
  for (let count = 0; count < maxEvents; count++) {
    const { departed } = world.calls.kept
    const row = nextCall(agenda, world)
    const due = row === undefined ? Number.POSITIVE_INFINITY : dueIn(row)
    if (Math.min(due, departed ?? Number.POSITIVE_INFINITY) > context.now) return world
    if (departed !== undefined && departed <= due) world = withoutDeparted({ ...context, world }, departed)
    else if (row !== undefined) {
      world = happened({ ...context, world }, row)
      dropEntry(agenda)
      addEntry(agenda, HashMap.getUnsafe(world.calls.kept.rows, row.position))
    }
  }
  return world
}

interface Entry {
  readonly at: number
  readonly position: number
}

/** What is due by a moment in the calls, the next at the end. */
export interface Agenda {
  readonly until: number
  readonly entries: Array<Entry>
}

const entryOf = (row: CallRow): Entry => ({ at: dueIn(row), position: row.position })

const compare = (one: Entry, other: Entry): number => other.at - one.at || other.position - one.position

export const makeAgenda = (live: Iterable<CallRow>, until: number): Agenda => {
  const entries: Array<Entry> = []
  for (const row of live) if (dueIn(row) <= until) entries.push(entryOf(row))
  return { until, entries: entries.toSorted(compare) }
}

export const addEntry = ({ entries, until }: Agenda, row: CallRow): void => {
  const entry = entryOf(row)
  if (entry.at > until) return
  const place = binarySearch(entries.length, (index) => {
    const other = entries[index]
    return other === undefined || compare(other, entry) >= 0
  })
  entries.splice(place, 0, entry)
}

/** The call in which something is due next; what became of it since it was noted counts. */
export const nextCall = (agenda: Agenda, { calls }: World): CallRow | undefined => {
  for (let entry = agenda.entries.at(-1); entry !== undefined; entry = agenda.entries.at(-1)) {
    const row = Option.getOrUndefined(HashMap.get(calls.kept.live, entry.position))
    if (row !== undefined && dueIn(row) === entry.at) return row
    agenda.entries.pop()
    if (row !== undefined) addEntry(agenda, row)
  }
  return undefined
}

export const dropEntry = ({ entries }: Agenda): void => {
  entries.pop()
}
