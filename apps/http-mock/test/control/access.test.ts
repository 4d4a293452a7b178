import { request } from "node:http"

import { assert, describe, it, layer } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { isLocal } from "../../src/control/access.ts"
import { Emulator } from "../../src/library/Emulator.ts"
import { startEmulator } from "../../src/library/promise.ts"
import { originOf } from "../support/control.ts"

const statusOf = (path: string, headers: Record<string, string>) =>
  Effect.flatMap(originOf, (origin) =>
    Effect.callback<number>((resume) => {
      request(`${origin}${path}`, { headers }, (answer) => {
        answer.resume()
        resume(Effect.succeed(answer.statusCode ?? 0))
      }).end()
    })
  )

const clock = "/__mock/clock"

layer(Emulator.layerServer({ port: 0 }))("the control plane of an emulator of this machine", (it) => {
  it.effect("is for programs and pages of this machine", () =>
    Effect.gen(function* () {
      const { host } = new URL(yield* originOf)
      assert.strictEqual(yield* statusOf(clock, {}), 200)
      assert.strictEqual(yield* statusOf(clock, { host: "localhost:1" }), 200)
      assert.strictEqual(yield* statusOf(clock, { origin: `http://${host}` }), 200)
    })
  )

  it.effect("is not for pages of others, nor by a name that others gave this address", () =>
    Effect.gen(function* () {
      for (const path of [clock, "/__mock/keys", "/t/one/__mock/clock"]) {
        assert.strictEqual(yield* statusOf(path, { origin: "http://evil.example" }), 403)
        assert.strictEqual(yield* statusOf(path, { origin: "null" }), 403)
        assert.strictEqual(yield* statusOf(path, { "sec-fetch-site": "cross-site" }), 403)
        assert.strictEqual(yield* statusOf(path, { host: "evil.example" }), 403)
      }
    })
  )

  it.effect("shows its docs to anybody", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* statusOf("/__mock/docs", { "sec-fetch-site": "cross-site" }), 200)
    })
  )
})

layer(Emulator.layerServer({ port: 0, host: "0.0.0.0", controlToken: Redacted.make("secret") }))(
  "the control plane of an emulator that other machines reach",
  (it) => {
    it.effect("asks for its token", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* statusOf(clock, {}), 401)
        assert.strictEqual(yield* statusOf(clock, { authorization: "Bearer wrong" }), 401)
        assert.strictEqual(yield* statusOf(clock, { authorization: "Bearer secret" }), 200)
        assert.strictEqual(yield* statusOf("/__mock/keys", {}), 401)
        assert.strictEqual(yield* statusOf("/__mock/openapi.json", {}), 200)
      })
    )
  }
)

layer(Emulator.layerServer({ port: 0, host: "0.0.0.0" }))("the same without a token", (it) => {
  it.effect("serves no control plane", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* statusOf(clock, { authorization: "Bearer " }), 403)
    })
  )
})

describe("an empty token", () => {
  it.effect.each(["", "  "])("%j is refused, wherever the emulator listens", (token) =>
    Effect.gen(function* () {
      for (const host of ["127.0.0.1", "0.0.0.0"]) {
        const started = Layer.build(Emulator.layerServer({ port: 0, host, controlToken: Redacted.make(token) }))
        const exit = yield* Effect.exit(Effect.scoped(started))
        assert.isTrue(Exit.isFailure(exit), host)
        if (Exit.isFailure(exit))
          assert.match(String(Cause.squash(exit.cause)), /RangeError: The option controlToken is empty\. .*/)
      }
    })
  )

  it("is refused with promises", async () => {
    const failed = await startEmulator({ port: 0, host: "0.0.0.0", controlToken: "" }).then(
      (emulator) => emulator.close(),
      String
    )
    assert.match(failed ?? "", /RangeError: The option controlToken is empty/)
  })
})

describe("isLocal", () => {
  it("knows the addresses that only this machine reaches", () => {
    for (const host of ["127.0.0.1", "127.8.8.8", "localhost", "::1"]) assert.isTrue(isLocal(host), host)
    for (const host of ["0.0.0.0", "::", "", "192.168.1.1", "127.0.0.1.evil.example"])
      assert.isFalse(isLocal(host), host)
  })
})
