import { isServerFault } from "@remote-assist/core/Failure"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Scope from "effect/Scope"

import { CurrentRecorder, mustRun } from "./Recorder.ts"

/** How to create and remove temporary data. */
export interface Temporary<A, E, R, R2> {
  /** Such as `user` or `personal access token`. */
  readonly kind: string
  /** The id that reports show. */
  readonly id: string | ((created: A) => string)
  readonly create: Effect.Effect<A, E, R>
  /**
   * Must not fail if the data is already removed. An Effect also runs if the outcome of `create` is unknown, as after a lost
   * answer. After that, the run lists data that a function removes.
   */
  readonly remove: Effect.Effect<unknown, unknown, R2> | ((created: A) => Effect.Effect<unknown, unknown, R2>)
}

const reasonOf = (cause: Cause.Cause<unknown>) => Cause.prettyErrors(cause)[0]?.message ?? ""

/** Runs a clean-up, and records a leftover if it fails. */
const cleanUp = <R>({ stack }: Error, kind: string, id: string, act: Effect.Effect<unknown, unknown, R>) =>
  Effect.flatMap(CurrentRecorder, (recorder) =>
    Effect.matchCause(act, {
      onFailure: (cause) => void recorder.leftovers.push({ kind, id, reason: reasonOf(cause), stack }),
      onSuccess: () => {}
    })
  )

const lost = Effect.die(new Error("the answer to its creation was lost, so it may exist"))

/** Whether data may exist although its creation failed. */
const mayExist = (error: unknown) =>
  isServerFault(error) ||
  (Predicate.hasProperty(error, "mayHaveHappened") && error.mayHaveHappened === true) ||
  // an answer of success that cannot be read
  (Predicate.hasProperty(error, "status") && Number(error.status) < 300)

/**
 * Creates data and removes it when the scenario ends, also after a failure, a timeout or an interruption. The run lists data
 * that it could not remove. After a crash, `gc` finds users and tenants by the prefix of the run.
 */
export const temporary = <A, E, R, R2>({
  create,
  id,
  kind,
  remove
}: Temporary<A, E, R, R2>): Effect.Effect<A, E, R | R2 | Scope.Scope> => {
  const site = new Error()
  const idOf = (created?: A) =>
    typeof id === "string" ? id : created === undefined ? "without a known id" : id(created)
  return Effect.acquireRelease(
    Effect.tapError(create, (error) =>
      mayExist(error)
        ? Effect.addFinalizer(() => cleanUp(site, kind, idOf(), Effect.isEffect(remove) ? remove : lost))
        : Effect.void
    ),
    (created) => cleanUp(site, kind, idOf(created), Effect.isEffect(remove) ? remove : remove(created))
  ).pipe(mustRun)
}

/** Restores data when the scenario ends. The run lists data that it could not restore. */
export const restoreAtEnd = <R>(what: string, act: Effect.Effect<unknown, unknown, R>) => {
  const site = new Error()
  return mustRun(Effect.addFinalizer(() => cleanUp(site, "change", what, act)))
}
