import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

import { explainNodeError } from "@remote-assist/core/FileError"
import { maskNamed } from "@remote-assist/core/Secrets"
import { didYouMean, disjunction } from "@remote-assist/core/Text"
import * as Cause from "effect/Cause"
import * as Formatter from "effect/Formatter"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import type * as Redacted from "effect/Redacted"
import * as EffectResult from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

import type { Exchange, Leftover, StepRecord } from "../recorder/Recorder.ts"
import * as Expect from "../scenario/Expect.ts"

/** Why an attempt failed. */
export interface Failure {
  /** The tag or name of the error, such as `ExpectationFailed`. */
  readonly kind: string
  readonly message: string
  /** The values that were compared, if any. */
  readonly compared?:
    | {
        readonly expected: string
        readonly actual: string
        /** The redacted values in both, in the order of their numbers, until they are masked. */
        readonly secrets?: ReadonlyArray<Redacted.Redacted<unknown>>
      }
    | undefined
  /** Location in the scenario: `scenarios/users/deactivate.ts:20:5`. */
  readonly at?: string | undefined
  /** Location in a file that scenarios share. */
  readonly inside?: string | undefined
  /** The id of the step that failed first. */
  readonly step?: number | undefined
  /** The ids of the exchanges of the step, or of the last exchange before it. */
  readonly exchanges?: ReadonlyArray<number> | undefined
  /** Why the clean-up failed, if it did. */
  readonly cleanUp?: string | undefined
}

/** The kind of the failure of a scenario that did all it should, but was not cleaned up. */
export const cleanUpFailed = "CleanUpFailed"

export type Outcome =
  | { readonly _tag: "Passed" }
  | { readonly _tag: "Failed"; readonly failure: Failure }
  | { readonly _tag: "Skipped"; readonly reason: string }
  | { readonly _tag: "Interrupted" }

/** The entry of the emulator's journal for an exchange. */
export interface JournalNote {
  readonly exchange: number
  readonly id: number
  readonly reason?: string | undefined
  readonly hint?: string | undefined
  /** The id of the fault that replaced the answer, if any. */
  readonly takenBy?: string | undefined
}

/** One attempt at a scenario. */
export interface Attempt {
  /** The address of an emulator that ends with the run, so curl commands leave it out. */
  readonly address?: string | undefined
  readonly outcome: Outcome
  /** In milliseconds, including the creation of its target. */
  readonly duration: number
  readonly steps: ReadonlyArray<StepRecord>
  readonly exchanges: ReadonlyArray<Exchange>
  readonly journal: ReadonlyArray<JournalNote>
  readonly leftovers: ReadonlyArray<Leftover>
}

/** A scenario and its attempt. */
export interface Result {
  readonly name: string
  readonly file: string
  readonly tags: ReadonlyArray<string>
  readonly attempt: Attempt
}

/** Returns the failure of a result, or `undefined`. */
export const failureOf = ({ attempt: { outcome } }: Result): Failure | undefined =>
  outcome._tag === "Failed" ? outcome.failure : undefined

/** Returns the error of a rejected promise, which Effect may wrap, or any other error. */
const unwrap = (error: unknown): unknown =>
  Cause.isUnknownError(error) && error.cause !== undefined ? error.cause : error

/** Formats an error, or another value without secrets under their names. */
export const messageOf = (error: unknown): string => {
  const inner = unwrap(error)
  if (!(inner instanceof Error)) return Predicate.isString(inner) ? inner : maskNamed(Formatter.format(inner))
  return `${inner.message}${SchemaIssue.isIssue(inner.cause) ? `: ${SchemaIssue.makeFormatterDefault()(inner.cause)}` : ""}`
}

/** Explains why a file cannot be written. */
export const writeErrorOf = (error: unknown): string => explainNodeError(error) ?? messageOf(error)

/** Describes the failure of a scenario in a file. Its body waits in `generator`, which this ends, or has the stack `made`. */
export const describeFailure = (cause: Cause.Cause<unknown>, file: string, generator?: object, made = ""): Failure => {
  const error = unwrap(Cause.squash(cause))
  const stacks = [error, ...Cause.prettyErrors(cause)].map((one) => (one instanceof Error ? (one.stack ?? "") : ""))
  const locations = stacks.flatMap(locationsIn)
  const waiting = locationsIn(waitingStack(generator))
  const isInFile = (location: string) => file !== "" && location.includes(file)
  const at =
    [...locations, ...waiting].find(isInFile) ?? [...waiting, ...locations, ...locationsIn(made)].find(isInProject)
  return {
    kind: kindOf(error),
    message: notIterable.test(messageOf(error)) ? notIterableMessage(messageOf(error), at) : messageOf(error),
    compared: comparedValues(error),
    at,
    inside: [...locations, ...waiting].some(isInFile)
      ? locations.find((location) => isInProject(location) && !isInFile(location))
      : undefined
  }
}

