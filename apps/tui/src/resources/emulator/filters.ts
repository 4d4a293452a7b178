import * as Effect from "effect/Effect"

import { ControlRefused } from "../../control/errors.ts"

export type Query = ReadonlyArray<readonly [name: string, value: string]>

/** A query as a part of an address. */
export const search = (query: Query): string =>
  query.map(([name, value], at) => `${at === 0 ? "?" : "&"}${name}=${encodeURIComponent(value)}`).join("")

/** The names and values of a filter such as `status=4xx region=us`; what has no such name is refused. */
export const read = (filter: string, names: ReadonlyArray<string>): Effect.Effect<Query, ControlRefused> => {
  const clauses = filter.split(/\s+/).filter((clause) => clause !== "")
  const pairs = clauses.map((clause) => {
    const at = clause.indexOf("=")
    return [clause.slice(0, Math.max(0, at)), clause.slice(at + 1)] as const
  })
  const wrong = pairs.findIndex(([name, value]) => !names.includes(name) || value === "")
  return wrong < 0
    ? Effect.succeed(pairs)
    : Effect.fail(
        new ControlRefused({
          status: 400,
          detail: `${clauses[wrong]} is no filter here; there are ${names.map((name) => `${name}=`).join(", ")}`
        })
      )
}
