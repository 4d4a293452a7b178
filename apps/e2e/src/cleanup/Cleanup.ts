import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

import { CurrentRecorder } from "../recorder/Recorder.ts"

/** How to create something, and how to remove it again. */
export interface Owned<A, E, R, R2> {
  /** Such as `user` or `personal access token`. */
  readonly kind: string
  /** What finds it again, known before it is created; the id that it gets where it is not. */
  readonly id: string | ((created: A) => string)
  readonly create: Effect.Effect<A, E, R>
  /** Removes it; one that is gone already is no failure. */
  readonly remove: (created: A) => Effect.Effect<unknown, unknown, R2>
}

/**
 * Creates something that is removed when the scenario ends: also when it fails, takes too long or is interrupted. What
 * cannot be removed is listed at the end of the run.
 */
export const owned = <A, E, R, R2>({
  create,
  id,
  kind,
  remove
}: Owned<A, E, R, R2>): Effect.Effect<A, E, R | R2 | Scope.Scope> =>
  Effect.gen(function* () {
    const recorder = yield* CurrentRecorder
    const idOf = (created: A) => (typeof id === "string" ? id : id(created))
    return yield* Effect.acquireRelease(
      Effect.gen(function* () {
        if (typeof id === "string") recorder.creating(kind, id)
        const created = yield* create
        recorder.created(kind, idOf(created))
        return created
      }),
      (created) =>
        Effect.matchCause(remove(created), {
          onFailure: (cause) =>
            recorder.leftover({ kind, id: idOf(created), reason: Cause.prettyErrors(cause)[0]?.message ?? "" }),
          onSuccess: () => recorder.removed(kind, idOf(created))
        })
    )
  })

/** Puts something back when the scenario ends; what cannot be put back is listed at the end of the run. */
export const putBack = <R>(what: string, act: Effect.Effect<unknown, unknown, R>) =>
  Effect.gen(function* () {
    const recorder = yield* CurrentRecorder
    yield* Effect.addFinalizer(() =>
      Effect.catchCause(act, (cause) =>
        Effect.sync(() =>
          recorder.leftover({ kind: "change", id: what, reason: Cause.prettyErrors(cause)[0]?.message ?? "" })
        )
      )
    )
  })
