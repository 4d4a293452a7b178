import { fileURLToPath } from "node:url"

import * as Cause from "effect/Cause"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import type { Failure } from "./Result.ts"

const ownCode = fileURLToPath(new URL("..", import.meta.url))

const position = /\.[cm]?[tj]s:\d+:\d+$/

const pathOf = (place: string) => {
  if (!place.startsWith("file://")) return place
  const [, url = "", at = ""] = /^(.*?)((?::\d+){2})$/.exec(place) ?? []
  return Result.getOrElse(
    Result.try(() => `${fileURLToPath(url)}${at}`),
    () => place
  )
}

/** The place in a line of a stack; none in a line of the message. */
const placeIn = (line: string): ReadonlyArray<string> => {
  const text = line.trim()
  if (!text.startsWith("at ")) return []
  // a path may have parentheses and spaces in it; the first one opens the place
  const opens = text.indexOf(" (")
  const place = text.endsWith(")") && opens >= 0 ? text.slice(opens + 2, -1) : text.replace(/^at (?:async )?/, "")
  return position.test(place) ? [pathOf(place)] : []
}

const placesIn = (stack: string) => stack.split("\n").flatMap(placeIn)

const isOfScenario = (file: string) => (found: string) => file !== "" && found.includes(file)

// such as a file that scenarios share
const isOfProject = (found: string) => !/\/node_modules\/|^node:/.test(found) && !found.startsWith(ownCode)

const isTagged = Predicate.compose(Predicate.isObject, Predicate.hasProperty("_tag"))

const kindOf = (error: unknown) =>
  isTagged(error) ? String(error._tag) : error instanceof Error ? error.name : typeof error

const comparedOf = (error: unknown) =>
  Predicate.hasProperty(error, "expected") &&
  Predicate.hasProperty(error, "actual") &&
  Predicate.isString(error.expected) &&
  Predicate.isString(error.actual)
    ? { expected: error.expected, actual: error.actual }
    : undefined

/** The error of a cause: what failed first. */
export const errorOf = ({ reasons }: Cause.Cause<unknown>): unknown => {
  const first = reasons.find((reason) => reason._tag !== "Interrupt") ?? reasons[0]
  return first?._tag === "Fail" ? first.error : first?._tag === "Die" ? first.defect : undefined
}

/** The message of an error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Describes the failure of a scenario in a file. */
export const failureOf = (cause: Cause.Cause<unknown>, file: string): Failure => {
  const error = errorOf(cause)
  const pretty = Cause.prettyErrors(cause)
  const stacks = [error instanceof Error ? (error.stack ?? "") : "", ...pretty.map(({ stack }) => stack ?? "")]
  const places = stacks.flatMap(placesIn)
  const at = places.find(isOfScenario(file)) ?? places.find(isOfProject)
  return {
    kind: kindOf(error),
    message: error instanceof Error ? error.message : (pretty[0]?.message ?? String(error)),
    compared: comparedOf(error),
    at
  }
}
