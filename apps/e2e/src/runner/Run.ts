import * as Client from "@remote-assist/core/Client"
import { Region } from "@remote-assist/core/Region"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"

import type { Exchange } from "../recorder/Recorder.ts"
import { CurrentRecorder, Recorder } from "../recorder/Recorder.ts"
import { Target } from "../targets/Target.ts"
import type { TargetKind, TargetLost } from "../targets/Target.ts"
import { interruptWithin, withControlTimeout, withTimeLimit } from "../targets/timeLimit.ts"
import { scenarioId, tagsOf } from "./discovery.ts"
import type { DiscoveredScenario } from "./discovery.ts"
import { maskAttempt } from "./masking.ts"
import { layerHttp } from "./recording.ts"
import { describeFailure, errorOf, messageOf, positionOf } from "./Result.ts"
import type { Attempt, JournalNote, Outcome, Result } from "./Result.ts"

const pathOf = (url: string) => url.slice(url.indexOf("/api/"))

/** Reads the journal entries of exchanges. Concurrent requests may arrive in another order. */
const readNotes = (target: Target["Service"], exchanges: ReadonlyArray<Exchange>) =>
  Effect.gen(function* () {
    const { journal } = yield* target.control
    const entries = [...(yield* journal.list({ query: {} }))].toSorted((one, other) => one.id - other.id)
    const pairs = exchanges.flatMap(({ answer, id, request }) => {
      const at = entries.findIndex(
        ({ method, path, status }) =>
          method === request.method &&
          path === pathOf(request.url) &&
          (answer === undefined || status === answer.status)
      )
      return at < 0 ? [] : entries.splice(at, 1).map((entry) => ({ exchange: id, id: entry.id }))
    })
    return yield* Effect.forEach(pairs, ({ exchange, id }) =>
      Effect.map(journal.read({ params: { id } }), ({ hint, reason, taken_by }): JournalNote => ({
        exchange,
        id,
        reason,
        hint,
        takenBy: taken_by
      }))
    )
  }).pipe(
    withControlTimeout,
    // a report without the journal is better than none
    Effect.orElseSucceed((): ReadonlyArray<JournalNote> => [])
  )

/** A scenario exceeded its time limit. */
class ScenarioTimeout extends Schema.TaggedError<ScenarioTimeout>()("ScenarioTimeout", { message: Schema.String }) {}

const selfInterrupted = new Error(
  "The scenario interrupted itself, or joined a fiber that was interrupted. Await its exit instead."
)

export interface RunOptions {
  readonly kind: TargetKind
  /** Default: 1. */
  readonly seed?: number | undefined
  /** The time limit of a scenario, unless the scenario sets another. Default: `60 seconds`. */
  readonly timeout?: Duration.Input | undefined
  readonly allowDestructive?: boolean | undefined
  /** Keep steps and exchanges also of scenarios that pass (default true). */
  readonly withDetails?: boolean | undefined
  /** Read the journal of an emulator also for scenarios that pass. */
  readonly withJournal?: boolean | undefined
  /** Mask each secret with its own number, as in `<redacted 2>`. */
  readonly isNumbered?: boolean | undefined
}

interface Ended {
  readonly outcome: Outcome
  readonly journal: ReadonlyArray<JournalNote>
  /** Secrets that reports must not show. */
  readonly secrets: ReadonlyArray<string>
}

const skipped = (reason: string): Outcome => ({ _tag: "Skipped", reason })

/** The secrets of a target. */
const knownSecrets = Effect.gen(function* () {
  const { apiKey } = yield* Region
  const { administrator, colleague, personalAccessToken } = yield* Target
  return [apiKey, administrator.password, colleague.password, personalAccessToken].map(Redacted.value)
})

// a pending interruption of the run interrupts the first interruptible effect
const isRunInterrupted = Effect.map(Effect.exit(Effect.interruptible(Effect.void)), Exit.isFailure)

/** Turns an interruption into a failure, unless the run is interrupted. */
const failIfSelfInterrupted = (exit: Exit.Exit<void, unknown>) =>
  Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
    ? Effect.map(isRunInterrupted, (isIt) => (isIt ? exit : Exit.die(selfInterrupted)))
    : Effect.succeed(exit)

const outcomeOf = (exit: Exit.Exit<void, unknown>, file: string, recorder: Recorder): Outcome => {
  if (Exit.isSuccess(exit)) return { _tag: "Passed" }
  if (Cause.hasInterruptsOnly(exit.cause)) return { _tag: "Interrupted" }
  const failure = describeFailure(exit.cause, file, positionOf(recorder.generator))
  return { _tag: "Failed", failure: { ...failure, ...recorder.failureContext(errorOf(exit.cause)) } }
}

/** Adds the result of the clean-up to an outcome. */
const withCleanUp = (outcome: Outcome, cleaned: Exit.Exit<void, unknown>): Outcome => {
  if (Exit.isSuccess(cleaned)) return outcome
  const cleanUp = messageOf(errorOf(cleaned.cause))
  if (outcome._tag === "Failed") return { ...outcome, failure: { ...outcome.failure, cleanUp } }
  const message = `The clean-up failed: ${cleanUp}`
  return outcome._tag === "Passed" ? { _tag: "Failed", failure: { kind: "CleanUpFailed", message } } : outcome
}

