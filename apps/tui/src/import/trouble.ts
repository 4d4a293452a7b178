import * as Schema from "effect/Schema"

import * as Problem from "../Problem.ts"
import type { FilterIgnored } from "./Existing.ts"
import { Halted } from "./Outcome.ts"
import type { Row } from "./Row.ts"
import { verdictOf } from "./verdict.ts"

/** What can go wrong with a row. */
export type Trouble = Problem.Failure | Schema.SchemaError | FilterIgnored

/** Whether the service was asked for one user and told of others. */
export const isFilter = (error: Trouble): error is FilterIgnored =>
  !Schema.isSchemaError(error) && error._tag === "FilterIgnored"

const ofRow = ({ message }: Schema.SchemaError): Problem.Problem => ({
  kind: "refused",
  what: message,
  todo: "Correct the row."
})

const problemOf = (verb: string, row: Row, error: Exclude<Trouble, FilterIgnored>): Problem.Problem =>
  Schema.isSchemaError(error)
    ? ofRow(error)
    : Problem.of(
        `${verb} ${row.email}`,
        error,
        "Correct the row, then import again.",
        "It is looked up when you import again."
      )

/** Stops the import, as nothing more can be sent by whoever is logged in. */
export const halted = (doing: string, error: Exclude<Trouble, FilterIgnored>) => {
  if (Schema.isSchemaError(error)) return new Halted({ problem: ofRow(error) })
  const problem = Problem.isOfSession(error)
    ? Problem.ofSession(doing, error)
    : Problem.of(doing, error, "Check the API key.")
  return new Halted({ problem, ended: Problem.isEnd(error) ? error.reason : undefined })
}

/** What happened to a row, and what to do about it. */
export const whyOf = (verb: string, row: Row, error: Trouble): string => {
  if (isFilter(error)) return error.message
  const { todo, what } = problemOf(verb, row, error)
  return `${what} ${todo}`
}

/** What it means for the row. */
export const judged = (error: Trouble) => (isFilter(error) ? "lost" : verdictOf(error))

const longestWait = 60

/** For how many seconds the service asks to be left alone. */
export const secondsOf = (error: Trouble): number => {
  const asked = "retryAfter" in error && typeof error.retryAfter === "number" ? error.retryAfter : 1
  return Math.min(longestWait, Math.max(0.2, asked))
}
