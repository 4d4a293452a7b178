import { request } from "node:http"
import { connect } from "node:net"
import { text } from "node:stream/consumers"

import { assert, describe, it, layer } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { Emulator } from "../../src/library/Emulator.ts"
import { startEmulator } from "../../src/library/promise.ts"
import { isLocal } from "../../src/wire/request.ts"
import { originOf } from "../support/control.ts"

const ask = (path: string, headers: Record<string, string>, method = "GET") =>
  Effect.flatMap(originOf, (origin) =>
    Effect.callback<{ readonly status: number; readonly body: string }>((resume) => {
      request(`${origin}${path}`, { headers, method }, async (answer) => {
        const body = await text(answer)
        resume(Effect.succeed({ status: answer.statusCode ?? 0, body }))
      }).end()
    })
  )

const statusOf = (path: string, headers: Record<string, string>, method?: string) =>
  Effect.map(ask(path, headers, method), ({ status }) => status)

const clock = "/__mock/clock"

// a credential that each page shows to programs of this machine
const shown = { "/": "ada@example.com", "/__mock/docs": "demo-api-key" }

layer(Emulator.layerServer({ port: 0 }))("the control plane of a local emulator", (it) => {
  it.effect("accepts programs and pages of this machine", () =>
    Effect.gen(function* () {
      const { host } = new URL(yield* originOf)
      assert.strictEqual(yield* statusOf(clock, {}), 200)
      for (const host of ["localhost:1", "LocalHost:1"]) assert.strictEqual(yield* statusOf(clock, { host }), 200)
      assert.strictEqual(yield* statusOf(clock, { origin: `http://${host}` }), 200)
    })
  )

  it.effect("rejects pages of other origins and other host names", () =>
    Effect.gen(function* () {
      for (const path of [clock, "/__mock/keys", "/t/one/__mock/clock"]) {
        assert.strictEqual(yield* statusOf(path, { origin: "http://evil.example" }), 403)
        assert.strictEqual(yield* statusOf(path, { origin: "null" }), 403)
        assert.strictEqual(yield* statusOf(path, { "sec-fetch-site": "cross-site" }), 403)
        assert.strictEqual(yield* statusOf(path, { host: "evil.example" }), 403)
        // the host of requests without a socket
        assert.strictEqual(yield* statusOf(path, { host: "emulator.internal" }), 403)
      }
    })
  )

  it.effect.each([
    "GET /__mock/tenants HTTP/1.0\r\n\r\n",
    "GET /__mock/tenants HTTP/1.1\r\nhost:\r\nconnection: close\r\n\r\n"
  ])("rejects a request without a host: %j", (sent) =>
    Effect.gen(function* () {
      const { hostname, port } = new URL(yield* originOf)
      const answer = yield* Effect.promise(() => {
        const socket = connect(Number(port), hostname)
        socket.end(sent)
        return text(socket)
      })
      assert.include(answer, " 403 Forbidden")
      assert.include(answer, "The host header is missing or empty.")
      assert.notInclude(answer, "emulator.internal")
    })
  )

  it.effect("shows its page without a token, whichever page links to it", () =>
    Effect.gen(function* () {
      for (const headers of [{}, { "sec-fetch-site": "cross-site" }])
        assert.notInclude((yield* ask("/__mock/docs", headers)).body, "controlToken")
    })
  )

  it.effect("shows credentials only to programs and pages of this machine", () =>
    Effect.gen(function* () {
      const others = [{ host: "evil.example" }, { origin: "http://evil.example" }, { "sec-fetch-site": "cross-site" }]
      for (const [path, credential] of Object.entries(shown)) {
        assert.include((yield* ask(path, {})).body, credential)
        for (const headers of others) assert.notInclude((yield* ask(path, headers)).body, credential)
      }
    })
  )

  it.effect("answers HEAD of its first page without a body", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ask("/", {}, "HEAD"), { status: 200, body: "" })
    })
  )

  it.effect("shows its documentation to everyone", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* statusOf("/__mock/docs", { "sec-fetch-site": "cross-site" }), 200)
    })
  )
})

layer(Emulator.layerServer({ port: 0, host: "127.0.0.2" }))("the control plane at another loopback address", (it) => {
  it.effect("can be reached", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* statusOf(clock, {}), 200)
    })
  )
})

layer(Emulator.layerServer({ port: 0, host: "0.0.0.0", controlToken: Redacted.make("secret") }))(
  "the control plane of an emulator on the network",
  (it) => {
    it.effect("requires its token", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* statusOf(clock, {}), 401)
        assert.strictEqual(yield* statusOf(clock, { authorization: "Bearer wrong" }), 401)
        assert.strictEqual(yield* statusOf(clock, { authorization: "Bearer secret" }), 200)
        assert.strictEqual(yield* statusOf("/__mock/keys", {}), 401)
        assert.strictEqual(yield* statusOf("/__mock/openapi.json", {}), 200)
        for (const [path, credential] of Object.entries(shown))
          assert.notInclude((yield* ask(path, {})).body, credential)
      })
    )
  }
)

layer(Emulator.layerServer({ port: 0, host: "0.0.0.0" }))(
  "an emulator on the network without a control token",
  (it) => {
    it.effect("serves no control plane", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* statusOf(clock, { authorization: "Bearer " }), 403)
      })
    )
  }
)

describe("an empty token", () => {
  it.effect.each(["", "  "])("%j is rejected on every address", (token) =>
    Effect.gen(function* () {
      for (const host of ["127.0.0.1", "0.0.0.0"]) {
        const started = Layer.build(Emulator.layerServer({ port: 0, host, controlToken: Redacted.make(token) }))
        const exit = yield* Effect.exit(Effect.scoped(started))
        assert.isTrue(Exit.isFailure(exit), host)
        if (Exit.isFailure(exit))
          assert.match(String(Cause.squash(exit.cause)), /RangeError: Option controlToken is empty\. .*/)
      }
    })
  )

  it("is rejected by startEmulator", async () => {
    const failed = await startEmulator({ port: 0, host: "0.0.0.0", controlToken: "" }).then(
      (emulator) => emulator.close(),
      String
    )
    assert.match(failed ?? "", /RangeError: Option controlToken is empty/)
  })
})

describe("isLocal", () => {
  it("accepts exactly the loopback addresses", () => {
    for (const host of ["127.0.0.1", "127.8.8.8", "localhost", "::1"]) assert.isTrue(isLocal(host), host)
    for (const host of ["0.0.0.0", "::", "", "192.168.1.1", "127.0.0.1.evil.example"])
      assert.isFalse(isLocal(host), host)
  })
})
