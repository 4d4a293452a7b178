import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

import { Emulator } from "../../src/library/Emulator.ts"
import { asAda, asUser, logIn, send } from "../support/wire.ts"

const many = Emulator.layerServer({ port: 0, users: 40_000, calls: 40_000 })

const order = (answers: ReadonlyArray<Effect.Effect<string, never, Emulator>>) =>
  Effect.gen(function* () {
    const done: Array<string> = []
    yield* Effect.forEach(
      answers,
      Effect.tap((name) => Effect.sync(() => done.push(name))),
      { concurrency: "unbounded" }
    )
    return done
  })

const named = (name: string, path: string, headers: Record<string, string>) =>
  Effect.as(send("GET", path, { headers }), name)

describe("a list of many rows", () => {
  it.live("lets other requests be answered while it is selected", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      for (const path of ["/api/v1/calls?order=receiverName", "/api/v1r1/enterprise/users?filter=title~%3D%25x%25"]) {
        const sorting = yield* Effect.forkChild(named("list", path, headers))
        const done = yield* order([
          Fiber.join(sorting),
          Effect.delay(named("one", "/api/v1/calls/call_00000000-0000-4000-8000-000000000001", headers), "5 millis")
        ])
        assert.deepStrictEqual(done, ["one", "list"], path)
      }
    }).pipe(Effect.provide(many))
  )

  it.live("is answered as a whole where its page is written in slices", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const { json, type } = yield* send("GET", "/api/v1r1/enterprise/users?page_size=5000", { headers })
      assert.strictEqual(type, "application/json")
      assert.deepInclude(json, { total_entries: 40_000, total_pages: 8 })
      assert.lengthOf(json.entries, 5000)
      assert.strictEqual(json.entries.at(-1).id, 5100)
    }).pipe(Effect.provide(Emulator.layerServer({ port: 0, users: 40_000, gaps: { "page.maximum-size": 5000 } })))
  )

  it.live("answers by the world that it began with", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const path = "/api/v1r1/enterprise/users?filter=title~%3D%25%25&page_size=1"
      const before = yield* send("GET", path, { headers })
      const grace = asUser((yield* logIn("grace@example.com")).token)
      const found = yield* Effect.forkChild(
        send("GET", "/api/v1r1/enterprise/users?filter=username~%3D%25&page_size=1", { headers })
      )
      yield* Effect.sleep("5 millis")
      const removed = yield* send("DELETE", "/api/v1r1/enterprise/users/103", { headers })
      assert.strictEqual(removed.status, 200)
      assert.strictEqual((yield* Fiber.join(found)).json.total_entries, before.json.total_entries)
      assert.strictEqual((yield* send("GET", path, { headers })).json.total_entries, before.json.total_entries - 1)
      assert.strictEqual((yield* send("GET", path, { headers: grace })).status, 400)
    }).pipe(Effect.provide(many))
  )
})
