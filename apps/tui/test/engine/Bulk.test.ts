import { assert, describe, test } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { formatNames } from "../../src/engine/Batch.ts"
import { confirmationText, previewLines, makePreview } from "../../src/engine/Bulk.ts"
import * as Marks from "../../src/engine/lists/Marks.ts"
import * as PageCache from "../../src/engine/lists/PageCache.ts"
import { users } from "../../src/resources/users.ts"
import * as Wire from "../support/wire.ts"
import { deactivate, puts, remove, world } from "./bulkWorld.ts"

describe("a bulk action", () => {
  world("shows a preview, skips needless rows and your own account, and asks", {}, (world) =>
    Effect.gen(function* () {
      yield* world.prepared(4)
      assert.deepStrictEqual(previewLines(world.preview()), [
        "Deactivate 2 users: grace@example.com, linus@example.com.",
        "These 4 rows are marked.",
        "Left out: ada@example.com, which is your own account.",
        "Left out: edsger@example.com, which is already inactive."
      ])
      assert.strictEqual(confirmationText(world.preview()), "deactivate 2")
      yield* world.bulk.begin("deactivate 4")
      assert.isTrue(world.bulk.state.get()._tag === "Ready" && puts(world.wire).length === 0)
      yield* world.bulk.begin("deactivate 2")
      assert.strictEqual(world.noticeText(), "Deactivated 2 users: grace@example.com, linus@example.com.")
      assert.strictEqual(puts(world.wire).length, 2)
      assert.strictEqual(Marks.text(world.marks.state.get()), "")
    })
  )

  test("groups the digits of the number of further names", () => {
    const names = Array.from({ length: 8435 }, (_, index) => `user ${index}`)
    assert.strictEqual(formatNames(names), "user 0, user 1, user 2 and 8,432 more")
  })

  world("is undone by one undo, and redone by one redo", { users: 20 }, (world) =>
    Effect.gen(function* () {
      yield* world.prepared(10)
      const { rows } = world.preview()
      yield* world.bulk.begin(`deactivate ${rows.length}`)
      assert.strictEqual(world.changes.state.get().undo.done.length, 1)
      yield* world.changes.undo("z")
      assert.include(world.noticeText(), `Undone: Reactivated ${rows.length} users:`)
      yield* world.changes.redo
      assert.include(world.noticeText(), `Done again: Deactivated ${rows.length} users:`)
      assert.strictEqual(puts(world.wire).length, 3 * rows.length)
    })
  )

  world("shows which row the service rejected, and undoes the others only", { users: 20 }, (world) =>
    Effect.gen(function* () {
      yield* world.prepared(4)
      const { rows } = world.preview()
      world.wire.disturb = (line, pass, request) =>
        line.includes(`/${rows[0].id}`) ? Wire.json(request, 400, { code: 7, message: "no", name: "generic" }) : pass
      yield* world.bulk.begin("deactivate 2")
      assert.include(world.noticeText(), `1 done (${rows[1].email}); 1 failed (${rows[0].email}).`)
      assert.include(world.noticeText(), "refused to deactivate")
      assert.deepStrictEqual(world.marks.rows(), [rows[0]])
      world.wire.disturb = undefined
      yield* world.changes.undo("z")
      assert.include(world.noticeText(), `${rows[1].email} is active again.`)
    })
  )

  world("reads all matching rows before it changes the first", { users: 350, filter: "active=true" }, (world) =>
    Effect.gen(function* () {
      world.list.move((view) => PageCache.moveTo(view, 5))
      const { total } = world.list.state.get().view
      world.marks.all()
      world.marks.toggle()
      yield* world.bulk.prepare(deactivate, users, world.marks)
      const { leftOut, rows } = world.preview()
      assert.strictEqual(rows.length + leftOut.length, total - 1)
      assert.strictEqual(puts(world.wire).length, 0)
      yield* world.bulk.begin(`deactivate ${rows.length}`)
      assert.strictEqual(puts(world.wire).length, rows.length)
      assert.strictEqual(new Set(puts(world.wire)).size, rows.length)
    })
  )

  world("reads at most the confirmed number of rows before it asks again", { users: 30_000 }, (world) =>
    Effect.gen(function* () {
      world.marks.all()
      const before = world.wire.requests.length
      yield* world.bulk.prepare(deactivate, users, world.marks)
      assert.deepStrictEqual(world.bulk.state.get(), { _tag: "Asked", action: deactivate, rows: 30_000 })
      assert.strictEqual(world.wire.requests.length, before)
    })
  )

  world("is rejected in a read-only profile", { readOnly: "the profile is read-only" }, (world) =>
    Effect.gen(function* () {
      yield* world.prepared(4)
      yield* world.bulk.begin("deactivate 2")
      assert.strictEqual(world.noticeText(), "Nothing was done: the profile is read-only.")
      assert.strictEqual(puts(world.wire).length, 0)
    })
  )

  world("asks for the name of one row for a final action, and for the count of several", {}, (world) =>
    Effect.gen(function* () {
      const preview = (rows: ReadonlyArray<unknown>, action = remove) =>
        makePreview(() => undefined, action, users, rows)
      const [first, second] = [
        { id: 1, email: "a@b.c", active: true },
        { id: 2, email: "d@e.f" }
      ]
      assert.strictEqual(confirmationText(preview([first])), "a@b.c")
      assert.strictEqual(confirmationText(preview([first, second])), "delete 2")
      assert.isUndefined(confirmationText(preview([first], deactivate)))
      assert.isUndefined(confirmationText(preview([])))
      assert.include(previewLines(preview([first, second])), "Delete 2 users: a@b.c, d@e.f. This cannot be undone.")
      yield* world.bulk.prepare(deactivate, users, world.marks)
      assert.strictEqual(world.noticeText(), "Nothing is marked.")
    })
  )
})
