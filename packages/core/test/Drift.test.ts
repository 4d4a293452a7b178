import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import * as Drift from "../src/Drift.ts"
import * as Drifts from "../src/Drifts.ts"
import { EnterpriseUser, EnterpriseUsers } from "../src/EnterpriseUsers.ts"
import type { Drift as Found } from "../src/Errors.ts"
import { Session } from "../src/Session.ts"
import { json, wire } from "./support/wire.ts"

const listing = (...entries: ReadonlyArray<unknown>) => {
  const found: Array<Found> = []
  const { layer } = wire(() =>
    json(200, { entries, total_entries: entries.length, total_pages: 1, page: 1, page_size: 20 })
  )
  const report = Layer.succeed(Drift.Report, (drift: Found) => Effect.sync(() => found.push(drift)))
  const list = Effect.gen(function* () {
    yield* (yield* Session).start({ token: Redacted.make("t") })
    return (yield* (yield* EnterpriseUsers).list()).entries
  })
  return { found, list: Effect.provide(list, Layer.merge(layer, report)) }
}

const answered = (...entries: ReadonlyArray<unknown>) => {
  const { found, list } = listing(...entries)
  return { found, list: Effect.map(list, ([first]) => first) }
}

const OptionalField = Schema.Literals(["name", "active", "license", "role_id", "permissions", "status", "updated_at"])

