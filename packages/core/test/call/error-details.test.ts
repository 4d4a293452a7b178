import { join } from "node:path"
import { inspect } from "node:util"

import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { BodyLimit } from "../../src/BodyLimit.ts"
import { CallOptions } from "../../src/CallOptions.ts"
import { Calls } from "../../src/Calls.ts"
import * as Client from "../../src/Client.ts"
import * as Drift from "../../src/Drift.ts"
import { EnterpriseUsers } from "../../src/EnterpriseUsers.ts"
import { Http } from "../../src/Http.ts"
import * as HttpFetch from "../../src/HttpFetch.ts"
import * as HttpNode from "../../src/HttpNode.ts"
import { Session } from "../../src/Session.ts"
import * as TokenFile from "../../src/TokenFile.ts"
import { folder } from "../support/folder.ts"
import { region, wire } from "../support/wire.ts"

const refresh = Redacted.make("refresh-1")

const started = <A, E, R>(call: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Session, (session) =>
    Effect.andThen(session.start({ token: Redacted.make("token-1"), refresh }), Effect.flip(call))
  ).pipe(Effect.provideService(CallOptions, { retries: 0 }))

const list = Effect.flatMap(EnterpriseUsers, (users) => users.list())
const calls = Effect.flatMap(Calls, ({ recent }) => recent)

const headers = {
  "Content-Type": "application/json",
  "X-Request-Id": "request-7",
  "Set-Cookie": "session=abc",
  "X-Refresh-Token": "anything",
  "X-Echo": "Basic token-1 key-1"
}

const answer = (status: number, body: unknown) => () => new Response(JSON.stringify(body), { status, headers })

describe("the error of an answer", () => {
  const cases = [
    ["ErrorV1", calls, answer(500, { code: 1, message: "Down" })],
    ["ErrorV1R1", list, answer(400, { code: 1004, message: "No", name: "generic" })],
    ["ErrorText", calls, answer(401, "No permission")],
    ["UnexpectedAnswer", list, answer(418, "short and stout")],
    [
      "Drifted",
      list,
      answer(200, { entries: [{ id: 1, name: 5 }], total_entries: 1, total_pages: 1, page: 1, page_size: 20 })
    ]
  ] as const

  it.effect.each(cases)("has its headers and its request id, and masks secrets: %s", ([tag, call, answered]) => {
    const { layer } = wire(answered)
    return Effect.gen(function* () {
      const error: any = yield* started(Effect.provideService(call as typeof list, Drift.Mode, "strict"))
      assert.strictEqual(error._tag, tag)
      assert.strictEqual(error.requestId, "request-7")
      assert.deepInclude(error.headers, {
        "content-type": "application/json",
        "x-request-id": "request-7",
        "set-cookie": "…",
        "x-refresh-token": "…",
        "x-echo": "Basic … …"
      })
      assert.notMatch(inspect(error, { depth: 9 }), /token-1|key-1|abc/)
    }).pipe(Effect.provide(layer))
  })

  it.effect("has its headers if its body is too large", () => {
    const { layer } = wire(answer(200, "x".repeat(100)))
    return Effect.gen(function* () {
      const error: any = yield* started(list)
      assert.deepInclude(error, { _tag: "BodyTooLarge", requestId: "request-7" })
    }).pipe(Effect.provide(Layer.fresh(layer).pipe(Layer.provide(Layer.succeed(BodyLimit, 10)))))
  })

  it.effect("is the cause of the end of a session that it ends", () => {
    const { layer } = wire(({ path }) =>
      path.endsWith("/refresh") ? answer(401, { code: 1, message: "Invalid token" })() : answer(401, "Token expired")()
    )
    return Effect.gen(function* () {
      const error: any = yield* started(list)
      assert.strictEqual(error._tag, "SessionEnded")
      assert.deepInclude(error.cause, { _tag: "ErrorV1", requestId: "request-7", path: "/api/v1/auth/refresh" })
    }).pipe(Effect.provide(layer))
  })
})

describe("the error without an answer", () => {
  const over = (http: Layer.Layer<Http>, baseUrl: string) =>
    Client.layer.pipe(Layer.provide([region({ baseUrl }), http]))

  it.live.each([
    ["HttpNode", HttpNode.layer],
    ["HttpFetch", HttpFetch.layer]
  ] as const)("has the code and the error of the platform: %s", ([, http]) =>
    Effect.gen(function* () {
      const error: any = yield* started(list)
      assert.deepInclude(error, { _tag: "ConnectionFailed", code: "ECONNREFUSED" })
      assert.match(inspect(error.cause), /ECONNREFUSED/)
    }).pipe(Effect.provide(over(http, "http://127.0.0.1:49151")))
  )

  it.effect("masks secrets in all causes, whose cycle it cuts", () => {
    const inner = Object.assign(new Error("read key-1"), { code: "ECONNRESET" })
    const cause = new TypeError("sending token-1 failed", { cause: inner })
    inner.cause = cause
    const exchange = () => Effect.fail({ _tag: "ConnectionLost", reason: "lost", mayHaveLeft: true, cause } as const)
    return Effect.gen(function* () {
      const error: any = yield* started(list)
      assert.strictEqual(error.code, "ECONNRESET")
      const { cause } = error
      assert.deepStrictEqual([cause.name, cause.message], ["TypeError", "sending … failed"])
      assert.deepStrictEqual([cause.cause.message, cause.cause.code], ["read …", "ECONNRESET"])
      assert.notMatch(inspect(error, { depth: 20 }), /token-1|key-1/)
    }).pipe(Effect.provide(over(Layer.succeed(Http, { exchange }), "http://localhost")))
  })

  it.effect("has the code and the error of a token file that cannot be written", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "file")
      yield* Effect.promise(() => import("node:fs/promises").then(({ writeFile }) => writeFile(path, "")))
      const store = TokenFile.layer(join(path, "tokens.json")).pipe(Layer.provide(NodeServices.layer))
      const client = Client.layerStore.pipe(
        Layer.provide([region(), store, Layer.succeed(Http, { exchange: () => Effect.die("nothing is sent") })])
      )
      const error: any = yield* Effect.flip(
        Effect.provide(
          Effect.flatMap(Session, (session) => session.start({ token: Redacted.make("token-1"), refresh })),
          client
        )
      )
      assert.deepInclude(error, { _tag: "TokenStoreFailed", code: "ENOTDIR" })
      assert.match(inspect(error.cause), /ENOTDIR/)
    })
  )
})
