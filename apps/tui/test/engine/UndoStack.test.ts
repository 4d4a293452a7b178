import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { Action } from "../../src/actions/Action.ts"
import { pushed } from "../../src/engine/Changes.ts"
import * as UndoStack from "../../src/engine/UndoStack.ts"
import { pods } from "../../src/resources/pods.ts"
import { users } from "../../src/resources/users.ts"

const action = (name: string): Action<unknown> => ({
  name,
  keys: ["x"],
  label: name,
  pending: name,
  effect: "reversible",
  run: Effect.succeed,
  done: name
})

const Id = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8 }))
const Step = Schema.Union([
  Schema.Struct({ _tag: Schema.tag("made"), ids: Schema.Array(Id) }),
  Schema.Struct({ _tag: Schema.tag("undo"), fails: Schema.Array(Id) }),
  Schema.Struct({ _tag: Schema.tag("redo"), fails: Schema.Array(Id) }),
  Schema.Struct({ _tag: Schema.tag("forgotten"), id: Id })
])

const rowsOf = (ids: ReadonlyArray<number>) => [...new Set(ids)].map((id) => ({ id, row: { id } }))

const change = (ids: ReadonlyArray<number>): UndoStack.Change => ({
  resource: users,
  rows: rowsOf(ids),
  action: action("deactivate"),
  inverse: action("reactivate")
})

const succeeding = ({ rows }: UndoStack.Change, fails: ReadonlyArray<number>) =>
  rows.filter(({ id }) => !fails.some((failed) => failed === id))

const take = (undo: UndoStack.UndoStack, step: typeof Step.Type): UndoStack.UndoStack => {
  if (step._tag === "made") return step.ids.length === 0 ? undo : pushed(undo, change(step.ids))
  if (step._tag === "forgotten") return UndoStack.withoutRow(undo, users, step.id)
  const stack = step._tag === "undo" ? "done" : "undone"
  const last = undo[stack].at(-1)
  return last === undefined ? undo : UndoStack.moved(undo, stack, last, succeeding(last, step.fails))
}

const idsOf = (changes: ReadonlyArray<UndoStack.Change>) => changes.flatMap(({ rows }) => rows.map(({ id }) => id))

describe("UndoStack", () => {
  it.prop(
    "undoes the rows of a change that succeed, and keeps the others",
    [Schema.Array(Id), Schema.Array(Id)],
    ([ids, fails]) => {
      const before = pushed(UndoStack.empty, change(ids))
      const { done, undone } = take(before, { _tag: "undo", fails })
      assert.sameMembers([...idsOf(done), ...idsOf(undone)], idsOf(before.done))
      assert.deepStrictEqual(
        idsOf(undone).filter((id) => fails.some((failed) => failed === id)),
        []
      )
    }
  )

  it.prop(
    "does not lose or duplicate a row by undo and redo, and has no change without rows",
    [Schema.Array(Step)],
    ([steps]) => {
      for (let at = 0, undo: UndoStack.UndoStack = UndoStack.empty; at < steps.length; at++) {
        const step = steps[at]
        if (step === undefined) continue
        const next = take(undo, step)
        assert.isTrue([...next.done, ...next.undone].every(({ rows }) => rows.length > 0))
        if (step._tag === "undo" || step._tag === "redo")
          assert.sameMembers([...idsOf(next.done), ...idsOf(next.undone)], [...idsOf(undo.done), ...idsOf(undo.undone)])
        if (step._tag === "forgotten") assert.notInclude([...idsOf(next.done), ...idsOf(next.undone)], step.id)
        undo = next
      }
    }
  )

  it("keeps the rows of other resources when one is deleted", () => {
    const undo = pushed(pushed(UndoStack.empty, change([1, 2])), { ...change([1]), resource: pods })
    assert.deepStrictEqual(idsOf(UndoStack.withoutRow(undo, users, 1).done), [2, 1])
  })
})
