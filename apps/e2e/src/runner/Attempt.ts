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
import { CurrentRecorder } from "../recorder/Recorder.ts"
import type { Scenario } from "../scenario/Scenario.ts"
import type { TargetKind } from "../targets/Target.ts"
import { Target } from "../targets/Target.ts"
import { interruptWithin, withControlTimeout, withTimeLimit } from "../targets/timeLimit.ts"
import { maskAttempt } from "./masking.ts"
import type { Masking } from "./masking.ts"
import * as Recording from "./recording.ts"
import { describeFailure, errorOf, messageOf } from "./Result.ts"
import type { Attempt, JournalNote, Outcome } from "./Result.ts"

interface Entry {
  readonly id: number
  readonly method: string
  readonly path: string
  readonly status: number | null
}

const pathOf = (url: string) => url.slice(url.indexOf("/api/"))

const belongsTo =
  ({ answer, request }: Exchange) =>
  ({ method, path, status }: Entry) =>
    method === request.method && path === pathOf(request.url) && (answer === undefined || status === answer.status)

/** Pairs exchanges with entries of a tenant's journal. Concurrent requests may arrive in another order. */
export const pairWithJournal = <E extends Entry>(
  exchanges: ReadonlyArray<Exchange>,
  entries: ReadonlyArray<E>
): ReadonlyMap<number, E> => {
  const unpaired = [...entries].toSorted((one, other) => one.id - other.id)
  const pairs = new Map<number, E>()
  for (const exchange of exchanges) {
    const index = unpaired.findIndex(belongsTo(exchange))
    const [entry] = index < 0 ? [] : unpaired.splice(index, 1)
    if (entry !== undefined) pairs.set(exchange.id, entry)
  }
  return pairs
}

/** Reads the journal entries of exchanges. */
const readNotes = (target: Target["Service"], exchanges: ReadonlyArray<Exchange>) =>
  Effect.gen(function* () {
    const { journal } = yield* target.control
    const entries = pairWithJournal(exchanges, yield* journal.list({ query: {} }))
    return yield* Effect.forEach(entries, ([exchange, { id }]) =>
      Effect.map(journal.read({ params: { id } }), ({ changes, gaps, hint, reason, taken_by }): JournalNote => ({
        exchange,
        id,
        reason,
        hint,
        takenBy: taken_by,
        gaps: gaps.map((gap) => gap.id),
        changes: Object.values(changes).flat()
      }))
    )
  }).pipe(
    withControlTimeout,
    // a report without the journal is better than none
    Effect.orElseSucceed((): ReadonlyArray<JournalNote> => [])
  )

/** A scenario exceeded its time limit and was interrupted. */
export class ScenarioTimeout extends Schema.TaggedError<ScenarioTimeout>()("ScenarioTimeout", {
  seconds: Schema.Finite
}) {
  override get message() {
    return `The scenario did not end within ${this.seconds} s and was interrupted.`
  }
}

/** A scenario continued after it was interrupted. */
class ScenarioNotInterrupted extends Schema.TaggedError<ScenarioNotInterrupted>()("ScenarioNotInterrupted", {
  seconds: Schema.Finite
}) {
  override get message() {
    return `The scenario was interrupted and did not end within ${this.seconds} s: a part of it is uninterruptible. Look for its leftovers.`
  }
}

/** A scenario was interrupted, but not by the run. */
class SelfInterrupted extends Schema.TaggedError<SelfInterrupted>()("SelfInterrupted", {}) {
  override get message() {
    return "The scenario interrupted itself, or joined a fiber that was interrupted. Await its exit instead."
  }
}

