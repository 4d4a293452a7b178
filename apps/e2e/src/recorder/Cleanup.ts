import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

import { CurrentRecorder } from "./Recorder.ts"

/** How to create something, and how to remove it again. */
export interface Owned<A, E, R, R2> {
  /** Such as `user` or `personal access token`. */
  readonly kind: string
  /** The id that reports show. */
  readonly id: string | ((created: A) => string)
  readonly create: Effect.Effect<A, E, R>
  /** Removes it; one that is already gone is no failure. */
  readonly remove: (created: A) => Effect.Effect<unknown, unknown, R2>
}

const reasonOf = (cause: Cause.Cause<unknown>) => Cause.prettyErrors(cause)[0]?.message ?? ""

/** Runs a clean-up; if it fails, the run lists what is left. */
const cleanUp = <R>(kind: string, id: string, act: Effect.Effect<unknown, unknown, R>) =>
  Effect.flatMap(CurrentRecorder, (recorder) =>
    Effect.matchCause(act, {
      onFailure: (cause) => recorder.leftover({ kind, id, reason: reasonOf(cause) }),
      onSuccess: () => {}
    })
  )

/**
 * Creates something and removes it when the scenario ends, also if the scenario fails, takes too long or is interrupted. The
 * run lists what it could not remove. After a crash, `gc` finds users and tenants by the prefix of the run.
 */
export const owned = <A, E, R, R2>({
  create,
  id,
  kind,
  remove
}: Owned<A, E, R, R2>): Effect.Effect<A, E, R | R2 | Scope.Scope> =>
  Effect.acquireRelease(create, (created) => cleanUp(kind, typeof id === "string" ? id : id(created), remove(created)))

/** Restores something when the scenario ends. The run lists what it could not restore. */
export const putBack = <R>(what: string, act: Effect.Effect<unknown, unknown, R>) =>
  Effect.addFinalizer(() => cleanUp("change", what, act))
