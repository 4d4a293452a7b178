import { fileURLToPath } from "node:url"

import * as Cause from "effect/Cause"
import * as Predicate from "effect/Predicate"
import * as EffectResult from "effect/Result"

import type { Exchange, Leftover, StepRecord } from "../recorder/Recorder.ts"

/** Why an attempt failed. */
export interface Failure {
  /** The tag or name of the error, such as `ExpectationFailed`. */
  readonly kind: string
  readonly message: string
  /** The values that were compared, if any. */
  readonly compared?: { readonly expected: string; readonly actual: string } | undefined
  /** Location in the scenario: `scenarios/users/deactivate.ts:20:5`. */
  readonly at?: string | undefined
  /** The id of the step that failed first. */
  readonly step?: number | undefined
  /** The ids of the exchanges of the step, or of the last exchange before it. */
  readonly exchanges?: ReadonlyArray<number> | undefined
  /** Why the clean-up failed, if it did. */
  readonly cleanUp?: string | undefined
}

export type Outcome =
  | { readonly _tag: "Passed" }
  | { readonly _tag: "Failed"; readonly failure: Failure }
  | { readonly _tag: "Skipped"; readonly reason: string }
  | { readonly _tag: "Interrupted" }

/** The entry of the emulator's journal for an exchange. */
export interface JournalNote {
  /** The id of the exchange. */
  readonly exchange: number
  /** The number of the entry. */
  readonly id: number
  readonly reason?: string | undefined
  readonly hint?: string | undefined
  /** The id of the fault that replaced the answer, if any. */
  readonly takenBy?: string | undefined
}

/** One attempt at a scenario. */
export interface Attempt {
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

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Describes the failure of a scenario in a file; `location` is where its body failed, if it is known. */
export const describeFailure = (cause: Cause.Cause<unknown>, file: string, location?: string): Failure => {
  const error = Cause.squash(cause)
  const pretty = Cause.prettyErrors(cause)
  const stacks = [error instanceof Error ? (error.stack ?? "") : "", ...pretty.map(({ stack }) => stack ?? "")]
  const locations = stacks.flatMap((stack) => stack.split("\n").flatMap(locationIn))
  return {
    kind: kindOf(error),
    message: error instanceof Error ? error.message : (pretty[0]?.message ?? String(error)),
    compared: comparedValues(error),
    at:
      locations.find((location) => file !== "" && location.includes(file)) ??
      [...(location === undefined ? [] : [toPath(location)]), ...locations].find(isInProject)
  }
}

// node_modules, or the root of the repository
const root = fileURLToPath(new URL("../../../..", import.meta.url))

/** Whether a location is in the user's project, such as in a file that scenarios share. */
const isInProject = (location: string) =>
  !/\/node_modules\/|^node:/.test(location) &&
  !(location.startsWith(root) && /^(?:apps|packages)\/[^/]+\/src\//.test(location.slice(root.length)))

const position = /\.[cm]?[tj]s:\d+:\d+$/

const toPath = (location: string) => {
  if (!location.startsWith("file://")) return location
  const [, url = "", at = ""] = /^(.*?)((?::\d+){2})$/.exec(location) ?? []
  return EffectResult.getOrElse(
    EffectResult.try(() => `${fileURLToPath(url)}${at}`),
    () => location
  )
}

/** Returns the location at which a suspended generator will continue, which only the inspector knows, or `undefined`. */
export const positionOf = (generator: object | undefined): string | undefined =>
  EffectResult.getOrUndefined(
    EffectResult.try(() => {
      if (generator === undefined) return undefined
      const session = new (process.getBuiltinModule("node:inspector").Session)()
      session.connect()
      let location: string | undefined
      const urls = new Map<string, string>()
      session.on("Debugger.scriptParsed", ({ params }) => urls.set(params.scriptId, params.url))
      session.post("Debugger.enable")
      Reflect.set(globalThis, inspected, generator)
      // sessions of the same thread answer before `post` returns
      session.post("Runtime.evaluate", { expression: inspected }, (_, { result: { objectId = "" } }) =>
        session.post("Runtime.getProperties", { objectId }, (_, { internalProperties = [] }) => {
          const found = internalProperties.find(({ name }) => name === "[[GeneratorLocation]]")?.value?.value
          const url = urls.get(found?.scriptId)
          if (url !== undefined) location = `${url}:${found.lineNumber + 1}:${found.columnNumber + 1}`
        })
      )
      Reflect.deleteProperty(globalThis, inspected)
      session.disconnect()
      return location
    })
  )

const inspected = "__remoteAssistScenario"

/** Returns the location in a line of a stack, if it has one. */
const locationIn = (line: string): ReadonlyArray<string> => {
  const text = line.trim()
  if (!text.startsWith("at ")) return []
  // a path may contain parentheses and spaces; the first one opens the location
  const opens = text.indexOf(" (")
  const location = text.endsWith(")") && opens >= 0 ? text.slice(opens + 2, -1) : text.replace(/^at (?:async )?/, "")
  return position.test(location) ? [toPath(location)] : []
}

const isTagged = Predicate.compose(Predicate.isObject, Predicate.hasProperty("_tag"))

const kindOf = (error: unknown) =>
  isTagged(error) ? String(error._tag) : error instanceof Error ? error.name : typeof error

const comparedValues = (error: unknown) =>
  Predicate.hasProperty(error, "expected") &&
  Predicate.hasProperty(error, "actual") &&
  Predicate.isString(error.expected) &&
  Predicate.isString(error.actual)
    ? { expected: error.expected, actual: error.actual }
    : undefined
