import * as Contract from "@remote-assist/core/Contract"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import type { Result } from "../runner/Result.ts"
import { fieldsIn, fieldsOf } from "./fields.ts"

/** A status of an operation, and how often it was answered. */
export interface StatusSeen {
  readonly status: number
  /** By the service itself. */
  readonly served: number
  /** By a fault of the emulator, in the place of the service. */
  readonly injected: number
}

/** A field of what an operation answers: `empty` where it was never anything but null. */
export interface FieldSeen {
  readonly path: string
  readonly seen: "yes" | "empty" | "no"
}

/** What was seen of an operation. */
export interface OperationSeen {
  readonly operation: Contract.Operation
  /** Those that are documented. */
  readonly statuses: ReadonlyArray<StatusSeen>
  readonly fields: ReadonlyArray<FieldSeen>
  /** Statuses that came and are not documented. */
  readonly undocumented: ReadonlyArray<StatusSeen>
  /** Names of the scenarios that the service answered. */
  readonly scenarios: ReadonlyArray<string>
}

/** What was seen of a kind of part of the contract. */
export interface Share {
  readonly seen: number
  readonly of: number
}

/** What scenarios saw of the contract. */
export interface Coverage {
  readonly operations: Share
  readonly statuses: Share
  readonly fields: Share
  /** How many of the statuses only faults of the emulator answered; they are not among those seen. */
  readonly onlyInjected: number
  readonly details: ReadonlyArray<OperationSeen>
}

/** Whether the service itself answered an operation as documented. */
export const isServed = ({ statuses }: OperationSeen): boolean => statuses.some(({ served }) => served > 0)

const json = Schema.decodeOption(Schema.fromJsonString(Schema.Unknown))

interface Answer {
  readonly scenario: string
  readonly status: number
  readonly body: string
  readonly injected: boolean
}

// 204 is taken for a 200 without a body
const statusOf = ({ statuses, successes }: Contract.Operation, status: number) =>
  status === 204 && successes.has(204) && !statuses.includes(204) ? 200 : status

const answersIn = (results: ReadonlyArray<Result>): ReadonlyMap<string, ReadonlyArray<Answer>> => {
  const answers = new Map<string, Array<Answer>>()
  for (const { attempt, name } of results) {
    const { exchanges, journal } = attempt
    const faulty = new Set(journal.filter(({ takenBy }) => takenBy !== undefined).map(({ exchange }) => exchange))
    for (const { answer, id, operation } of exchanges) {
      if (operation === undefined || answer === undefined) continue
      const of = answers.get(operation) ?? []
      answers.set(operation, of)
      of.push({ scenario: name, status: answer.status, body: answer.body, injected: faulty.has(id) })
    }
  }
  return answers
}

const statusesSeen = (documented: ReadonlyArray<number>, answers: ReadonlyArray<Answer>): ReadonlyArray<StatusSeen> =>
  documented.map((status) => {
    const of = answers.filter((answer) => answer.status === status)
    const injected = of.filter((answer) => answer.injected).length
    return { status, served: of.length - injected, injected }
  })

const fieldsSeen = ({ successes }: Contract.Operation, answers: ReadonlyArray<Answer>): ReadonlyArray<FieldSeen> => {
  const schemas = [...successes.values()].flat()
  const seen = new Set<string>()
  const empty = new Set<string>()
  for (const { body, injected, status } of answers) {
    if (injected || status !== 200) continue
    const found = fieldsIn(schemas, Option.getOrUndefined(json(body)))
    for (const path of found.seen) seen.add(path)
    for (const path of found.empty) empty.add(path)
  }
  return fieldsOf(schemas).map((path) => ({ path, seen: seen.has(path) ? "yes" : empty.has(path) ? "empty" : "no" }))
}

const seenOf = (operation: Contract.Operation, sent: ReadonlyArray<Answer>): OperationSeen => {
  const answers = sent.map((answer) => ({ ...answer, status: statusOf(operation, answer.status) }))
  const others = new Set(answers.map(({ status }) => status).filter((status) => !operation.statuses.includes(status)))
  return {
    operation,
    statuses: statusesSeen(operation.statuses, answers),
    fields: fieldsSeen(operation, answers),
    undocumented: statusesSeen(
      [...others].toSorted((one, other) => one - other),
      answers
    ),
    scenarios: [...new Set(answers.filter(({ injected }) => !injected).map(({ scenario }) => scenario))].toSorted()
  }
}

const share = <A>(all: ReadonlyArray<A>, isSeen: (one: A) => boolean): Share => ({
  seen: all.filter(isSeen).length,
  of: all.length
})

/**
 * What results saw of the contract: of each operation its documented statuses and the fields of what it answers. An answer
 * of a fault is not the service's own, which takes results with the journal.
 */
export const coverageOf = (results: ReadonlyArray<Result>): Coverage => {
  const answers = answersIn(results)
  const details = Contract.operations.map((operation) => seenOf(operation, answers.get(operation.id) ?? []))
  const statuses = details.flatMap((one) => one.statuses)
  return {
    operations: share(details, isServed),
    statuses: share(statuses, ({ served }) => served > 0),
    fields: share(
      details.flatMap(({ fields }) => fields),
      ({ seen }) => seen === "yes"
    ),
    onlyInjected: statuses.filter(({ injected, served }) => served === 0 && injected > 0).length,
    details
  }
}
