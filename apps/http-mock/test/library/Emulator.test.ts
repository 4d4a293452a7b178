import { connect } from "node:net"

import { assert, describe, it } from "@effect/vitest"
import * as Client from "@remote-assist/core/Client"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Pods } from "@remote-assist/core/Pods"
import { Region } from "@remote-assist/core/Region"
import { Session } from "@remote-assist/core/Session"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { Emulator } from "../../src/library/Emulator.ts"

const sdk = (region: "us" | "eu") =>
  Client.layer.pipe(
    Layer.provide(
      Layer.unwrap(
        Effect.map(Emulator, ({ baseUrl, demo }) =>
          Region.layer({ name: region, baseUrl: baseUrl[region], apiKey: Redacted.make(demo.apiKey) })
        )
      )
    )
  )

const logIn = Effect.gen(function* () {
  const { demo } = yield* Emulator
  const session = yield* Session
  yield* session.logIn({ email: demo.email, password: Redacted.make(demo.password) })
})

const closedWith = (socket: ReturnType<typeof connect>) =>
  new Promise<string>((resolve) => socket.on("close", () => resolve("closed")).on("error", () => undefined))

describe("Emulator.layer", () => {
  it.effect("serves the SDK in the process, which renews its session when the clock advances", () =>
    Effect.gen(function* () {
      yield* logIn
      const users = yield* EnterpriseUsers
      const pods = yield* Pods
      assert.strictEqual((yield* users.list()).total_entries, 1000)
      yield* Effect.flatMap(Emulator, ({ advance }) => advance("31 days"))
      assert.strictEqual((yield* users.list({ filter: "email=grace@example.com" })).total_entries, 1)
      assert.strictEqual((yield* pods.list()).entries.length, 2)
    }).pipe(Effect.provide(Layer.provideMerge(sdk("eu"), Emulator.layer({ users: 1000 }))))
  )

  it.effect("creates a new world each time", () =>
    Effect.gen(function* () {
      const count = Effect.gen(function* () {
        yield* logIn
        const users = yield* EnterpriseUsers
        yield* users.provision({ email: "joan@example.com" })
        return (yield* users.list()).total_entries
      }).pipe(Effect.provide(Layer.provideMerge(sdk("us"), Emulator.layer())))
      assert.deepStrictEqual([yield* count, yield* count], [5, 5])
    })
  )

  it.effect("answers requests to its own origin only", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(HttpClient.get("http://127.0.0.1:4010/us"))
      assert.include(String(failure.cause), "http://emulator.internal")
    }).pipe(Effect.provide(Emulator.layer()))
  )
})

describe("Emulator.layerServer", () => {
  it.effect("listens on a free port for 0, and frees it with its scope", () =>
    Effect.gen(function* () {
      const used = Effect.map(Emulator, ({ baseUrl }) => baseUrl).pipe(
        Effect.provide(Emulator.layerServer({ port: 0 }))
      )
      const baseUrl = yield* used
      assert.match(baseUrl.us, /^http:\/\/127\.0\.0\.1:\d+\/us$/)
      assert.match(baseUrl.eu, /^http:\/\/127\.0\.0\.1:\d+\/eu$/)
      const answer = yield* Effect.promise(() => fetch(baseUrl.us).catch(() => "refused"))
      assert.strictEqual(answer, "refused")
    })
  )

  it.effect("closes at once although a connection never sends a request", () =>
    Effect.gen(function* () {
      const silent = yield* Effect.gen(function* () {
        const { port } = new URL((yield* Emulator).baseUrl.us)
        const socket = connect(Number(port), "127.0.0.1")
        yield* Effect.promise(() => new Promise((resolve) => socket.once("connect", resolve)))
        yield* Effect.promise(() => fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.text()))
        return socket
      }).pipe(Effect.provide(Emulator.layerServer({ port: 0 })))
      assert.strictEqual(yield* Effect.promise(() => closedWith(silent)), "closed")
    })
  )
})
