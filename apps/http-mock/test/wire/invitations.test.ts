import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { asAda, asUser, key, logIn, send } from "../support/wire.ts"

const room = "/api/v1/personal_room/invite"
const session = "/api/v1/session/invite"
const guest = { email: "guest@example.org", name: "Guest" }
const running = "call_00000000-0000-4000-8000-000000000003"

layer(Emulator.layerServer({ port: 0 }))("invitations on the wire", (it) => {
  it.effect("invites to ada's personal room with an empty 200, and by e-mail", () =>
    Effect.gen(function* () {
      const { status, text } = yield* send("POST", room, { headers: yield* asAda, body: guest })
      assert.deepStrictEqual([status, text], [200, ""])
      const { outbox } = yield* Emulator
      assert.deepInclude((yield* outbox("us")).at(-1), { to: guest.email, url: "https://room.example/ada" })
    })
  )

  it.effect("refuses those who have no personal room with 401 {code, message}", () =>
    Effect.gen(function* () {
      const { token } = yield* logIn("grace")
      const { status, text } = yield* send("POST", room, { headers: asUser(token), body: guest })
      assert.strictEqual(status, 401)
      assert.strictEqual(text, '{"code":1007,"message":"Grace Hopper has no personal room."}')
    })
  )

  it.effect("invites the contacts of recent calls to the running session", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      const recent = (yield* send("GET", "/api/v1/calls/recent", { headers })).json
      const body = { call_id: running, contact_tokens: [recent.contact.token] }
      const { status, text, type } = yield* send("POST", session, { headers, body })
      assert.deepStrictEqual([status, text, type], [200, "{}", "application/json"])
      const { outbox } = yield* Emulator
      assert.deepInclude((yield* outbox("us")).at(-1), { kind: "session", to: "grace@example.com" })
    })
  )

  it.effect("refuses what is missing or unknown with 401 {code, message}", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      for (const [path, body, code] of [
        [room, { email: "guest@example.org" }, 1009],
        [room, { ...guest, email: "guest" }, 1009],
        [session, {}, 1009],
        [session, { call_id: running, contact_tokens: ["x"] }, 1008],
        [session, { call_id: "call_x", contact_tokens: ["contact-102"] }, 1008],
        [session, { call_id: running, contact_tokens: ["contact-102"], user_token: "x" }, 1002]
      ] as const) {
        const { json, status } = yield* send("POST", path, { headers, body })
        assert.deepStrictEqual([status, json.code, Object.keys(json)], [401, code, ["code", "message"]])
      }
    })
  )

  it.effect("refuses a missing and an invalid token with 401 {code, message}", () =>
    Effect.gen(function* () {
      for (const path of [room, session])
        for (const headers of [key, asUser("nonsense")]) {
          const { json, status } = yield* send("POST", path, { headers, body: guest })
          assert.deepStrictEqual([status, json.code], [401, 1002])
        }
    })
  )
})

layer(Emulator.layerServer({ port: 0, tokenLife: "1 hour" }))("invitations and expiry", (it) => {
  it.effect("answer an expired token with 401 and the bare string Token expired", () =>
    Effect.gen(function* () {
      const headers = yield* asAda
      yield* (yield* Emulator).advance("1 hour")
      for (const path of [room, session]) {
        const { status, text } = yield* send("POST", path, { headers, body: guest })
        assert.deepStrictEqual([status, text], [401, '"Token expired"'])
      }
    })
  )
})
