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
import { answered, leaving, within } from "../targets/timeLimit.ts"
import { errorOf, failureOf, messageOf } from "./failure.ts"
import { maskAttempt } from "./masking.ts"
import type { Masking } from "./masking.ts"
import * as Recording from "./recording.ts"
import type { Attempt, JournalNote, Outcome } from "./Result.ts"

interface Entry {
  readonly id: number
  readonly method: string
  readonly path: string
  readonly status: number | null
}

const pathOf = (url: string) => url.slice(url.indexOf("/api/"))

const isOf =
  ({ answer, request }: Exchange) =>
  ({ method, path, status }: Entry) =>
    method === request.method && path === pathOf(request.url) && (answer === undefined || status === answer.status)

/** The entries of a tenant's journal by exchange; requests that are under way together may have come in another order. */
export const pair = <E extends Entry>(
  exchanges: ReadonlyArray<Exchange>,
  entries: ReadonlyArray<E>
): ReadonlyMap<number, E> => {
  const left = [...entries].toSorted((one, other) => one.id - other.id)
  const pairs = new Map<number, E>()
  for (const exchange of exchanges) {
    const index = left.findIndex(isOf(exchange))
    const [entry] = index < 0 ? [] : left.splice(index, 1)
    if (entry !== undefined) pairs.set(exchange.id, entry)
  }
  return pairs
}

/** What the journal of an emulator says of exchanges. */
const notesOf = (target: Target["Service"], exchanges: ReadonlyArray<Exchange>) =>
  Effect.gen(function* () {
    const { journal } = yield* target.control
    const entries = pair(exchanges, yield* journal.list({ query: {} }))
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
    answered,
    // a report without the journal is better than none
    Effect.orElseSucceed((): ReadonlyArray<JournalNote> => [])
  )

/** A scenario took longer than it may, and was interrupted. */
export class TooSlow extends Schema.TaggedError<TooSlow>()("TooSlow", { seconds: Schema.Finite }) {
  override get message() {
    return `The scenario did not end within ${this.seconds} s and was interrupted.`
  }
}

/** A scenario went on though it was interrupted. */
class NeverEnds extends Schema.TaggedError<NeverEnds>()("NeverEnds", { seconds: Schema.Finite }) {
  override get message() {
    return `The scenario was interrupted and did not end within ${this.seconds} s: something in it is uninterruptible. Look for what it left behind.`
  }
}

/** A scenario was interrupted, but not by the run. */
class InterruptedWithin extends Schema.TaggedError<InterruptedWithin>()("InterruptedWithin", {}) {
  override get message() {
    return "The scenario interrupted itself, or joined a fiber that was interrupted. Await its exit instead, or do not interrupt it."
  }
}

/** How to make an attempt. */
interface AttemptOptions {
  readonly kind: TargetKind
  /** Of the tenant, where the target has tenants. */
  readonly tenant: string
  /** What the scenario's randomness starts from. */
  readonly seed: string
  readonly timeout: Duration.Input
  readonly withDetails?: boolean | undefined
  /** Read the journal of an emulator also if the scenario passes. */
  readonly withJournal?: boolean | undefined
  readonly masking?: Masking | undefined
}

interface Ended {
  readonly outcome: Outcome
  readonly journal: ReadonlyArray<JournalNote>
  /** What reports must not show. */
  readonly secrets: ReadonlyArray<string>
}

const skipped = (reason: string): Outcome => ({ _tag: "Skipped", reason })

/** What reports must not show of a target, whatever was sent. */
const knownSecrets = Effect.gen(function* () {
  const { apiKey } = yield* Region
  const { administrator, colleague, personalAccessToken } = yield* Target
  return [apiKey, administrator.password, colleague.password, personalAccessToken].map(Redacted.value)
})

// an interruption of the run is waiting for whatever can be interrupted
const isRunInterrupted = Effect.map(Effect.exit(Effect.interruptible(Effect.void)), Exit.isFailure)

/** How a scenario ended that ended by being interrupted, which is a failure where the run goes on. */
const settled = (exit: Exit.Exit<void, unknown>) =>
  Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
    ? Effect.map(isRunInterrupted, (isIt) => (isIt ? exit : Exit.fail(new InterruptedWithin())))
    : Effect.succeed(exit)

const outcomeOf = (exit: Exit.Exit<void, unknown>, file: string, { about }: Recording.Recording): Outcome => {
  if (Exit.isSuccess(exit)) return { _tag: "Passed" }
  if (Cause.hasInterruptsOnly(exit.cause)) return { _tag: "Interrupted" }
  return { _tag: "Failed", failure: { ...failureOf(exit.cause, file), ...about(errorOf(exit.cause)) } }
}

/** An outcome, and what became of the clean-up after it. */
const withCleanUp = (outcome: Outcome, cleaned: Exit.Exit<void, unknown>): Outcome => {
  if (Exit.isSuccess(cleaned)) return outcome
  const cleanUp = messageOf(errorOf(cleaned.cause))
  if (outcome._tag === "Failed") return { ...outcome, failure: { ...outcome.failure, cleanUp } }
  const message = `What the scenario created was not cleaned up: ${cleanUp}`
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
    let isLeft = false
    const run = leaving(Scope.provide(scenario.run, scope), limit, () => {
      isLeft = true
    })
    const exit = yield* Effect.interruptible(
      run.pipe(
        Effect.timeoutOrElse({
          duration: limit,
          orElse: () => Effect.fail(new TooSlow({ seconds: Duration.toSeconds(limit) }))
        }),
        Random.withSeed(seed)
      )
    ).pipe(
      Effect.exit,
      Effect.flatMap((exit) =>
        isLeft ? Effect.exit(new NeverEnds({ seconds: Duration.toSeconds(limit) })) : settled(exit)
      )
    )
    // before the clean-up, whose requests are not what failed
    const acted = outcomeOf(exit, file, recording)
    const cleaned = yield* Effect.exit(within(Scope.close(scope, exit), limit))
    const outcome = withCleanUp(acted, cleaned)
    const hasJournal = target.offers.includes("control") && (withJournal || outcome._tag === "Failed")
    return { ...ended(outcome), journal: hasJournal ? yield* notesOf(target, recording.exchanges) : [] }
  }).pipe(Effect.scoped)

/** Runs a scenario once, on a target of its own. A failure or an interruption is an outcome. */
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
