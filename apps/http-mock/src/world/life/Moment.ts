import * as Result from "effect/Result"

import * as Calls from "../calls/Calls.ts"
import type { CallEvent, CallRow } from "../calls/kept/CallRow.ts"
import type { Choose } from "../gaps/Gaps.ts"
import type { World } from "../model/World.ts"
import type { Refusal } from "../Refusal.ts"

export interface Moment {
  readonly world: World
  readonly row: CallRow
  /** Milliseconds since the epoch; never before what happened in the call last. */
  readonly at: number
  readonly choose: Choose
}

export type Turn = Result.Result<Moment, Refusal>

/** The moment at which something happens in a call, whatever the clock was set to since. */
export const momentOf = (world: World, row: CallRow, now: number, choose: Choose): Moment => ({
  world,
  row,
  at: Math.max(now, row.events.at(-1)?.at ?? row.startedAt),
  choose
})

export const noted = (moment: Moment, event: Omit<CallEvent, "at">): Moment => ({
  ...moment,
  row: { ...moment.row, events: [...moment.row.events, { at: moment.at, ...event }] }
})

export const withRow = (moment: Moment, change: Partial<CallRow>): Moment => ({
  ...moment,
  row: { ...moment.row, ...change }
})

export const kept = ({ row, world }: Moment): World => ({ ...world, calls: Calls.put(world.calls, row) })
