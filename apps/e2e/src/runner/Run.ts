import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import type { Gone } from "../targets/Gone.ts"
import type { TargetKind } from "../targets/Target.ts"
import { attempt } from "./Attempt.ts"
import type { Found } from "./discover.ts"
import type { Listener, Running, Summary } from "./Event.ts"
import { placeOf } from "./library.ts"
import type { Masking } from "./masking.ts"
import type { Attempt, Result, Verdict } from "./Result.ts"
import { tagsOf } from "./select.ts"

/** How to run scenarios. */
export interface RunOptions {
  /** Tells the run from others. */
  readonly id: string
  readonly kind: TargetKind
  /** How many at the same time. */
  readonly concurrency: number
  /** After so many failures no further scenario is started. */
  readonly bail?: number | undefined
  /** How often one that failed is tried again; passed then, it is flaky. */
  readonly retries?: number
  /** How often each is run. */
  readonly repeatEach?: number
  readonly timeout?: Duration.Input
  readonly seed?: number
  readonly allowDestructive?: boolean
  readonly withJournal?: boolean
  readonly masking?: Masking | undefined
  /** The command line that runs a scenario again, so many times in a row. */
  readonly again?: (found: Found, repeat: number) => string
  readonly tell?: Listener
}

/** Longest that a scenario may take unless it or the run says otherwise. */
export const defaultTimeout: Duration.Input = "60 seconds"

const verdictOf = (attempts: ReadonlyArray<Attempt>): Verdict => {
  const last = attempts.at(-1)?.outcome._tag ?? "Skipped"
  return last === "Passed" && attempts.length > 1 ? "Flaky" : last
}

const withoutAttempt = (reason: string): Attempt => ({
  outcome: { _tag: "Skipped", reason },
  duration: 0,
  steps: [],
  exchanges: [],
  journal: [],
  leftovers: []
})

const tenantOf = (id: string, index: number, { attempt, repeat }: Running) => `e2e-${id}-${index}-${repeat}-${attempt}`

/**
 * Runs scenarios beside each other, each on a target of its own, and yields their results in the given order. Interrupted,
 * those under way clean up first; all that is known by then is told as `RunEnded`. Where the target is gone in the middle, it fails
 * once that is told; what had not begun by then is skipped.
 */
export const run = (
  scenarios: ReadonlyArray<Found>,
  {
    again = ({ name }) => `remote-assist-e2e ${name}`,
    allowDestructive = false,
    bail,
    concurrency,
    id,
    kind,
    masking,
    repeatEach = 1,
    retries = 0,
    seed = 1,
    tell = () => {},
    timeout = defaultTimeout,
    withJournal = false
  }: RunOptions
): Effect.Effect<ReadonlyArray<Result>, Gone> =>
  Effect.gen(function* () {
    const start = yield* Clock.currentTimeMillis
    const total = scenarios.length * repeatEach
    const summary: Summary = { id, target: kind.name, seed, total, startedAt: start }
    const results: Array<Result> = []
    let failures = 0
    let gone: Gone | undefined

    /** Whether a target that people run is there no more; that of a region is asked only where no answer came. */
    const look = ({ exchanges, outcome }: Attempt) =>
      gone !== undefined ||
      outcome._tag !== "Failed" ||
      (kind.isLive && exchanges.every(({ answer }) => answer !== undefined))
        ? Effect.void
        : Effect.catch(kind.isThere, (error) =>
            Effect.sync(() => {
              gone = error
            })
          )

    const attempts = Effect.fnUntraced(function* (found: Found, repeat: number, index: number) {
      const all: Array<Attempt> = []
      for (let number = 1; number <= retries + 1; number++) {
        const running: Running = { name: found.name, file: found.file, tags: tagsOf(found), repeat, attempt: number }
        tell({ _tag: "AttemptStarted", running })
        const ended = yield* attempt(found.scenario, running, {
          kind,
          masking,
          seed: `${seed} ${placeOf(found)} ${repeat}`,
          tell,
          tenant: tenantOf(id, index, running),
          timeout,
          withJournal
        })
        all.push(ended)
        tell({ _tag: "AttemptEnded", running, attempt: ended })
        yield* look(ended)
        if (ended.outcome._tag !== "Failed" || gone !== undefined) break
      }
      return all
    })

    const one = (found: Found, repeat: number, index: number, place: number) =>
      Effect.gen(function* () {
        const because =
          gone !== undefined
            ? "the target does not answer any more"
            : bail !== undefined && failures >= bail
              ? `${failures === 1 ? "another scenario" : `${failures} scenarios`} failed before`
              : kind.isLive && found.scenario.destructive && !allowDestructive
                ? "it is destructive: allow it with --allow-destructive"
                : undefined
        const all = because === undefined ? yield* attempts(found, repeat, index) : [withoutAttempt(because)]
        const { file, name } = found
        const result: Result = {
          name,
          repeat,
          tags: tagsOf(found),
          file,
          verdict: verdictOf(all),
          attempts: all,
          again: again(found, repeat)
        }
        if (result.verdict === "Failed") failures++
        results[place] = result
        tell({ _tag: "ScenarioEnded", result })
      }).pipe(Effect.uninterruptible)

    // each takes what is next, so that what is still to do needs no memory
    let next = 0
    const worker = Effect.gen(function* () {
      while (next < total) {
        const place = next++
        const index = place % scenarios.length
        const found = scenarios[index]
        if (found !== undefined) yield* one(found, Math.floor(place / scenarios.length) + 1, index, place)
      }
    })

    tell({ _tag: "RunStarted", run: summary })
    yield* Effect.replicateEffect(worker, Math.min(concurrency, total), { concurrency, discard: true }).pipe(
      Effect.onExit((exit) =>
        Effect.map(Clock.currentTimeMillis, (end) =>
          tell({
            _tag: "RunEnded",
            run: summary,
            results: results.filter((result) => result !== undefined),
            duration: end - start,
            wasInterrupted: exit._tag === "Failure"
          })
        )
      )
    )
    return gone === undefined ? results : yield* gone
  })