export interface AttemptOptions {
  readonly kind: TargetKind
  /** The name of the tenant, if the target has tenants. */
  readonly tenant: string
  readonly seed: string
  readonly timeout: Duration.Input
  /** Keep steps and exchanges also of scenarios that pass (default true). */
  readonly withDetails?: boolean | undefined
  /** Read the journal of an emulator also for scenarios that pass. */
  readonly withJournal?: boolean | undefined
  readonly masking?: Masking | undefined
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
    ? Effect.map(isRunInterrupted, (isIt) => (isIt ? exit : Exit.fail(new SelfInterrupted())))
    : Effect.succeed(exit)

const outcomeOf = (exit: Exit.Exit<void, unknown>, file: string, recording: Recording.Recording): Outcome => {
  if (Exit.isSuccess(exit)) return { _tag: "Passed" }
  if (Cause.hasInterruptsOnly(exit.cause)) return { _tag: "Interrupted" }
  const failure = describeFailure(exit.cause, file, recording.failureLocation())
  return { _tag: "Failed", failure: { ...failure, ...recording.failureContext(errorOf(exit.cause)) } }
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
  scenario: Scenario,
  file: string,
  recording: Recording.Recording,
  { kind, seed, timeout, withJournal = false }: AttemptOptions
) =>
  Effect.gen(function* () {
    const target = yield* Target
    const missing = scenario.needs.filter((need) => !target.offers.includes(need))
    const secrets = yield* knownSecrets
    const ended = (outcome: Outcome): Ended => ({ outcome, journal: [], secrets })
    if (missing.length > 0) return ended(skipped(`${kind.name} offers no ${missing.join(", ")}`))
    const limit = Duration.fromInputUnsafe(scenario.timeout ?? timeout)
    const scope = yield* Scope.make()
    let isAbandoned = false
    const run = interruptWithin(Scope.provide(scenario.run, scope), limit, () => {
      isAbandoned = true
    })
    const exit = yield* Effect.interruptible(
      run.pipe(
        Effect.timeoutOrElse({
          duration: limit,
          orElse: () => Effect.fail(new ScenarioTimeout({ seconds: Duration.toSeconds(limit) }))
        }),
        Random.withSeed(seed)
      )
    ).pipe(
      Effect.exit,
      Effect.flatMap((exit) =>
        isAbandoned
          ? Effect.exit(new ScenarioNotInterrupted({ seconds: Duration.toSeconds(limit) }))
          : failIfSelfInterrupted(exit)
      )
    )
    // before the clean-up adds requests
    const withoutCleanUp = outcomeOf(exit, file, recording)
    const cleaned = yield* Effect.exit(withTimeLimit(Scope.close(scope, exit), limit))
    const outcome = withCleanUp(withoutCleanUp, cleaned)
    const hasJournal = target.offers.includes("control") && (withJournal || outcome._tag === "Failed")
    return { ...ended(outcome), journal: hasJournal ? yield* readNotes(target, recording.exchanges) : [] }
  }).pipe(Effect.scoped)

/** Runs a scenario once, on its own target. Never fails: failures and interruptions are outcomes. */
export const attempt = (scenario: Scenario, file: string, options: AttemptOptions): Effect.Effect<Attempt> =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const now = () => clock.currentTimeMillisUnsafe()
    const start = now()
    const recording = Recording.make(now)
    const recorded = Recording.layerHttp.pipe(Layer.provideMerge(options.kind.make(options.tenant)))
    const ended = yield* perform(scenario, file, recording, options).pipe(
      Effect.provide(Layer.provideMerge(Client.layer, recorded), { local: true }),
      Effect.provideService(CurrentRecorder, recording.recorder),
      Effect.catchCause((cause) =>
        Effect.succeed<Ended>({
          outcome: outcomeOf(Exit.failCause(cause), file, recording),
          journal: [],
          secrets: []
        })
      )
    )
    const { exchanges, leftovers, steps } = recording
    const { journal, outcome } = ended
    const duration = now() - start
    // masking and copying details takes a tenth of the time of a scenario
    if (options.withDetails === false && outcome._tag === "Passed" && leftovers.length === 0)
      return { outcome, duration, steps: [], exchanges: [], journal: [], leftovers }
    return maskAttempt({ outcome, duration, steps, exchanges, journal, leftovers }, ended.secrets, options.masking)
  }).pipe(Effect.uninterruptible)
