import type { GapEntry } from "@remote-assist/http-mock/Control"

import { isLeaf } from "../compare/Leaf.ts"
import type { Json } from "../compare/Leaf.ts"
import type { Values } from "./values.ts"

/** A choice at a gap that may make an emulator answer like another target. */
export interface Candidate {
  readonly id: string
  readonly choice: Json
  /** Whether it is one of a list or stands in an answer; otherwise others may have the same effect. */
  readonly isExact: boolean
  /** Of a number with whose like the effect is the same: on which side they are. */
  readonly limit?: "at most" | "at least"
}

type Takes = NonNullable<GapEntry["takes"]>

const same = (one: Json, other: Json) => JSON.stringify(one) === JSON.stringify(other)

const distinct = (choices: ReadonlyArray<Json>, current: Json) => {
  const all = new Map(choices.map((choice) => [JSON.stringify(choice), choice]))
  all.delete(JSON.stringify(current))
  return [...all.values()]
}

/** A choice with each leaf replaced that the other target has another for. */
const replacedIn = (choice: Json, { replaced }: Values): Json => {
  if (isLeaf(choice)) return replaced.find(([from]) => same(from, choice))?.[1] ?? choice
  if (Array.isArray(choice)) return choice.map((part: Json) => replacedIn(part, { ...none, replaced }))
  return Object.fromEntries(
    Object.entries(choice).map(([name, part]: [string, Json]) => [name, replacedIn(part, { ...none, replaced })])
  )
}

const none: Values = { replaced: [], parts: [], spans: [], limits: [] }

const strings = ({ parts, replaced }: Values) =>
  [...replaced.map(([, to]) => to), ...parts].filter((value): value is string => typeof value === "string")

const lists = ({ parts }: Values) =>
  parts.filter(
    (part): part is ReadonlyArray<string> => Array.isArray(part) && part.every((one) => typeof one === "string")
  )

const within =
  ({ maximum = Number.MAX_SAFE_INTEGER, minimum }: { minimum: number; maximum?: number | undefined }) =>
  (number: number) =>
    Number.isSafeInteger(number) && number >= minimum && number <= maximum

const numbers = ({ parts, replaced, spans }: Values) => [
  ...replaced.map(([, to]) => to).filter((value) => typeof value === "number"),
  ...spans,
  ...parts.flatMap((part) => (Array.isArray(part) ? [part.length] : []))
]

/** Choices that answers of the other target name. */
const named = (takes: Takes, current: Json, values: Values): ReadonlyArray<Json> => {
  switch (takes.kind) {
    case "one of":
      return takes.options
    case "whole number":
      return numbers(values).filter(within(takes))
    case "lifetime":
      return ["unlimited", ...numbers(values).filter(within(takes))]
    case "text":
      return strings(values).filter((text) => text !== "")
    case "texts":
      return [...lists(values), replacedIn(current, values)]
    case "JSON":
      return [replacedIn(current, values), ...values.parts]
  }
}

/** Choices at which behaviour may turn: any other text; the least and the most number, and what requests were near to. */
const turning = (takes: Takes, { limits }: Values): ReadonlyArray<Json> =>
  takes.kind === "text"
    ? ["another"]
    : takes.kind === "texts"
      ? [["another"]]
      : takes.kind === "whole number" || takes.kind === "lifetime"
        ? [
            ...limits.flatMap((limit) => [limit, limit - 1, limit + 1]),
            takes.minimum,
            takes.maximum ?? 1_000_000
          ].filter(within(takes))
        : []

/** What can be chosen at a gap besides what is. */
export const candidatesAt = (
  { id, takes }: Pick<GapEntry, "id" | "takes">,
  current: Json,
  values: Values
): ReadonlyArray<Candidate> => {
  if (takes === undefined) return []
  const exact = distinct(named(takes, current, values), current)
  const near = distinct(turning(takes, values), current).filter((choice) => !exact.some((one) => same(one, choice)))
  return [
    ...exact.map((choice): Candidate => ({ id, choice, isExact: true })),
    ...near.map((choice): Candidate => ({ id, choice, isExact: false }))
  ]
}
