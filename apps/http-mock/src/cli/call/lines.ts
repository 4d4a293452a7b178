import * as DateTime from "effect/DateTime"

import type { CallEntry } from "../../control/calls/CallsGroup.ts"

type Event = CallEntry["events"][number]

const two = (count: number) => String(count).padStart(2, "0")

/** How long after the start, as `1:02:03` or `2:03`. */
const since = (start: DateTime.Utc, at: DateTime.Utc): string => {
  const seconds = Math.floor((DateTime.toEpochMillis(at) - DateTime.toEpochMillis(start)) / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** An event of a call as a line. */
export const eventLine = ({ started_at }: CallEntry, { at, detail, type, who }: Event): string =>
  [since(started_at, at).padStart(8), type.padEnd(16), who, detail]
    .filter((part) => part !== undefined)
    .join("  ")
    .trimEnd()

/** A call as a line. */
export const callLine = ({ ending, from, group, id, started_at, state, to }: CallEntry): string =>
  `${id}  ${DateTime.formatIso(started_at)}  ${(ending ?? state).padEnd(9)}  ${from} → ${group === undefined || group === to ? to : `${to} (${group})`}`

/** A call as lines: itself, who is in it, what happened in it, and what is to come. */
export const callLines = (call: CallEntry): ReadonlyArray<string> => [
  callLine(call),
  ...(call.possible.length === 0 ? [] : [`possible  ${call.possible.join(", ")}`]),
  ...(call.participants.length === 0
    ? []
    : [`in it     ${call.participants.map(({ guest, name }) => (guest ? `${name} (guest)` : name)).join(", ")}`]),
  ...(call.tags.length === 0 ? [] : [`tags      ${call.tags.join(", ")}`]),
  ...call.events.map((event) => eventLine(call, event)),
  ...call.steps.map(({ action, at }) => `${since(call.started_at, at).padStart(8)}  to come: ${action.do}`)
]
