import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"

import { CurrentRecorder, silent } from "../recorder/Recorder.ts"
import { CurrentLedger } from "./Ledger.ts"
import type { Thing } from "./Ledger.ts"

/** How to create something, and how to remove it again. */
export interface Owned<A, E, R, R2, R3 = never> {
  /** Such as `user` or `personal access token`. */
  readonly kind: string
  /** What finds it again, known before it is created; the id that it gets where it is not. */
  readonly id: string | ((created: A) => string)
  readonly create: Effect.Effect<A, E, R>
  /** Removes it; one that is gone already is no failure. */
  readonly remove: (created: A) => Effect.Effect<unknown, unknown, R2>
  /** What the service calls it by, where `id` may change: `gc` looks for that first. */
  readonly key?: (created: A) => string
  /**
   * What tells it from others should its id never come; asked before it is created, of targets that outlive the run.
   * Without an answer `gc` says that it cannot tell.
   */
  readonly details?: Effect.Effect<Schema.Json, unknown, R3>
}

const reasonOf = (cause: Cause.Cause<unknown>) => Cause.prettyErrors(cause)[0]?.message ?? ""

/**
 * Creates something that is removed when the scenario ends: also when it fails, takes too long or is interrupted. What
 * cannot be removed is listed at the end of the run; what a run that was killed leaves, `gc` removes.
 */
export const owned = <A, E, R, R2, R3 = never>({
  create,
  details,
  id,
  key,
  kind,
  remove
}: Owned<A, E, R, R2, R3>): Effect.Effect<A, E, R | R2 | R3 | Scope.Scope> =>
  Effect.gen(function* () {
    const ledger = yield* CurrentLedger
    const recorder = yield* CurrentRecorder
    const idOf = (created: A) => (typeof id === "string" ? id : id(created))
    const thing: Thing = {
      kind,
      id: typeof id === "string" ? id : undefined,
      details:
        details === undefined || !ledger.isKept
          ? undefined
          : yield* Effect.orElseSucceed(Effect.provideService(details, CurrentRecorder, silent), () => undefined)
    }
    const { created, entry } = yield* Effect.acquireRelease(
      Effect.gen(function* () {
        const entry = yield* ledger.creating(thing)
        return { created: yield* create, entry }
      }),
      ({ created, entry }) =>
        Effect.matchCauseEffect(remove(created), {
          onFailure: (cause) =>
            Effect.sync(() => recorder.leftover({ kind, id: idOf(created), reason: reasonOf(cause) })),
          onSuccess: () => entry.removed
        })
    )
    yield* entry.created(key?.(created) ?? (typeof id === "string" ? undefined : idOf(created)))
    return created
  })

/**
 * Puts something back when the scenario ends; what cannot be put back is listed at the end of the run. `thing` says what to
 * put back after a crash.
 */
export const putBack = <R>(what: string, act: Effect.Effect<unknown, unknown, R>, thing?: Thing) =>
  Effect.gen(function* () {
    const ledger = yield* CurrentLedger
    const recorder = yield* CurrentRecorder
    yield* Effect.acquireRelease(
      Effect.tap(ledger.creating(thing ?? { kind: "change", id: what }), (entry) => entry.created()),
      (entry) =>
        Effect.matchCauseEffect(act, {
          onFailure: (cause) =>
            Effect.sync(() => recorder.leftover({ kind: "change", id: what, reason: reasonOf(cause) })),
          onSuccess: () => entry.removed
        })
    )
  })
