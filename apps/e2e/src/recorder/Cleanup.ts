import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

import { CurrentRecorder } from "./Recorder.ts"

/** How to create and remove temporary data. */
export interface Temporary<A, E, R, R2> {
  /** Such as `user` or `personal access token`. */
  readonly kind: string
  /** The id that reports show. */
  readonly id: string | ((created: A) => string)
  readonly create: Effect.Effect<A, E, R>
  /** Must not fail if the data is already removed. */
  readonly remove: (created: A) => Effect.Effect<unknown, unknown, R2>
}

const reasonOf = (cause: Cause.Cause<unknown>) => Cause.prettyErrors(cause)[0]?.message ?? ""

/** Runs a clean-up, and records a leftover if it fails. */
const cleanUp = <R>(kind: string, id: string, act: Effect.Effect<unknown, unknown, R>) =>
  Effect.flatMap(CurrentRecorder, (recorder) =>
    Effect.matchCause(act, {
      onFailure: (cause) => void recorder.leftovers.push({ kind, id, reason: reasonOf(cause) }),
      onSuccess: () => {}
    })
  )

/**
 * Creates data and removes it when the scenario ends, also after a failure, a timeout or an interruption. The run lists data
 * that it could not remove. After a crash, `gc` finds users and tenants by the prefix of the run.
 */
export const temporary = <A, E, R, R2>({
  create,
  id,
  kind,
  remove
}: Temporary<A, E, R, R2>): Effect.Effect<A, E, R | R2 | Scope.Scope> =>
  Effect.acquireRelease(create, (created) => cleanUp(kind, typeof id === "string" ? id : id(created), remove(created)))

/** Restores data when the scenario ends. The run lists data that it could not restore. */
export const restoreAtEnd = <R>(what: string, act: Effect.Effect<unknown, unknown, R>) =>
  Effect.addFinalizer(() => cleanUp("change", what, act))