const perform = (
  found: DiscoveredScenario,
  recorder: Recorder,
  { kind, seed = 1, timeout = "60 seconds", withJournal = false }: RunOptions
) =>
  Effect.gen(function* () {
    const { file, scenario } = found
    const target = yield* Target
    const missing = scenario.needs.filter((need) => !target.offers.includes(need))
    const secrets = yield* knownSecrets
    const ended = (outcome: Outcome): Ended => ({ outcome, journal: [], secrets })
    if (missing.length > 0) return ended(skipped(`${kind.name} offers no ${missing.join(", ")}`))
    const limit = Duration.fromInputUnsafe(scenario.timeout ?? timeout)
    const seconds = `${Duration.toSeconds(limit)} s`
    const scope = yield* Scope.make()
    let isAbandoned = false
    const act = Effect.withFiber((fiber) => {
      recorder.fiber = fiber
      return Scope.provide(scenario.run, scope)
    })
    const run = interruptWithin(act, limit, () => {
      isAbandoned = true
    })
    const exit = yield* Effect.interruptible(
      run.pipe(
        Effect.timeoutOrElse({
          duration: limit,
          orElse: () =>
            new ScenarioTimeout({ message: `The scenario did not end within ${seconds} and was interrupted.` })
        }),
        Random.withSeed(`${seed} ${scenarioId(found)}`)
      )
    ).pipe(
      Effect.exit,
      Effect.flatMap((exit) =>
        isAbandoned
          ? Effect.exit(
              new ScenarioTimeout({
                message: `The scenario was interrupted and did not end within ${seconds}: a part of it is uninterruptible. Look for its leftovers.`
              })
            )
          : failIfSelfInterrupted(exit)
      )
    )
    // before the clean-up adds requests
    const withoutCleanUp = outcomeOf(exit, file, recorder)
    const cleaned = yield* Effect.exit(withTimeLimit(Scope.close(scope, exit), limit))
    const outcome = withCleanUp(withoutCleanUp, cleaned)
    const hasJournal = target.offers.includes("control") && (withJournal || outcome._tag === "Failed")
    return { ...ended(outcome), journal: hasJournal ? yield* readNotes(target, recorder.exchanges) : [] }
  }).pipe(Effect.scoped)

const destructive: Attempt = {
  outcome: skipped("it is destructive: allow it with --allow-destructive"),
  duration: 0,
  steps: [],
  exchanges: [],
  journal: [],
  leftovers: []
}

/**
 * Runs one scenario, in a tenant of this name if the target has tenants. Never fails: failures and interruptions are outcomes.
 */
export const runOne = (found: DiscoveredScenario, tenant: string, options: RunOptions): Effect.Effect<Attempt> =>
  Effect.gen(function* () {
    const { isNumbered, kind, withDetails } = options
    if (kind.isLive && found.scenario.destructive && options.allowDestructive !== true) return destructive
    const clock = yield* Clock.Clock
    const now = () => clock.currentTimeMillisUnsafe()
    const start = now()
    const recorder = new Recorder(now)
    const recorded = layerHttp.pipe(Layer.provideMerge(kind.make(tenant)))
    const { journal, outcome, secrets } = yield* perform(found, recorder, options).pipe(
      Effect.provide(Layer.provideMerge(Client.layer, recorded), { local: true }),
      Effect.provideService(CurrentRecorder, recorder),
      Effect.catchCause((cause) =>
        Effect.succeed<Ended>({
          outcome: outcomeOf(Exit.failCause(cause), found.file, recorder),
          journal: [],
          secrets: []
        })
      )
    )
    const { exchanges, leftovers, steps } = recorder
    const duration = now() - start
    // masking and copying details takes a tenth of the time of a scenario
    if (withDetails === false && outcome._tag === "Passed" && leftovers.length === 0)
      return { outcome, duration, steps: [], exchanges: [], journal: [], leftovers }
    return maskAttempt({ outcome, duration, steps, exchanges, journal, leftovers }, secrets, isNumbered)
  }).pipe(Effect.uninterruptible)

/** Fails if a scenario failed because the target is lost. Checks a live region only if an answer is missing. */
const checkTarget = (kind: TargetKind, { exchanges, outcome }: Attempt) =>
  outcome._tag !== "Failed" || (kind.isLive && exchanges.every(({ answer }) => answer !== undefined))
    ? Effect.void
    : kind.checkAlive

/**
 * Runs scenarios in this process, each on its own target, and returns their results in the same order. If it is interrupted,
 * the scenarios clean up first. Fails if the target is lost.
 */
export const run = (
  scenarios: ReadonlyArray<DiscoveredScenario>,
  { concurrency, id, ...options }: RunOptions & { readonly id: string; readonly concurrency: number }
): Effect.Effect<ReadonlyArray<Result>, TargetLost> =>
  Effect.forEach(
    scenarios,
    (found, index) =>
      runOne(found, `e2e-${id}-${index}`, options).pipe(
        Effect.tap((attempt) => checkTarget(options.kind, attempt)),
        Effect.map((attempt) => ({ name: found.name, file: found.file, tags: tagsOf(found), attempt }))
      ),
    { concurrency }
  )
