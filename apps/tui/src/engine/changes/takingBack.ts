import * as Effect from "effect/Effect"

import type { Action } from "../../actions/Action.ts"
import type { AnyResource } from "../../resources/registry.ts"
import type { AnyRow } from "../../resources/Resource.ts"
import type * as Cell from "../Cell.ts"
import type { Notices } from "../Notices.ts"
import type { Outcome, Target } from "./Attempt.ts"
import { isUnderWay } from "./ChangesState.ts"
import type { ChangesState } from "./ChangesState.ts"
import * as Groups from "./Groups.ts"
import type { Memory } from "./Memory.ts"
import { tellAll, tellOne } from "./telling.ts"
import * as Undo from "./Undo.ts"

interface Needs {
  readonly state: Cell.Cell<ChangesState>
  readonly memory: Memory
  readonly attempt: (action: Action<AnyRow>, target: Target) => Effect.Effect<Outcome>
  readonly groups: Groups.Groups
  readonly notices: Notices
  readonly isHere: (resource: AnyResource) => boolean
  readonly undoKey: string
}

/** Which way: what was done is taken back, or what was taken back is done again. */
interface Way {
  readonly of: "done" | "undone"
  /** What is done now to the rows of a change. */
  readonly pick: (change: Undo.Change) => Action<AnyRow>
  /** Said where there is nothing. */
  readonly nothing: string
  /** Said before what became of it. */
  readonly said: string
  readonly move: (undo: Undo.Undo, change: Undo.Change, rows: ReadonlyArray<Undo.Changed>) => Undo.Undo
}

export const undoing: Way = {
  of: "done",
  pick: ({ inverse }) => inverse,
  nothing: "Nothing to undo.",
  said: "Undone",
  move: Undo.takenBack
}

export const redoing: Way = {
  of: "undone",
  pick: ({ action }) => action,
  nothing: "Nothing to redo.",
  said: "Done again",
  move: Undo.madeAgain
}

/** Does something to the rows of a change once more, and moves those it was done to. */
const doAgain = (
  { attempt, groups, memory, notices }: Needs,
  way: Way,
  last: Undo.Change,
  first: Undo.Changed,
  told: string
) => {
  const { resource, rows } = last
  const action = way.pick(last)
  const moved = (changed: ReadonlyArray<Undo.Changed>) => memory.change((undo) => way.move(undo, last, changed))
  if (rows.length > 1)
    return Effect.map(
      groups.run(
        action,
        resource,
        rows.map(({ row }) => row)
      ),
      (group) => {
        if (group === undefined) return
        moved(Groups.changed(group))
        tellAll(notices, group, told)
      }
    )
  const target = { resource, row: first.row }
  return Effect.map(attempt(action, target), (outcome) => {
    if (outcome._tag === "Done") moved([{ id: first.id, row: outcome.row ?? first.row }])
    tellOne(notices, action, target, outcome, told)
  })
}

/** Takes back what was done last, or does again what was taken back last. */
export const takeBack = (needs: Needs, way: Way): Effect.Effect<void> => {
  const { isHere, memory, notices, state, undoKey } = needs
  const hint = (text: string) => Effect.sync(() => notices.tell("hint", text))
  const last = state.get().undo[way.of].at(-1)
  const first = last?.rows[0]
  if (last === undefined || first === undefined)
    return hint(isUnderWay(state.get()) ? `${way.nothing} What is under way can be once it is answered.` : way.nothing)
  const place = isHere(last.resource) ? undefined : Undo.placeOf(last)
  if (way.of === "done" && last.lasting !== undefined) {
    memory.change(Undo.toldLasting)
    return hint(
      `What was done last cannot be undone: ${last.lasting}. ${undoKey} once more undoes what was done before: ${Undo.nameOf(last)}${place === undefined ? "" : `, on ${place}`}.`
    )
  }
  return doAgain(needs, way, last, first, `${way.said}${place === undefined ? "" : ` on ${place}`}: `)
}
