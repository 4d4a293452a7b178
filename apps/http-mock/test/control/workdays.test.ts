import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { originOf } from "../support/control.ts"
import { asAda, send } from "../support/wire.ts"

const ask = (method: string, path: string, body?: unknown) =>
  Effect.flatMap(originOf, (origin) =>
    Effect.promise(async () => {
      const answer = await fetch(`${origin}${path}`, {
        method,
        headers: { "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      const text = await answer.text()
      return { status: answer.status, text, json: text === "" ? undefined : JSON.parse(text) }
    })
  )

const listed = (tenant: string) =>
  Effect.gen(function* () {
    const { baseUrl } = yield* Emulator
    const at = (path: string) => `${new URL(baseUrl.us).origin}/t/${tenant}/us/api${path}`
    const headers = { "x-service-api-key": "demo-api-key", "content-type": "application/json" }
    const credentials = JSON.stringify({ email: "ada@example.com", password: "correct-horse" })
    return yield* Effect.promise(async () => {
      const entered = await fetch(at("/v1r1/auth"), { method: "POST", headers, body: credentials })
      const { token } = (await entered.json()) as { readonly token: string }
      const answer = await fetch(at("/v1/calls?page_size=500"), { headers: { ...headers, authorization: token } })
      return (await answer.json()) as ReadonlyArray<Record<string, unknown>>
    })
  })

layer(Emulator.layerServer({ port: 0, users: 300, calls: 5000, shape: "workday" }), { excludeTestServices: true })(
  "a world of working days under control",
  (it) => {
    it.effect("is the same where its state is loaded, and of the other shape where it says none", () =>
      Effect.gen(function* () {
        const { json: state } = yield* ask("GET", "/__mock/state")
        assert.strictEqual(state.us.calls.shape, "workday")
        assert.isBelow(JSON.stringify(state).length, 100_000)
        assert.strictEqual((yield* ask("PUT", "/t/copy/__mock/state", state)).status, 200)
        const calls = yield* listed("copy")
        assert.isAbove(calls.length, 50)
        const { json } = yield* send("GET", "/api/v1/calls?page_size=500", { headers: yield* asAda })
        // recordings have addresses of their tenant
        assert.strictEqual(JSON.stringify(calls).replaceAll("/t/copy/us/", "/us/"), JSON.stringify(json))
        const { shape: _, ...old } = state.us.calls
        assert.strictEqual(
          (yield* ask("PUT", "/t/old/__mock/state", { ...state, us: { ...state.us, calls: old } })).status,
          200
        )
        assert.strictEqual((yield* listed("old")).length, 500)
      })
    )

    it.effect("refuses a state with a shape, a size or users that there cannot be, and none of these hangs", () =>
      Effect.gen(function* () {
        const { json: state } = yield* ask("GET", "/__mock/state")
        const load = (calls: object) =>
          ask("PUT", "/t/odd/__mock/state", { ...state, us: { ...state.us, calls: { ...state.us.calls, ...calls } } })
        for (const wrong of [{ shape: "weekday" }, { size: 1e12 }, { users: -1 }, { users: 1e15 }, { size: 0.5 }])
          assert.strictEqual((yield* load(wrong)).status, 400, JSON.stringify(wrong))
        for (const odd of [{ users: 0 }, { users: 1 }, { users: 2, size: 9 }, { size: 0 }, { users: 10_000_000 }]) {
          assert.strictEqual((yield* load(odd)).status, 200, JSON.stringify(odd))
          yield* listed("odd")
        }
      })
    )

    it.effect("takes calls that are placed, and what happens in its own", () =>
      Effect.gen(function* () {
        const headers = yield* asAda
        const { json: before } = yield* send("GET", "/api/v1/calls?page_size=100", { headers })
        const ended = before.find(
          ({ reasonCallEnded, session }: any) => reasonCallEnded === "Call Ended" && !session.includes("-8000-")
        )
        const shown = yield* ask("GET", `/__mock/calls/${ended.session}`)
        assert.strictEqual(shown.status, 200, shown.text)
        const tagged = yield* ask("POST", `/__mock/calls/${ended.session}/actions`, { do: "tag", tags: ["seen"] })
        assert.strictEqual(tagged.status, 200, tagged.text)
        const placed = yield* ask("POST", "/__mock/calls", {
          from: "ada",
          to: "grace",
          device: "Web",
          network: "good",
          steps: []
        })
        assert.isTrue(placed.status < 300, placed.text)
        const { json: after } = yield* send("GET", "/api/v1/calls?page_size=101", { headers })
        assert.strictEqual(after.length, 101)
        assert.deepStrictEqual(
          after.slice(1),
          before.map((call: any) => (call.session === ended.session ? { ...call, tags: [...call.tags, "seen"] } : call))
        )
      })
    )
  }
)
