import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { defaultOption } from "../../../src/world/gaps/options.ts"
import * as Clause from "../../../src/world/lists/filter.ts"
import { runToEnd } from "../../../src/world/lists/select.ts"
import { listed, search } from "../../../src/world/users/search.ts"
import { createdEntry, plainUser } from "../../../src/world/users/User.ts"
import type { User } from "../../../src/world/users/User.ts"
import * as Users from "../../../src/world/users/Users.ts"
import { slice } from "../../support/rows.ts"
import { worldOf } from "../../support/worlds.ts"

const seeded = 60
const start = worldOf({ users: seeded }).users
const startRows = slice(start, 0, seeded)

const pick = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 90 }))

const Change = Schema.Union([
  Schema.Struct({ do: Schema.Literal("add"), at: pick }),
  Schema.Struct({ do: Schema.Literal("remove"), at: pick }),
  Schema.Struct({ do: Schema.Literal("toggle"), at: pick }),
  Schema.Struct({ do: Schema.Literal("rename"), at: pick })
])
type Change = typeof Change.Type

interface Both {
  readonly table: Users.Users
  readonly model: ReadonlyArray<User>
}

const added = (id: User["entry"]["id"], email: string): User => ({
  entry: createdEntry({ id, username: email, name: "New", email, role: plainUser, at: "", invited: false }),
  pods: []
})

const changed = (user: User, kind: "toggle" | "rename"): User => ({
  ...user,
  entry:
    kind === "toggle"
      ? { ...user.entry, active: !user.entry.active }
      : { ...user.entry, email: `x${user.entry.email}`, username: `x${user.entry.username}` }
})

const apply = ({ model, table }: Both, change: Change): Both => {
  if (change.do === "add") {
    const id = Users.nextId(table)
    const user = added(id, `New.${id}@Example.org`)
    return { table: Users.add(table, user), model: [...model, user] }
  }
  const user = model[change.at % model.length]
  if (user === undefined) return { model, table }
  if (change.do === "remove")
    return { table: Users.remove(table, user.entry.id), model: model.filter((other) => other !== user) }
  const after = changed(user, change.do)
  return { table: Users.replace(table, after), model: model.map((other) => (other === user ? after : other)) }
}

const afterAll = (changes: ReadonlyArray<Change>) => changes.reduce(apply, { table: start, model: startRows })

const changes = { changes: Schema.Array(Change) }

describe("Users", () => {
  it.prop("has the same pages as a plain array", changes, ({ changes }) => {
    const { model, table } = afterAll(changes)
    assert.strictEqual(Users.size(table), model.length)
    for (let at = 0; at <= model.length; at += 7) assert.deepStrictEqual(slice(table, at, 7), model.slice(at, at + 7))
  })

  it.prop("finds the same by id, e-mail address and user name as a plain array", changes, ({ changes }) => {
    const { model, table } = afterAll(changes)
    for (const { entry } of [...startRows, ...model]) {
      const present = (same: (other: User) => boolean) => Option.fromUndefinedOr(model.find(same))
      assert.deepStrictEqual(
        Users.byId(table, entry.id),
        present((other) => other.entry.id === entry.id)
      )
      assert.deepStrictEqual(
        Users.byEmail(table, entry.email.toUpperCase()),
        present((other) => other.entry.email === entry.email)
      )
      assert.deepStrictEqual(
        Users.byUsername(table, entry.username.toUpperCase()),
        present((other) => other.entry.username === entry.username)
      )
    }
  })

  it.prop("filters every field like a plain array", changes, ({ changes }) => {
    const { model, table } = afterAll(changes)
    const [one] = model
    const filters = [
      "active=true",
      "active=false",
      "name~=%a%",
      "title=Dispatcher",
      "id>130",
      `email=${one?.entry.email}`
    ]
    for (const text of filters) {
      const clauses = Result.getOrThrow(Clause.parse(text, listed, defaultOption))
      const expected = model.filter(({ entry }) => clauses.every(({ accepts, field }) => accepts(entry[field])))
      const found = runToEnd(search(table, { clauses, keys: [] }))
      const rows = (start: number, count: number) =>
        Array.from({ length: Math.min(count, Math.max(0, found.total - start)) }, (_, index) =>
          Users.rowAt(table, found.at(start + index))
        )
      assert.strictEqual(found.total, expected.length, text)
      assert.deepStrictEqual(rows(0, found.total), expected, text)
      assert.deepStrictEqual(rows(3, 4), expected.slice(3, 7), text)
    }
  })

  it.prop("leaves earlier tables unchanged", changes, ({ changes }) => {
    afterAll(changes)
    assert.deepStrictEqual(slice(start, 0, seeded), startRows)
  })

  it("finds nobody by an id that is not an integer or is out of range", () => {
    for (const id of [0, -1, 100, 101.5, 101 + seeded, Number.NaN, Number.POSITIVE_INFINITY])
      assert.isTrue(Option.isNone(Users.byId(start, id)), String(id))
  })
})
