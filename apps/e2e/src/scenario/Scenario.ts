import { createRequire } from "node:module"
import { dirname } from "node:path"

import type * as Client from "@remote-assist/core/Client"
import type { Http } from "@remote-assist/core/Http"
import type { Region } from "@remote-assist/core/Region"
import { didYouMean, disjunction } from "@remote-assist/core/Text"
import * as Cause from "effect/Cause"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import type * as Scope from "effect/Scope"

import { CurrentRecorder, CurrentStep, mustRun } from "../recorder/Recorder.ts"
import { needs as knownNeeds, requireDuration } from "../targets/Target.ts"
import type { Need, Target } from "../targets/Target.ts"

/** Whether an Effect was made by another copy of Effect. */
export const isForeign = (act: Effect.Effect<unknown, unknown, unknown>): boolean =>
  act[Effect.TypeId] !== Effect.void[Effect.TypeId]

/** The message about an Effect of another copy of Effect: the two copies do not work together. */
export const foreignMessage = (where: string): string =>
  `${where} received an Effect of another copy of effect. @remote-assist/e2e uses the copy in ${dirname(createRequire(import.meta.url).resolve("effect/package.json"))}. Install only one: npm ls effect lists the copies, and npm dedupe removes the others if their versions match.`

/** Returns an Effect, or throws for another value, or one of another copy of Effect. */
export const requireSameEffect = <A, E, R>(
  where: string,
  act: Effect.Effect<A, E, R>,
  example = "users.list()"
): Effect.Effect<A, E, R> => {
  if (!Effect.isEffect(act))
    throw new TypeError(`${where} received a value of type ${typeof act}. Pass an Effect, such as ${example}.`)
  if (isForeign(act)) throw new TypeError(foreignMessage(where))
  return act
}

const outcomeOf = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isSuccess(exit) ? "passed" : Cause.hasInterruptsOnly(exit.cause) ? "interrupted" : "failed"

/** Runs an Effect as a step. Reports show its title with the requests that it sends; the documentation shows it as well. */
export const step = <A, E, R>(title: string, act: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  if (!Predicate.isString(title)) throw new TypeError('A step has no title. Write it first: step("the title", effect).')
  const own = requireSameEffect(`The step "${title}"`, act)
  return Effect.gen(function* () {
    const recorder = yield* CurrentRecorder
    const id = recorder.startStep(title, yield* CurrentStep)
    return yield* own.pipe(
      Effect.provideService(CurrentStep, id),
      Effect.onExit((exit) =>
        Effect.sync(() =>
          recorder.endStep(id, outcomeOf(exit), Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined)
        )
      )
    )
  }).pipe(mustRun)
}

/** The services of a scenario: those of the SDK, the target, and a scope for clean-up. */
export type Services = Target | Client.Client | Region | Http | Scope.Scope

export interface Options {
  /** Words that select scenarios, such as `admin`, `smoke` or `journey`. */
  readonly tags?: ReadonlyArray<string>
  /** Features of the target without which the scenario is skipped. */
  readonly needs?: ReadonlyArray<Need>
  /** Whether it changes data that it did not create. A live region runs it only if that is allowed. */
  readonly destructive?: boolean
  /** Time limit. Default: that of the run. */
  readonly timeout?: Duration.Input
}

const kind = "~@remote-assist/e2e/Scenario"

/** What a user of the service does and must see. Its `Scope` removes the data that it creates. */
export interface Scenario extends Required<Omit<Options, "timeout">> {
  readonly [kind]: true
  readonly timeout: Duration.Input | undefined
  readonly run: Effect.Effect<void, unknown, Services>
  /** The stack of the definition, for failures without a line. */
  readonly definition?: string | undefined
}

export const makeScenario = (run: Effect.Effect<void, unknown, Services>, options: Options = {}): Scenario => {
  if (typeof options !== "object") throw new TypeError('the options are not an object such as { tags: ["smoke"] }.')
  requireKnown("option", Object.keys(options), ["tags", "needs", "destructive", "timeout"])
  const { destructive = false, needs = [], tags = [], timeout } = options
  for (const [name, list] of Object.entries({ tags, needs }))
    if (!Array.isArray(list)) throw new TypeError(`the option ${name} is not a list. Give [${JSON.stringify(list)}].`)
  if (!Predicate.isBoolean(destructive))
    throw new TypeError(`the option destructive is ${JSON.stringify(destructive)}. Give true or false.`)
  requireKnown("need", needs, knownNeeds)
  if (timeout !== undefined) requireDuration("the option timeout", timeout)
  const definition = new Error().stack
  return { [kind]: true, run: requireSameEffect("scenario", run), tags, needs, destructive, timeout, definition }
}

/** Whether a value is a scenario, of this copy of the package or another. */
export const isScenario = (value: unknown): value is Scenario => Predicate.hasProperty(value, kind)

/** Throws if one of the names is unknown, which types do not prevent: Node ignores them. */
export const requireKnown = (what: string, names: ReadonlyArray<string>, known: ReadonlyArray<string>): void => {
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new TypeError(`there is no ${what} ${unknown}.${didYouMean(unknown, known)} Give ${disjunction(known)}.`)
}
