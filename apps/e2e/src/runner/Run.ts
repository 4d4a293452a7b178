import * as Client from "@remote-assist/core/Client"
import { Region } from "@remote-assist/core/Region"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"

import * as RecordedHttp from "../recorder/RecordedHttp.ts"
import { CurrentRecorder, Recorder, neverRan } from "../recorder/Recorder.ts"
import type { Exchange } from "../recorder/Recorder.ts"
import { MissingSettings, Target, beforeRequests, withControlTimeout, withTimeLimit } from "../targets/Target.ts"
import type { TargetKind, TargetLost } from "../targets/Target.ts"
import { scenarioId, tagsOf } from "./discovery.ts"
import type { DiscoveredScenario } from "./discovery.ts"
import { maskAttempt } from "./masking.ts"
import { describeFailure, cleanUpFailed, locationOf, messageOf } from "./Result.ts"
import type { Attempt, JournalNote, Outcome, Result } from "./Result.ts"

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
  /** Check the passwords of the target before the first request, and remember the result: a wrong one is tried once. */
  readonly checksUsers?: boolean | undefined
  /** Mask each secret with its own number, as in `<redacted 2>`. */
  readonly isNumbered?: boolean | undefined
}

/** Runs an effect, and adds the errors meanwhile that no fiber catches to a list: those of callbacks and of promises. */
export const collectUncaught = <A, E, R>(act: Effect.Effect<A, E, R>, errors: Array<unknown>) => {
  const add = (error: unknown) => void errors.push(error)
  const events = ["unhandledRejection", "uncaughtException"]
  return Effect.acquireUseRelease(
    Effect.sync(() => events.forEach((event) => process.on(event, add))),
    // a rejection is reported after the current task
    () => Effect.tap(act, Effect.yieldNow),
    () => Effect.sync(() => events.forEach((event) => process.off(event, add)))
  )
}

/** Fails an effect that succeeds although there was such an error, which is removed from the list. */
export const failOnUncaught = <A, E, R>(act: Effect.Effect<A, E, R>, errors: Array<unknown> = []) =>
  Effect.tap(collectUncaught(act, errors), () => (errors.length === 0 ? Effect.void : Effect.die(errors.shift())))

const skipped = (reason: string): Outcome => ({ _tag: "Skipped", reason })

/**
 * Runs one scenario, in a tenant of this name if the target has tenants. Never fails: failures and interruptions are outcomes.
 * An interruption ends the scenario, and waits for its clean-up.
 */
export const runOne = (found: DiscoveredScenario, tenant: string, options: RunOptions): Effect.Effect<Attempt> =>
  Effect.gen(function* () {
    const { allowDestructive, checksUsers = false, isNumbered, kind, withDetails } = options
    const clock = yield* Clock.Clock
    const recorder = new Recorder(() => clock.currentTimeMillisUnsafe())
    const check = Effect.orDie(checksUsers ? (kind.checkUsers ?? Effect.void) : Effect.void)
    const recorded = Layer.provideMerge(RecordedHttp.layer, kind.make(tenant))
    const checked = Layer.provideMerge(beforeRequests(check), recorded)
    const { journal, outcome: withoutCleanUp } =
      kind.isLive && found.scenario.destructive && allowDestructive !== true
        ? { outcome: skipped("it is destructive: allow it with --allow-destructive"), journal: [] }
        : yield* runOnTarget(found, recorder, options).pipe(
            Effect.provide(Layer.provideMerge(Client.layer, checked), { local: true }),
            Effect.provideService(CurrentRecorder, recorder),
            // the target could not be made or removed
            Effect.catchCause((cause) =>
              Effect.succeed({ outcome: outcomeOf(Exit.failCause(cause), found, recorder), journal: [] })
            )
          )
    const { exchanges, secrets, steps } = recorder
    const outcome = withCleanUp(withoutCleanUp, found, recorder)
    const leftovers = recorder.leftovers.map(({ stack: _, ...one }) => ({
      ...one,
      isGone: !kind.isLive && one.kind !== "tenant"
    }))
    const duration = recorder.elapsed()
    // masking and copying details takes a tenth of the time of a scenario
    if (withDetails === false && outcome._tag === "Passed" && leftovers.length === 0)
      return { outcome, duration, steps: [], exchanges: [], journal: [], leftovers }
    const { address } = kind
    return maskAttempt({ address, outcome, duration, steps, exchanges, journal, leftovers }, secrets, isNumbered)
  }).pipe(Effect.uninterruptible)

/** Runs a scenario on the target in the context, then its clean-up, and reads the journal if a report needs it. */
const runOnTarget = Effect.fnUntraced(function* (
  found: DiscoveredScenario,
  recorder: Recorder,
  { kind, seed = 1, timeout = "60 seconds", withJournal = false }: RunOptions
) {
  const target = yield* Target
  recorder.secrets.push(...(yield* knownSecrets))
  const missing = found.scenario.needs.filter((need) => !target.offers.includes(need))
  if (missing.length > 0) return { outcome: skipped(`${kind.name} offers no ${missing.join(", ")}`), journal: [] }
  const limit = Duration.fromInputUnsafe(found.scenario.timeout ?? timeout)
  const scope = yield* Scope.make()
  const body = Scope.provide(found.scenario.run, scope).pipe(Random.withSeed(`${seed} ${scenarioId(found)}`))
  const ended = yield* runWithin(body, limit)
  // before the clean-up adds requests
  const ownOutcome = outcomeOf(ended, found, recorder)
  const cleaned = yield* Effect.exit(withTimeLimit(Scope.close(scope, ended), limit))
  if (Exit.isFailure(cleaned)) recorder.cleanUpErrors.push(messageOf(Cause.squash(cleaned.cause)))
  // the clean-up runs Effects of the scenario, too
  const dropped = Exit.isFailure(cleaned) ? undefined : droppedIn(ended, recorder)
  const outcome = dropped === undefined ? ownOutcome : outcomeOf(Exit.die(dropped), found, recorder)
  const hasJournal = target.offers.includes("control") && (withJournal || outcome._tag === "Failed")
  return { outcome, journal: hasJournal ? yield* readNotes(target, recorder.exchanges) : [] }
})

