import { isPromise } from "node:util/types"

import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { CallTimeout } from "../../src/CallTimeout.ts"
import * as Client from "../../src/Client.ts"
import * as Errors from "../../src/Errors.ts"
import * as HttpEffect from "../../src/HttpEffect.ts"
import * as HttpFetch from "../../src/HttpFetch.ts"
import * as HttpNode from "../../src/HttpNode.ts"
import { Region } from "../../src/Region.ts"
import * as Retry from "../../src/Retry.ts"
import { client, steps } from "./acts.ts"
import type { Step } from "./acts.ts"
import { canaries, marks } from "./canaries.ts"
import { searchable, shows } from "./encodings.ts"
import { watched } from "./seen.ts"
import type { Seen } from "./seen.ts"
import type { Target } from "./server.ts"

/** What went wrong where an answer met a step. */
export interface Finding {
  readonly answer: string
  readonly step: string
  readonly kind: "no end" | "a defect" | "an interruption" | "no type" | "a secret" | "too long"
  readonly detail: string
}

/** How a run goes. */
export interface Options {
  /** Steps of the same answer that run at once, each with a client of its own. */
  readonly lanes: number
  /** Answers at once. */
  readonly answers: number
  readonly steps?: ReadonlyArray<readonly [name: string, step: Step]>
  /** Timeout of a call in milliseconds. */
  readonly timeout?: number
  /** How requests are sent (default `fetch`). */
  readonly http?: keyof typeof https
  /** Called before each step. */
  readonly before?: () => void
}

export const timeouts = { slow: 300, usual: 5000 }

/** Milliseconds after which a step has no end. */
export const longest = 60_000

/** Characters of a message that anybody would read. */
export const longestMessage = 4000

// every error class that callers can meet
const types = Object.values<unknown>(Errors).filter(
  (value): value is new (...args: ReadonlyArray<never>) => Error =>
    typeof value === "function" && value.prototype instanceof Error
)

const https = {
  fetch: HttpFetch.layer,
  node: HttpNode.layer,
  effect: Layer.provide(HttpEffect.layer, FetchHttpClient.layer)
}

const settings = (answer: Target, fallback: number | undefined) => ({
  timeout: answer.timeout ?? fallback ?? (answer.slow ? timeouts.slow : timeouts.usual),
  policy: {
    times: 2,
    delay: 1,
    maxRetryAfter: 20,
    attemptTimeout: answer.slow ? timeouts.slow / 2 : 10_000,
    budget: 1000
  }
})

const layerOf = (answer: Target, { http = "fetch", timeout: fallback }: Options) => {
  const { policy, timeout } = settings(answer, fallback)
  return Client.layer.pipe(
    Layer.provide(Region.layer({ name: "us", baseUrl: answer.origin, apiKey: Redacted.make(canaries.apiKey) })),
    Layer.provide(https[http]),
    Layer.provide(Layer.succeed(Retry.Policy, policy)),
    Layer.provideMerge(Layer.succeed(CallTimeout, timeout))
  )
}

const searches = marks.map(([name, mark]) => [name, shows(mark)] as const)

const excerptAround = (text: string, name: string) => {
  const at = text.indexOf(`Zq${name}`)
  return at < 0 ? text.slice(0, 160) : text.slice(Math.max(0, at - 80), at + 80)
}

type Found = Pick<Finding, "kind" | "detail">

/** The canaries that show in what anybody could see. */
export const secretsIn = (seen: Seen): ReadonlyArray<Found> => {
  const whole = searchable(seen.map(([, text]) => text).join("\n"))
  return searches.flatMap(([name, isShown]) => {
    const places = isShown(whole) ? seen.filter(([, text]) => isShown(searchable(text))) : []
    const [first] = places
    if (first === undefined) return []
    const where = places.map(([where]) => where).join(", ")
    return [{ kind: "a secret" as const, detail: `${name} in ${where}: ${excerptAround(first[1], name)}` }]
  })
}

/** Whether an error is one of those that callers can meet. */
export const typed = (error: unknown) => types.some((type) => error instanceof type)

export const lengthOf = (error: unknown) => (error instanceof Error ? error.message.length : 0)

const endsBadly = <A, E>(exit: Exit.Exit<A, E>): ReadonlyArray<Found> => {
  if (Exit.isSuccess(exit)) return isPromise(exit.value) ? [{ kind: "no type", detail: "a promise" }] : []
  const { cause } = exit
  const error = Cause.squash(cause)
  if (Cause.hasDies(cause)) return [{ kind: "a defect", detail: Cause.pretty(cause) }]
  if (Cause.hasInterrupts(cause)) return [{ kind: "an interruption", detail: Cause.pretty(cause) }]
  if (!typed(error)) return [{ kind: "no type", detail: Cause.pretty(cause) }]
  return lengthOf(error) > longestMessage
    ? [{ kind: "too long", detail: `a message of ${lengthOf(error)} characters` }]
    : []
}

/** How a step ended, in a word: for the table of what happened. */
export interface Ended {
  readonly answer: string
  readonly step: string
  readonly outcome: string
  readonly millis: number
}

/** What a run found, and what it saw. */
export interface Run {
  readonly findings: Array<Finding>
  readonly ended: Array<Ended>
}

const outcomeOf = (exit: Exit.Exit<unknown, unknown> | undefined) => {
  if (exit === undefined) return "no end"
  if (Exit.isSuccess(exit)) return "success"
  const error = Cause.squash(exit.cause)
  return typeof error === "object" && error !== null && "_tag" in error ? String(error._tag) : String(error)
}

const cell = Effect.fnUntraced(function* (
  run: Run,
  answer: Target,
  name: string,
  step: Effect.Effect<unknown, unknown>
) {
  const started = performance.now()
  const done = yield* Effect.timeoutOption(watched(step), longest)
  const at = { answer: answer.name, step: name }
  const millis = performance.now() - started
  if (done._tag === "None") {
    run.findings.push({ ...at, kind: "no end", detail: `not within ${longest} ms` })
    run.ended.push({ ...at, outcome: "no end", millis })
    return
  }
  const { exit, seen } = done.value
  run.ended.push({ ...at, outcome: outcomeOf(exit), millis })
  for (const found of [...endsBadly(exit), ...secretsIn(seen())]) run.findings.push({ ...at, ...found })
})

const meet = (run: Run, answer: Target, options: Options) => {
  const pending = [...(options.steps ?? steps)]
  const lane = Effect.gen(function* () {
    const sdk = yield* client
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
      options.before?.()
      yield* cell(run, answer, next[0], next[1](sdk))
    }
  })
  const lanes = Array.from({ length: options.lanes }, () => Effect.provide(lane, Layer.fresh(layerOf(answer, options))))
  return Effect.all(lanes, { concurrency: "unbounded", discard: true })
}

/** Runs every step against every answer, and returns the wrong outcomes. */
export const drive = async (answers: ReadonlyArray<Target>, options: Options): Promise<Run> => {
  const run: Run = { findings: [], ended: [] }
  await Effect.runPromise(
    Effect.forEach(answers, (answer) => meet(run, answer, options), { concurrency: options.answers, discard: true })
  )
  return run
}
