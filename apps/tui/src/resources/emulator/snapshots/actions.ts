import * as Effect from "effect/Effect"

import type { Action } from "../../../actions/Action.ts"
import { ControlRefused } from "../../../control/errors.ts"
import * as Recording from "../../../requests/Recording.ts"
import * as Snapshots from "./Snapshot.ts"
import type { Snapshot } from "./Snapshot.ts"

const free = (taken: ReadonlyArray<Snapshot>) => {
  const names = new Set(taken.map(({ name }) => name))
  let number = 1
  while (names.has(`before-restore-${number}`)) number++
  return `before-restore-${number}`
}

/** Keeps the state of now in a snapshot of its own; its name. */
const kept = Effect.gen(function* () {
  const name = free(yield* Snapshots.list)
  yield* Snapshots.take(name)
  return name
})

const restore: Action<Snapshot> = {
  name: "snapshots.restore",
  keys: ["enter"],
  label: "restore",
  pending: "restoring",
  effect: "reversible",
  inverse: "snapshots.return",
  run: (row) =>
    Effect.gen(function* () {
      const before = yield* Recording.aside(kept, "")
      yield* Snapshots.restore(row.name)
      return { ...row, before }
    }),
  done: "is restored; what there was before is in the newest of the snapshots before-restore."
}

/** Goes back to what there was before a snapshot was restored, as long as nothing has come since. */
const back: Action<Snapshot> = {
  name: "snapshots.return",
  keys: ["-"],
  label: "take the restore back of",
  pending: "going back",
  effect: "reversible",
  run: (row) =>
    Effect.gen(function* () {
      const { before = "" } = row
      const { eu, us } = yield* Snapshots.differences(row.name)
      const since = us.length + eu.length
      if (since > 0)
        return yield* new ControlRefused({
          status: 409,
          detail: `${since} ${since === 1 ? "change has" : "changes have"} been made since, which would be lost; restore ${before} to go back all the same`
        })
      yield* Snapshots.restore(before)
      yield* Snapshots.forget(Snapshots.named(before))
      const { before: _, ...as } = row
      return as
    }),
  done: "was restored, and is not any more: things are as they were before."
}

const forget: Action<Snapshot> = {
  name: "snapshots.forget",
  keys: ["D"],
  label: "forget",
  pending: "forgetting",
  effect: "final",
  consequence: "The state of now stays as it is; nobody can go back to this one.",
  needless: ({ name }) => (name === Snapshots.initial.name ? "is what the tenant began with, and stays" : undefined),
  run: (row) => Effect.as(Snapshots.forget(row), undefined),
  done: "is forgotten."
}

export const actions: ReadonlyArray<Action<Snapshot>> = [restore, forget]

export const inverses: ReadonlyArray<Action<Snapshot>> = [back]