/** Returns the error of an Effect that never ran although the scenario passed. */
const droppedIn = (ended: Exit.Exit<void, unknown>, { notRun }: Recorder) => {
  if (Exit.isFailure(ended)) return undefined
  const [first] = notRun.values()
  return notRun.get(ended.value) ?? (Effect.isEffect(ended.value) ? neverRan() : first)
}

const knownSecrets = Effect.gen(function* () {
  const { apiKey } = yield* Region
  const target = yield* Target
  const optional = [() => target.colleague.password, () => target.personalAccessToken]
  const secrets = optional.flatMap((read) => Option.toArray(Option.liftThrowable(read)()))
  return [apiKey, target.administrator.password, ...secrets].map(Redacted.value)
})

/** A scenario exceeded its time limit. */
class ScenarioTimeout extends Schema.TaggedError<ScenarioTimeout>()("ScenarioTimeout", { message: Schema.String }) {}

const selfInterrupted = new Error(
  "The scenario interrupted itself, or joined a fiber that was interrupted. Await its exit instead."
)

/**
 * Runs the body of a scenario in its own fiber, and returns how it ended. Interrupts the fiber after the time limit, and if this
 * run is interrupted. Abandons a fiber that does not end within the limit after that.
 */
const runWithin = <R>(body: Effect.Effect<void, unknown, R>, limit: Duration.Duration) =>
  Effect.gen(function* () {
    const seconds = `${Duration.toSeconds(limit)} s`
    const timedOut = (message: string): Exit.Exit<void, unknown> => Exit.fail(new ScenarioTimeout({ message }))
    const fiber = yield* Effect.forkDetach(body)
    const waited = yield* Effect.exit(Effect.interruptible(Effect.timeoutOption(Fiber.await(fiber), limit)))
    if (Exit.isSuccess(waited) && Option.isSome(waited.value)) {
      const exit = waited.value.value
      return Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause) ? Exit.die(selfInterrupted) : exit
    }
    const stopped = yield* Effect.exit(withTimeLimit(Fiber.interrupt(fiber), limit))
    if (Exit.isFailure(stopped))
      return timedOut(
        `The scenario was interrupted and did not end within ${seconds}: a part of it is uninterruptible. Look for its leftovers.`
      )
    return Exit.isFailure(waited)
      ? Exit.failCause(waited.cause)
      : timedOut(`The scenario did not end within ${seconds} and was interrupted.`)
  })

const outcomeOf = (exit: Exit.Exit<void, unknown>, found: DiscoveredScenario, recorder: Recorder): Outcome => {
  if (Exit.isSuccess(exit)) return { _tag: "Passed" }
  if (Cause.hasInterruptsOnly(exit.cause)) return { _tag: "Interrupted" }
  const error = Cause.squash(exit.cause)
  if (error instanceof MissingSettings) return skipped(error.message)
  const failure = describeFailure(exit.cause, found.file, recorder.generator, found.scenario.definition)
  const label = recorder.labels.get(error)
  const message = label === undefined ? failure.message : `${label}: ${failure.message}`
  return { _tag: "Failed", failure: { ...failure, message, ...recorder.failureContext(error) } }
}

/** Adds what the clean-up could not do to an outcome. */
const withCleanUp = (outcome: Outcome, { file, scenario }: DiscoveredScenario, recorder: Recorder): Outcome => {
  const { cleanUpErrors, leftovers } = recorder
  const notDone = leftovers.map(({ id, kind, reason }) =>
    kind === "change" ? `${id} was not restored: ${reason}` : `${kind} ${id} was not removed: ${reason}`
  )
  const cleanUp = [...cleanUpErrors, ...notDone].join("\n")
  if (cleanUp === "") return outcome
  if (outcome._tag === "Failed") return { ...outcome, failure: { ...outcome.failure, cleanUp } }
  if (outcome._tag !== "Passed") return outcome
  const at = locationOf(file, `${leftovers[0]?.stack}\n${scenario.definition}`)
  return { _tag: "Failed", failure: { kind: cleanUpFailed, message: `The clean-up failed: ${cleanUp}`, at } }
}

/** Reads the journal entries of exchanges. Concurrent requests may arrive in another order. */
const readNotes = (target: Target["Service"], exchanges: ReadonlyArray<Exchange>) =>
  Effect.gen(function* () {
    const { journal } = yield* target.control
    const entries = [...(yield* journal.list({ query: {} }))].toSorted((one, other) => one.id - other.id)
    const notes: Array<JournalNote> = []
    for (const { answer, id: exchange, request } of exchanges) {
      const [path] = /\/api\/.*/.exec(request.url) ?? []
      const isOf = (entry: (typeof entries)[number]) =>
        entry.method === request.method && entry.path === path && (!answer || entry.status === answer.status)
      const at = entries.findIndex(isOf)
      for (const { id } of at < 0 ? [] : entries.splice(at, 1)) {
        const { hint, reason, taken_by: takenBy } = yield* journal.read({ params: { id } })
        notes.push({ exchange, id, reason, hint, takenBy })
      }
    }
    return notes
  }).pipe(
    withControlTimeout,
    // a report without the journal is better than none
    Effect.orElseSucceed((): ReadonlyArray<JournalNote> => [])
  )

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
