import { assert, describe } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

import * as Marks from "../../src/engine/lists/Marks.ts"
import * as PageCache from "../../src/engine/lists/PageCache.ts"
import { users } from "../../src/resources/users.ts"
import * as Wire from "../support/wire.ts"
import { deactivate, world, until, puts } from "./bulkWorld.ts"

describe("a bulk action that is interrupted", () => {
  world("shows nothing about unread rows after another user has logged in", { users: 350 }, (world) =>
    Effect.gen(function* () {
      world.list.move((view) => PageCache.moveTo(view, 5))
      world.marks.all()
      const gate = yield* Deferred.make<void>()
      world.wire.disturb = (line, pass) => (line.startsWith("GET") ? Effect.andThen(Deferred.await(gate), pass) : pass)
      const prepared = yield* Effect.forkChild(world.bulk.prepare(deactivate, users, world.marks))
      yield* until(() => world.bulk.state.get()._tag === "Reading")
      yield* world.account.logIn({ way: "anonymous", values: { name: "Visitor" } })
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(prepared)
      assert.strictEqual(world.bulk.state.get()._tag, "Idle")
      assert.strictEqual(world.noticeText(), "")
      assert.strictEqual(world.account.state.get().who, "Visitor (anonymous)")
    })
  )

  world("stops between rows, and waits for running ones", { users: 50 }, (world) =>
    Effect.gen(function* () {
      yield* world.prepared(40)
      const { rows } = world.preview()
      let answered = 0
      world.wire.disturb = (line, pass) => {
        if (line.startsWith("PUT") && ++answered === 5) world.changes.stop()
        return pass
      }
      yield* world.bulk.begin(`deactivate ${rows.length}`)
      const sent = puts(world.wire).length
      assert.isBelow(sent, rows.length)
      assert.match(
        world.noticeText(),
        new RegExp(`${sent} done \\(.*\\); ${rows.length - sent} not begun because it was stopped\\.`)
      )
      assert.strictEqual(world.changes.state.get().pending.size, 0)
      assert.strictEqual(Marks.text(world.marks.state.get()), `${rows.length - sent} marked`)
    })
  )

  world("starts no further row without a connection, and names the finished ones", { users: 50 }, (world) =>
    Effect.gen(function* () {
      yield* world.prepared(40)
      const { rows } = world.preview()
      let answered = 0
      world.wire.disturb = (line, pass, request) =>
        line.startsWith("PUT") && ++answered > 6 ? Wire.noConnection(request) : pass
      yield* world.bulk.begin(`deactivate ${rows.length}`)
      assert.include(world.noticeText(), "To deactivate")
      assert.include(world.noticeText(), `6 done (${rows[0].email}, `)
      assert.include(world.noticeText(), "not begun because there is no connection")
      const { undo } = world.changes.state.get()
      assert.strictEqual(undo.done.at(-1)?.rows.length, 6)
    })
  )

  world("starts no further row after the session has ended", { users: 50 }, (world) =>
    Effect.gen(function* () {
      yield* world.prepared(40)
      const { rows } = world.preview()
      world.wire.disturb = (line, pass, request) =>
        line.startsWith("PUT") || line.includes("/auth")
          ? Wire.json(request, line.includes("/auth") ? 401 : 400, { code: 1003, message: "expired", name: "generic" })
          : pass
      yield* world.bulk.begin(`deactivate ${rows.length}`)
      assert.include(world.noticeText(), "none done")
      assert.include(world.noticeText(), "not begun because the session has ended")
      assert.isDefined(world.account.state.get().ended)
      assert.isAtMost(new Set(puts(world.wire)).size, 3)
    })
  )

  world("shows nothing about a batch of another account", { users: 50 }, (world) =>
    Effect.gen(function* () {
      yield* world.prepared(40)
      const { rows } = world.preview()
      let answered = 0
      world.wire.disturb = (line, pass) => {
        if (line.startsWith("PUT") && ++answered === 5) world.changes.forget()
        return pass
      }
      yield* world.bulk.begin(`deactivate ${rows.length}`)
      assert.strictEqual(world.noticeText(), "")
      assert.isUndefined(world.changes.state.get().batch)
      assert.isBelow(puts(world.wire).length, rows.length)
    })
  )
})
