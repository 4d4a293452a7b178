import * as Contract from "@remote-assist/core/Contract"

import { parseBody } from "../compare/Leaf.ts"
import type { Result } from "../runner/Result.ts"
import { fieldsIn, fieldsOf } from "./fields.ts"

/** The coverage of an operation. */
export type OperationSeen = ReturnType<typeof seenOf>

/** The part of the contract that answers covered. */
export type Coverage = ReturnType<typeof measureCoverage>

/** Whether the service itself answered an operation as documented. */
export const isServed = ({ statuses }: OperationSeen): boolean => statuses.some(({ served }) => served > 0)

const answersIn = ({ attempt: { exchanges, journal }, name }: Result) => {
  const faulty = new Set(journal.filter(({ takenBy }) => takenBy !== undefined).map(({ exchange }) => exchange))
  return exchanges.flatMap(({ answer, id, operation }) =>
    operation === undefined || answer === undefined
      ? []
      : [{ operation, scenario: name, status: answer.status, body: answer.body, injected: faulty.has(id) }]
  )
}

const seenOf = (operation: Contract.Operation, sent: ReturnType<typeof answersIn>) => {
  const { statuses: documented, successes } = operation
  // 204 counts as a 200 without a body
  const hasNoBody = successes.has(204) && !documented.includes(204)
  const answers = sent.map((answer) => (hasNoBody && answer.status === 204 ? { ...answer, status: 200 } : answer))
  /** Counts the answers of a status, by the service itself and by faults of the emulator. */
  const statusSeen = (status: number) => {
    const all = answers.filter((answer) => answer.status === status)
    const injected = all.filter((answer) => answer.injected).length
    return { status, served: all.length - injected, injected }
  }
  const served = answers.filter(({ injected }) => !injected)
  const schemas = [...successes.values()].flat()
  const found = served.filter(({ status }) => status === 200).map(({ body }) => fieldsIn(schemas, parseBody(body)))
  // empty if it was always null
  const fieldSeen = (path: string): "yes" | "empty" | "no" =>
    found.some(({ seen }) => seen.has(path)) ? "yes" : found.some(({ empty }) => empty.has(path)) ? "empty" : "no"
  const others = new Set(answers.map(({ status }) => status).filter((status) => !documented.includes(status)))
  return {
    operation,
    statuses: documented.map(statusSeen),
    fields: fieldsOf(schemas).map((path) => ({ path, seen: fieldSeen(path) })),
    // answered statuses that are not documented
    undocumented: [...others].toSorted((one, other) => one - other).map(statusSeen),
    // those that the service answered
    scenarios: [...new Set(served.map(({ scenario }) => scenario))].toSorted()
  }
}

const share = <A>(all: ReadonlyArray<A>, isSeen: (one: A) => boolean) => ({
  seen: all.filter(isSeen).length,
  of: all.length
})

/**
 * Measures the documented statuses and the fields in the answers of each operation. Answers of faults do not count; the journal
 * identifies them.
 */
export const measureCoverage = (results: ReadonlyArray<Result>) => {
  const answers = Map.groupBy(results.flatMap(answersIn), ({ operation }) => operation)
  const details = Contract.operations.map((operation) => seenOf(operation, answers.get(operation.id) ?? []))
  const statuses = details.flatMap((one) => one.statuses)
  const fields = details.flatMap((one) => one.fields)
  return {
    operations: share(details, isServed),
    statuses: share(statuses, ({ served }) => served > 0),
    fields: share(fields, ({ seen }) => seen === "yes"),
    // statuses that only faults of the emulator answered do not count
    onlyInjected: statuses.filter(({ injected, served }) => served === 0 && injected > 0).length,
    details
  }
}

/** The coverage as JSON. */
export const coverageReport = ({ details, onlyInjected, ...shares }: Coverage) => ({
  version: 1,
  ...shares,
  only_injected: onlyInjected,
  details: details.map(({ operation: { id, section }, ...seen }) => ({ operation: id, section, ...seen }))
})
