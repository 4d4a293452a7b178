import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

import { Account } from "../../../src/engine/account/Account.ts"
import * as Bulk from "../../../src/engine/changes/Bulk.ts"
import * as Changes from "../../../src/engine/changes/Changes.ts"
import * as Preview from "../../../src/engine/changes/Preview.ts"
import * as ListMarks from "../../../src/engine/lists/ListMarks.ts"
import * as Lists from "../../../src/engine/lists/Lists.ts"
import * as Marks from "../../../src/engine/lists/Marks.ts"
import * as Viewport from "../../../src/engine/lists/pages/Viewport.ts"
import * as Notices from "../../../src/engine/Notices.ts"
import { users } from "../../../src/resources/users/users.ts"
import { ada, services } from "../../support/start.ts"
import * as Wire from "../../support/wire.ts"

const [deactivate, , remove] = users.actions
if (deactivate === undefined || remove === undefined) throw new Error("actions are missing")

interface Options {
  readonly users?: number
  readonly filter?: string
  readonly whyReadOnly?: () => string | undefined
}

const setUp = Effect.fnUntraced(function* ({ filter = "", whyReadOnly }: Options) {
  const account = yield* Account
  yield* account.logIn(ada)
  const lists = yield* Lists.make(account)
  const notices = Notices.make(() => 0)
  const changes = Changes.make({ account, lists, notices, ...(whyReadOnly && { whyReadOnly }) })
  const bulk = Bulk.make({ account, changes, lists, notices })
  const list = lists.of(users)
  const marks = ListMarks.make(list, users.idOf)
  list.resize(30)
  list.open(filter)
  yield* until(() => list.state.get().fetchedAt !== undefined)
  const preview = () => {
    const now = bulk.state.get()
    assert(now._tag === "Ready")
    return now.preview
  }
  return {
    account,
    bulk,
    changes,
    list,
    lists,
    marks,
    preview,
    told: () => {
      const { problems, shown } = notices.state.get()
      return (shown ?? problems.at(-1))?.text ?? ""
    },
    /** Marks so many rows from the first, and prepares to deactivate them. */
    prepared: (count: number) => {
      list.move(Viewport.toStart)
      marks.toggle()
      list.move((view) => Viewport.moveTo(view, count - 1))
      marks.range()
      return bulk.prepare(deactivate, users, marks)
    }
  }
})

const until = (isSo: () => boolean) =>
  Effect.gen(function* () {
    while (!isSo()) yield* Effect.sleep(1)
  })

type World = Effect.Success<ReturnType<typeof setUp>> & { readonly wire: Wire.Wire }

const world = (behaviour: string, options: Options, test: (world: World) => Effect.Effect<void>) => {
  const wire = Wire.make(undefined)
  const layer = services(wire, options.users === undefined ? {} : { users: options.users })
  return it.live(behaviour, () =>
    Effect.scoped(Effect.flatMap(setUp(options), (made) => test({ ...made, wire }))).pipe(Effect.provide(layer))
  )
}

const puts = ({ requests }: Wire.Wire) => requests.filter((line) => line.startsWith("PUT"))