/** Returns the first location of a stack in a file, otherwise in the project. */
export const locationOf = (file: string, stack: string): string | undefined => {
  const locations = locationsIn(stack).filter(isInProject)
  return locations.find((location) => file !== "" && location.includes(file)) ?? locations[0]
}

const notIterable = /not iterable(?: \(.*\))?$/

/** Names the call of the line, which may not exist, and says what to write. */
const notIterableMessage = (message: string, at = "") => {
  const [, call = "", next = "?"] = /yield\* ([\w$.]+)(\(\)|.?)/.exec(readLine(at)) ?? []
  if (!/[^\s),;]/.test(next)) return `${call} is not an Effect. If it is a function, call it: yield* ${call}().`
  const [, check = "equal"] = /^Expect\.(.+)/.exec(call) ?? []
  const checks = Object.keys(Expect).filter((name) => /^[a-z]/.test(name))
  if (!checks.includes(check)) return `Expect has no ${check}.${didYouMean(check, checks)} Give ${disjunction(checks)}.`
  const named = call === "" ? message : message.replace(/(?:\(intermediate value\))+/, `${call}(…)`)
  const bare = next === "()" ? `${call} without () if that is one, or ` : ""
  return `${named}. After yield* write an Effect, such as ${bare}Effect.promise(() => …) for a promise.`
}

/** Returns the line at a location. */
const readLine = (location: string) => {
  const [, file = "", line = 0] = /^(.*):(\d+):\d+$/.exec(location) ?? []
  return existsSync(file) ? (readFileSync(file, "utf8").split("\n")[Number(line) - 1] ?? "") : ""
}

// node_modules, or the root of the repository
const root = fileURLToPath(new URL("../../../..", import.meta.url))

/** Removes the frames of Node and packages from a stack. */
export const withoutInternalFrames = (stack: string): string =>
  stack.replaceAll(/\n *at .*/g, (frame) => (locationsIn(frame).some(isInProject) ? frame : ""))

/** Whether a location is in the user's project, such as in a file that scenarios share. */
const isInProject = (location: string) =>
  !/\/node_modules\/|^node:/.test(location) &&
  !(location.startsWith(root) && /^(?:apps|packages)\/[^/]+\/src\//.test(location.slice(root.length)))

const position = /\.[cm]?[tj]s:\d+:\d+$/

const toPath = (location: string) => (location.startsWith("file:") ? fileURLToPath(location) : location)

/** Returns a stack that begins where a generator waits. An Effect has no `throw`, which is an error at that line. */
const waitingStack = (generator: object | undefined): string => {
  const thrown = EffectResult.try({
    try: () => generator && Reflect.apply(Reflect.get(generator, "throw"), generator, []),
    catch: (error) => error
  })
  return EffectResult.isFailure(thrown) && thrown.failure instanceof Error ? (thrown.failure.stack ?? "") : ""
}

const locationsIn = (stack: string): ReadonlyArray<string> =>
  stack.split("\n").flatMap((line) => {
    const text = line.trim()
    if (!text.startsWith("at ")) return []
    // a path may contain parentheses and spaces; the first one opens the location
    const opens = text.replace(" (definition) ", " ".repeat(14)).indexOf(" (")
    const location = text.endsWith(")") && opens >= 0 ? text.slice(opens + 2, -1) : text.replace(/^at (?:async )?/, "")
    return position.test(location) ? [toPath(location)] : []
  })

const kindOf = (error: unknown) =>
  Predicate.hasProperty(error, "_tag") ? String(error._tag) : error instanceof Error ? error.name : "Failure"

const Compared = Schema.Struct({
  expected: Schema.String,
  actual: Schema.String,
  secrets: Schema.optionalKey(Schema.Array(Schema.Redacted(Schema.Unknown)))
})

const comparedValues = (error: unknown) =>
  Option.getOrUndefined(Schema.decodeUnknownOption(Schema.toType(Compared))(error))
