import * as Effect from "effect/Effect"

import type { Action } from "../../actions/Action.ts"
import type { AnyResource } from "../../resources/registry.ts"
import type { AnyRow } from "../../resources/Resource.ts"
import type { Id } from "../Id.ts"
import type { Outcome, Target } from "./Attempt.ts"
import * as Group from "./Group.ts"
import type { Changed } from "./Undo.ts"

/** How many rows are under way at once. */
const atOnce = 3

/** Does an action to many rows, one such group at a time. */
export interface Groups {
  /** Gives what became of it; nothing where it was forgotten meanwhile. */
  readonly run: (
    action: Action<AnyRow>,
    resource: AnyResource,
    rows: ReadonlyArray<AnyRow>
  ) => Effect.Effect<Group.Group | undefined>
  readonly stop: () => void
  readonly forget: () => void
}

export const make = (
  attempt: (action: Action<AnyRow>, target: Target) => Effect.Effect<Outcome>,
  note: (group: Group.Group) => void
): Groups => {
  let current: Group.Group | undefined
  let runs = 0

  const update = (change: (now: Group.Group) => Group.Group) => {
    if (current === undefined) return
    current = change(current)
    note(current)
  }

  return {
    run: (action, resource, rows) =>
      Effect.suspend(() => {
        const run = ++runs
        // one for the whole run: to copy it with each row would take ever longer
        const results = new Map<Id, Outcome>()
        const isForgotten = () => current === undefined || run !== runs
        current = { ...Group.begun(action, resource, rows), results }
        note(current)
        const one = (row: AnyRow) =>
          Effect.suspend((): Effect.Effect<void> => {
            if (isForgotten() || current?.stopped !== undefined) return Effect.void
            return Effect.map(attempt(action, { resource, row }), (outcome) => {
              if (isForgotten()) return
              results.set(resource.idOf(row), outcome)
              update((now) => ({ ...now, stopped: now.stopped ?? Group.reasonToStop(outcome) }))
            })
          })
        return Effect.forEach(rows, one, { concurrency: atOnce, discard: true }).pipe(
          Effect.ensuring(
            Effect.sync(() => {
              if (!isForgotten()) update((now) => ({ ...now, isOver: true }))
            })
          ),
          Effect.map(() => (isForgotten() ? undefined : current))
        )
      }),
    stop: () => update((now) => (now.isOver ? now : { ...now, stopped: now.stopped ?? "it was stopped" })),
    forget: () => {
      current = undefined
    }
  }
}

/** The rows that were changed, each as it is now; one that is gone as it was. */
export const changed = (group: Group.Group): ReadonlyArray<Changed> =>
  group.rows.flatMap((row) => {
    const id = group.resource.idOf(row)
    const outcome = group.results.get(id)
    return outcome?._tag === "Done" ? [{ id, row: outcome.row ?? row }] : []
  })