describe("an action to many", () => {
  world("shows what it would do, leaves out what is needless and one's own account, and asks", {}, (world) =>
    Effect.gen(function* () {
      yield* world.prepared(4)
      assert.deepStrictEqual(Preview.lines(world.preview()), [
        "Deactivate 2 users.",
        "Left out: ada@example.com, which is your own account.",
        "Left out: edsger@example.com, which is inactive already."
      ])
      assert.strictEqual(Preview.confirmation(world.preview()), "deactivate 2")
      yield* world.bulk.begin("deactivate 4")
      assert.isTrue(world.bulk.state.get()._tag === "Ready" && puts(world.wire).length === 0)
      yield* world.bulk.begin("deactivate 2")
      assert.strictEqual(world.told(), "To deactivate 2 users: 2 done (grace@example.com, linus@example.com).")
      assert.strictEqual(puts(world.wire).length, 2)
      assert.strictEqual(Marks.text(world.marks.state.get()), "")
    })
  )

  world("is taken back by one undo, and done again by one redo", { users: 20 }, (world) =>
    Effect.gen(function* () {
      yield* world.prepared(10)
      const { rows } = world.preview()
      yield* world.bulk.begin(`deactivate ${rows.length}`)
      assert.strictEqual(world.changes.state.get().undo.done.length, 1)
      yield* world.changes.undo
      assert.include(world.told(), `Undone: To reactivate ${rows.length} users: ${rows.length} done`)
      yield* world.changes.redo
      assert.include(world.told(), `Done again: To deactivate ${rows.length} users: ${rows.length} done`)
      assert.strictEqual(puts(world.wire).length, 3 * rows.length)
    })
  )

  world("tells which row the service refused, and takes back the others alone", { users: 20 }, (world) =>
    Effect.gen(function* () {
      yield* world.prepared(4)
      const { rows } = world.preview()
      world.wire.disturb = (line, pass, request) =>
        line.includes(`/${rows[0].id}`) ? Wire.json(request, 400, { code: 7, message: "no", name: "generic" }) : pass
      yield* world.bulk.begin("deactivate 2")
      assert.include(world.told(), `1 done (${rows[1].email}); 1 failed (${rows[0].email}).`)
      assert.include(world.told(), "refused to deactivate")
      assert.deepStrictEqual(world.marks.rows(), [rows[0]])
      world.wire.disturb = undefined
      yield* world.changes.undo
      assert.include(world.told(), `${rows[1].email} is active again.`)
    })
  )

  world("reads all that match before the first is changed", { users: 350, filter: "active=true" }, (world) =>
    Effect.gen(function* () {
      world.list.move((view) => Viewport.moveTo(view, 5))
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

  world("says nothing of rows that could not be read where another has logged in meanwhile", { users: 350 }, (world) =>
    Effect.gen(function* () {
      world.list.move((view) => Viewport.moveTo(view, 5))
      world.marks.all()
      const held = yield* Deferred.make<void>()
      world.wire.disturb = (line, pass) => (line.startsWith("GET") ? Effect.andThen(Deferred.await(held), pass) : pass)
      const prepared = yield* Effect.forkChild(world.bulk.prepare(deactivate, users, world.marks))
      yield* until(() => world.bulk.state.get()._tag === "Reading")
      yield* world.account.logIn({ _tag: "Anonymous", name: "Visitor" })
      yield* Deferred.succeed(held, undefined)
      yield* Fiber.join(prepared)
      assert.strictEqual(world.bulk.state.get()._tag, "Idle")
      assert.strictEqual(world.told(), "")
      assert.strictEqual(world.account.state.get().who, "Visitor (anonymous)")
    })
  )

  world("reads no more rows than are meant before it is asked once more", { users: 30_000 }, (world) =>
    Effect.gen(function* () {
      world.marks.all()
      const before = world.wire.requests.length
      yield* world.bulk.prepare(deactivate, users, world.marks)
      assert.deepStrictEqual(world.bulk.state.get(), { _tag: "Asked", action: deactivate, rows: 30_000 })
      assert.strictEqual(world.wire.requests.length, before)
    })
  )

  world("stops between rows, and waits for those under way", { users: 50 }, (world) =>
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
        world.told(),
        new RegExp(`${sent} done \\(.*\\); ${rows.length - sent} not begun because it was stopped\\.`)
      )
      assert.strictEqual(world.changes.state.get().pending.size, 0)
      assert.strictEqual(Marks.text(world.marks.state.get()), `${rows.length - sent} marked`)
    })
  )

  world("begins no further row without a connection, and names what was done", { users: 50 }, (world) =>
    Effect.gen(function* () {
      yield* world.prepared(40)
      const { rows } = world.preview()
      let answered = 0
      world.wire.disturb = (line, pass, request) =>
        line.startsWith("PUT") && ++answered > 6 ? Wire.noConnection(request) : pass
      yield* world.bulk.begin(`deactivate ${rows.length}`)
      assert.include(world.told(), "To deactivate")
      assert.include(world.told(), `6 done (${rows[0].email}, `)
      assert.include(world.told(), "not begun because there is no connection")
      const { undo } = world.changes.state.get()
      assert.strictEqual(undo.done.at(-1)?.rows.length, 6)
    })
  )

  world("begins no further row once the session has ended", { users: 50 }, (world) =>
    Effect.gen(function* () {
      yield* world.prepared(40)
      const { rows } = world.preview()
      world.wire.disturb = (line, pass, request) =>
        line.startsWith("PUT") || line.includes("/auth")
          ? Wire.json(request, line.includes("/auth") ? 401 : 400, { code: 1003, message: "expired", name: "generic" })
          : pass
      yield* world.bulk.begin(`deactivate ${rows.length}`)
      assert.include(world.told(), "none done")
      assert.include(world.told(), "not begun because the session has ended")
      assert.isDefined(world.account.state.get().ended)
      assert.isAtMost(new Set(puts(world.wire)).size, 3)
    })
  )

  world("is refused where nothing may be changed", { whyReadOnly: () => "the profile is read-only" }, (world) =>
    Effect.gen(function* () {
      yield* world.prepared(4)
      yield* world.bulk.begin("deactivate 2")
      assert.strictEqual(world.told(), "Nothing was done: the profile is read-only.")
      assert.strictEqual(puts(world.wire).length, 0)
    })
  )

  world("asks for the name of one that cannot be taken back, and for the count of many", {}, (world) =>
    Effect.gen(function* () {
      const preview = (rows: ReadonlyArray<unknown>, action = remove) =>
        Preview.of({ isMe: () => false, isGone: () => false, pendingOf: () => undefined }, action, users, rows)
      const [first, second] = [{ id: 1, email: "a@b.c", active: true }, { id: 2 }]
      assert.strictEqual(Preview.confirmation(preview([first])), "a@b.c")
      assert.strictEqual(Preview.confirmation(preview([first, second])), "delete 2")
      assert.isUndefined(Preview.confirmation(preview([first], deactivate)))
      assert.isUndefined(Preview.confirmation(preview([])))
      assert.include(Preview.lines(preview([first, second])), "Delete 2 users. This cannot be undone.")
      yield* world.bulk.prepare(deactivate, users, world.marks)
      assert.strictEqual(world.told(), "Nothing is marked.")
    })
  )

  world("says nothing of a group whose account is gone", { users: 50 }, (world) =>
    Effect.gen(function* () {
      yield* world.prepared(40)
      const { rows } = world.preview()
      let answered = 0
      world.wire.disturb = (line, pass) => {
        if (line.startsWith("PUT") && ++answered === 5) world.changes.forget()
        return pass
      }
      yield* world.bulk.begin(`deactivate ${rows.length}`)
      assert.strictEqual(world.told(), "")
      assert.isUndefined(world.changes.state.get().group)
      assert.isBelow(puts(world.wire).length, rows.length)
    })
  )
})
