import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { at, textAt } from "../support/json.ts"
import { newSite } from "./support/Site.ts"
import type { Site } from "./support/Site.ts"

const call = "call_00000000-0000-4000-8000-000000000001"

const fields = ["alt1_id", "alt2_id", "alt3_id"] as const

const readId = (site: Site, token: string, field: (typeof fields)[number]) =>
  Effect.map(site.ask("Calls.read", { id: call, token }), ({ json }) => at(json, field))

layer(Emulator.layerServer({ port: 0 }))("§8: limits", (it) => {
  for (const field of fields) {
    it.effect(`${field} of PUT /v1/calls/{call_id}: 512 characters are kept`, () =>
      Effect.gen(function* () {
        const site = yield* newSite
        const { token } = yield* site.logIn("ada")
        for (const text of ["x".repeat(512), "\u00e9".repeat(512), "😀".repeat(512), ""]) {
          assert.strictEqual(
            (yield* site.ask("Calls.annotate", { id: call, body: { [field]: text }, token })).status,
            200
          )
          assert.strictEqual(yield* readId(site, token, field), text)
        }
      })
    )

    it.effect(`${field} of PUT /v1/calls/{call_id}: 513 characters are refused by its name, and nothing is kept`, () =>
      Effect.gen(function* () {
        const site = yield* newSite
        const { token } = yield* site.logIn("ada")
        const body = { extra_info: "kept?", [field]: "x".repeat(513) }
        const { json, status } = yield* site.ask("Calls.annotate", { id: call, body, token })
        assert.strictEqual(status, 401)
        assert.include(textAt(json, "message"), field)
        assert.include(textAt(json, "message"), "512")
        const { json: after } = yield* site.ask("Calls.read", { id: call, token })
        assert.deepStrictEqual([at(after, field), at(after, "extra_info")], ["", ""])
      })
    )
  }

  it.effect("extra_info of PUT /v1/calls/{call_id} has no limit", () =>
    Effect.gen(function* () {
      const site = yield* newSite
      const { token } = yield* site.logIn("ada")
      const extra_info = "x".repeat(100_000)
      yield* site.ask("Calls.annotate", { id: call, body: { extra_info }, token })
      assert.strictEqual(at((yield* site.ask("Calls.read", { id: call, token })).json, "extra_info"), extra_info)
    })
  )
})
