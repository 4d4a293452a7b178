import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import type { CallRow } from "../calls/kept/CallRow.ts"
import { dueIn } from "../calls/kept/Kept.ts"
import { firstOf } from "../calls/kept/order.ts"
import type { World } from "../model/World.ts"

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

export const make = (live: Iterable<CallRow>, until: number): Agenda => {
  const entries: Array<Entry> = []
  for (const row of live) if (dueIn(row) <= until) entries.push(entryOf(row))
  return { until, entries: entries.toSorted(compare) }
}

export const add = ({ entries, until }: Agenda, row: CallRow): void => {
  const entry = entryOf(row)
  if (entry.at > until) return
  const place = firstOf(entries.length, (index) => {
    const other = entries[index]
    return other === undefined || compare(other, entry) >= 0
  })
  entries.splice(place, 0, entry)
}

/** The call in which something is due next; what became of it since it was noted counts. */
export const next = (agenda: Agenda, { calls }: World): CallRow | undefined => {
  for (let entry = agenda.entries.at(-1); entry !== undefined; entry = agenda.entries.at(-1)) {
    const row = Option.getOrUndefined(HashMap.get(calls.kept.live, entry.position))
    if (row !== undefined && dueIn(row) === entry.at) return row
    agenda.entries.pop()
    if (row !== undefined) add(agenda, row)
  }
  return undefined
}

export const drop = ({ entries }: Agenda): void => {
  entries.pop()
}