describe("Drift", () => {
  it.effect("leaves out a field of another type, keeps the rest, and reports operation, path and kinds", () =>
    Effect.gen(function* () {
      const { found, list } = answered({ id: 7, name: "Ada", active: "yes" })
      assert.deepStrictEqual<unknown>(yield* list, { id: 7, name: "Ada" })
      assert.strictEqual(found.length, 1)
      assert.deepInclude(found[0], {
        operation: "EnterpriseUsers.list",
        path: "entries.0.active",
        got: "a string"
      })
      assert.match(found[0]?.expected ?? "", /boolean/)
    })
  )

  it.effect("omits an invalid field from its entry only", () =>
    Effect.gen(function* () {
      const entries = [
        { id: 7, active: true, avatar: { original: "a.png", thumb: "t.png" } },
        { id: 8, active: "yes", avatar: { original: 5, thumb: "u.png" } },
        { id: 9, active: false, avatar: { original: "c.png", thumb: "v.png" } }
      ]
      const { found, list } = listing(...entries)
      const [first, , last] = entries
      assert.deepStrictEqual<unknown>(yield* list, [first, { id: 8, avatar: { thumb: "u.png" } }, last])
      assert.deepStrictEqual(found.map(({ path }) => path).toSorted(), [
        "entries.1.active",
        "entries.1.avatar.original"
      ])
    })
  )

  it.effect("leaves out only the field inside an object", () =>
    Effect.gen(function* () {
      const { found, list } = answered({ id: 7, avatar: { original: 5, thumb: "t.png" } })
      assert.deepStrictEqual<unknown>(yield* list, { id: 7, avatar: { thumb: "t.png" } })
      assert.strictEqual(found[0]?.path, "entries.0.avatar.original")
    })
  )

  it.effect("leaves out a whole list when one of its items does not fit, never the item alone", () =>
    Effect.gen(function* () {
      const { list } = answered({ id: 7, permissions: ["web_login", 5] })
      assert.deepStrictEqual<unknown>(yield* list, { id: 7 })
    })
  )

  it.effect.each([
    ["two items of one list", { permissions: [5, 6, "web_login"] }, ["permissions"]],
    ["a field of several types", { avatar: 7 }, ["avatar"]],
    [
      "fields beside and inside each other",
      { avatar: { original: 1, thumb: 2 }, name: 3 },
      ["avatar.original", "avatar.thumb", "name"]
    ]
  ] as const)("leaves out each of %s once, and nothing around it", ([, drifted, paths]) =>
    Effect.gen(function* () {
      const { found, list } = answered({ id: 7, email: "ada@example.com", ...drifted })
      assert.deepInclude<object | undefined>(yield* list, { id: 7, email: "ada@example.com" })
      assert.deepStrictEqual(
        found.map(({ path }) => path).toSorted(),
        paths.map((path) => `entries.0.${path}`)
      )
    })
  )

  it.effect.each([{ name: "Ada" }, { id: "7", name: "Ada" }, { id: null }])(
    "fails for an entry without a fitting id: %o",
    (entry) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(answered(entry).list)
        assert.strictEqual(error._tag, "UnexpectedAnswer")
        assert.match(error.message, /"entries\.0\.id" (?:is missing|must be a number)\b/)
      })
  )

  it.effect.prop("keeps every other field if one field is invalid", [EnterpriseUser, OptionalField], ([user, field]) =>
    Effect.gen(function* () {
      const encoded = yield* Schema.encodeEffect(EnterpriseUser)(user)
      const { [field]: _, ...others } = encoded
      const { list } = answered({ ...encoded, [field]: { unheard: ["of"] } })
      const decoded = yield* Schema.encodeUnknownEffect(EnterpriseUser)(yield* list)
      assert.deepStrictEqual(JSON.parse(JSON.stringify(decoded)), JSON.parse(JSON.stringify(others)))
    })
  )

  it.effect("reports the first hundred drifts of a long list, and the number of the others", () =>
    Effect.gen(function* () {
      const drifted = (id: number) => id % 3 === 0
      const { found, list } = listing(
        ...Array.from({ length: 1800 }, (_, id) => ({ id, active: drifted(id) ? "yes" : true, avatar: { thumb: "t" } }))
      )
      const users = yield* list
      assert.deepStrictEqual(
        users.map(({ active }) => active),
        users.map(({ id }) => (drifted(id) ? undefined : true))
      )
      assert.strictEqual(users.length, 1800)
      assert.strictEqual(found.length, 101)
      assert.deepStrictEqual(
        found.slice(0, 100).map(({ path }) => path),
        Array.from({ length: 100 }, (_, index) => `entries.${index * 3}.active`)
      )
      assert.strictEqual(found[100]?.got, "500 more")
    })
  )

  it.effect("reports the position of drift in a long list", () =>
    Effect.gen(function* () {
      const { found, list } = listing(
        ...Array.from({ length: 1200 }, (_, id) => ({ id, active: id === 1111 ? "yes" : true }))
      )
      assert.strictEqual((yield* list).length, 1200)
      assert.deepStrictEqual(
        found.map(({ path }) => path),
        ["entries.1111.active"]
      )
    })
  )

  it.effect("fails for one entry without an id in a long list, naming it", () =>
    Effect.gen(function* () {
      const { list } = listing(...Array.from({ length: 1200 }, (_, id) => (id === 1111 ? { id: null } : { id })))
      assert.match((yield* Effect.flip(list)).message, /"entries\.1111\.id" must be a number/)
    })
  )

  it.effect("fails with Drifted under strict decoding, naming each field", () =>
    Effect.gen(function* () {
      const { list } = answered({ id: 7, active: "yes", role_id: "1" }, { id: 8, active: "no" })
      const error = yield* Effect.flip(Effect.provide(list, Drift.layerStrict))
      assert.strictEqual(error._tag, "Drifted")
      assert.match(error.message, /a string at entries\.\*\.active [^.]*, a string at entries\.\*\.role_id [^.]*\. Use/)
    })
  )

  it.effect("streams what was found", () =>
    Effect.gen(function* () {
      const { layer } = wire(() =>
        json(200, {
          entries: [
            { id: 1, active: 1 },
            { id: 2, active: 1 }
          ],
          total_entries: 2,
          total_pages: 1,
          page: 1,
          page_size: 20
        })
      )
      const found = yield* Effect.gen(function* () {
        yield* (yield* Session).start({ token: Redacted.make("t") })
        yield* (yield* EnterpriseUsers).list()
        return yield* (yield* Drifts.Drifts).stream.pipe(Stream.take(2), Stream.runCollect)
      }).pipe(Effect.provide(Layer.merge(layer, Drifts.layer)))
      assert.deepStrictEqual(
        found.map(({ path }) => path),
        ["entries.0.active", "entries.1.active"]
      )
    })
  )
})
