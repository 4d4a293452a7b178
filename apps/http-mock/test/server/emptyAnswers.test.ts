import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { originOf } from "../support/control.ts"
import { bytes } from "../support/raw.ts"
import { partsOf } from "../support/rawSocket.ts"
import { key } from "../support/wire.ts"

const account = { email: "one@example.com", name: "One", password: "correct-horse" }

const enterprise = { contact_email: "one@example.com", contact_name: "One", enterprise_name: "One", reseller_id: "1" }

const resend = "/api/v1/register/resend_confirmation?email=new%40example.com"

const empty = [
  ["/api/v1/register", { user_info: account }],
  ["/api/v1r1/register", { user_info: { ...account, email: "two@example.com" } }],
  ["/api/v1r1/register/enterprise", enterprise],
  [resend, undefined]
] as const

layer(Emulator.layerServer({ port: 0 }))("an answer without a body", (it) => {
  it.effect("has the content-length 0", () =>
    Effect.gen(function* () {
      const origin = yield* originOf
      for (const [path, body] of empty) {
        const answer = partsOf(
          yield* bytes(origin, { method: "POST", path: `/us${path}`, headers: key, ...(body && { body }) })
        )
        assert.deepStrictEqual([answer.status, answer.body], [200, ""], path)
        assert.strictEqual(answer.headers["content-length"], "0", path)
        assert.notProperty(answer.headers, "transfer-encoding")
      }
    })
  )

  it.effect("has the content-length 0 in process", () =>
    Effect.gen(function* () {
      const { baseUrl, fetch } = yield* Emulator
      const answer = yield* Effect.promise(() => fetch(`${baseUrl.us}${resend}`, { method: "POST", headers: key }))
      assert.deepStrictEqual([answer.status, answer.headers.get("content-length")], [200, "0"])
    })
  )

  it.effect("has no content-length with 204", () =>
    Effect.gen(function* () {
      const answer = partsOf(
        yield* bytes(yield* originOf, {
          method: "OPTIONS",
          path: "/us/api/v1/auth",
          headers: { origin: "http://localhost:5173", "access-control-request-method": "POST" }
        })
      )
      assert.strictEqual(answer.status, 204)
      assert.notProperty(answer.headers, "content-length")
    })
  )
})
