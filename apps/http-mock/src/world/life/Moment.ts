import * as Result from "effect/Result"

import type { CallAction, Ending } from "../calls/actions.ts"
import type { CallRow, CallEvent } from "../calls/Call.ts"
import * as Calls from "../calls/Calls.ts"
import type { OptionLookup } from "../gaps/options.ts"
import type { World } from "../model/World.ts"
import type { ServiceError } from "../ServiceError.ts"

export const callStates = ["placed", "ringing", "running", "ended"] as const
export type CallState = (typeof callStates)[number]

type States<Value> = Readonly<Record<CallState, ReadonlyArray<Value>>>

export const stateOf = ({
  answeredAt,
  endedAt,
  ringing
}: Pick<CallRow, "answeredAt" | "endedAt" | "ringing">): CallState =>
  endedAt !== undefined ? "ended" : answeredAt !== undefined ? "running" : ringing !== undefined ? "ringing" : "placed"

export const possible: States<CallAction["do"]> = {
  placed: ["ring", "tag", "end"],
  ringing: ["answer", "decline", "tag", "end"],
  running: ["join", "leave", "record", "stop-recording", "degrade", "rate", "tag", "end"],
  ended: ["rate", "tag"]
}

/** The reasons for which a call can end in each state; the first is the default. */
export const reasons: States<Ending> = {
  placed: ["cancelled", "failed"],
  ringing: ["cancelled", "missed", "declined", "busy", "failed"],
  running: ["ended", "failed"],
  ended: []
}

export interface Moment {
  readonly world: World
  readonly row: CallRow
  /** Milliseconds since the epoch; never before the last event of the call. */
  readonly at: number
  readonly option: OptionLookup
}

export type Turn = Result.Result<Moment, ServiceError>

/** Creates the moment of the next event of a call; it is not before the last event, even if the clock was set back. */
export const makeMoment = (world: World, row: CallRow, now: number, option: OptionLookup): Moment => ({
  world,
  row,
  at: Math.max(now, row.events.at(-1)?.at ?? row.startedAt),
  option
})

export const withEvent = (moment: Moment, event: Omit<CallEvent, "at">): Moment => ({
  ...moment,
  row: { ...moment.row, events: [...moment.row.events, { at: moment.at, ...event }] }
})

export const withRow = (moment: Moment, change: Partial<CallRow>): Moment => ({
  ...moment,
  row: { ...moment.row, ...change }
})

export const storeCall = ({ row, world }: Moment): World => ({ ...world, calls: Calls.put(world.calls, row) })
