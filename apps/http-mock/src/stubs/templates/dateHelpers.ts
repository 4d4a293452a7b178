import { offset, written } from "./dates.ts"
import { optional } from "./Helper.ts"
import type { Helper } from "./Helper.ts"
import { textOf } from "./values.ts"

/** A moment of a text, or of milliseconds since the epoch. */
const momentOf = (value: unknown) => {
  if (value instanceof Date) return value
  const text = textOf(value)
  const moment = new Date(/^-?\d+$/.test(text) ? Number(text) : text)
  if (Number.isNaN(moment.getTime())) throw new Error(`${JSON.stringify(text)} is no date`)
  return moment
}

const dated = (moment: Date, named: Readonly<Record<string, unknown>>) => {
  const moved = named["offset"] === undefined ? moment : offset(moment, textOf(named["offset"]))
  return written(moved, optional(named["format"]), optional(named["timezone"]))
}

/** What is made of moments. */
export const dateHelpers: Readonly<Record<string, Helper>> = {
  date: ([value], named) => dated(momentOf(value), named),
  parseDate: ([value]) => momentOf(value)
}

/** What moments are written by. */
export const clockHelpers = (now: () => number): Readonly<Record<string, Helper>> => ({
  now: (_, named) => dated(new Date(now()), named),
  clock: () => new Date(now()).toISOString()
})
