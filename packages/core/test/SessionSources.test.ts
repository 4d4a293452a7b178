import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import { EnterpriseUsers } from "../src/EnterpriseUsers.ts"
import { Session } from "../src/Session.ts"
import { settled } from "./support/session.ts"
import type { Answer, Sent } from "./support/wire.ts"
import { json, wire } from "./support/wire.ts"

const page = { entries: [], total_entries: 0, total_pages: 0, page: 1, page_size: 20 }
const pair = { token: "token-1", refresh: "refresh-1" }

const jwt = (exp: number) => `h.${Base64Url.encode(JSON.stringify({ exp }))}.s`

const list = Effect.flatMap(EnterpriseUsers, (users) => users.list())

const credentials = { email: "ada", password: Redacted.make("correct-horse") }

const logIns = [
  ["logIn", (s: Session["Service"]) => s.logIn(credentials), "/api/v1/auth", pair],
  ["logInV1R1", (s: Session["Service"]) => s.logInV1R1(credentials), "/api/v1r1/auth", pair],
  ["logInWithToken", (s: Session["Service"]) => s.logInWithToken(Redacted.make("pat")), "/api/v1r1/auth/pat", pair],
  ["logInAnonymously", (s: Session["Service"]) => s.logInAnonymously("Guest"), "/api/v1/anonymous/auth", pair],
  ["logInFromUrl", (s: Session["Service"]) => s.logInFromUrl("https://i"), "/api/v1r1/auth/from_url", pair],
  ["logInFromAlias", (s: Session["Service"]) => s.logInFromAlias(Redacted.make("a")), "/api/v1/auth/exchange", pair],
  [
    "logInAsEnterprise",
    (s: Session["Service"]) => s.logInAsEnterprise(credentials),
    "/api/v1/enterprise/auth",
    "token-1"
  ]
] as const

const authorizations = (sent: ReadonlyArray<Sent>) =>
  sent.filter(({ method }) => method === "GET").map(({ headers }) => headers.authorization)

describe("Session", () => {
  it.effect.each(logIns)("sends the token obtained by %s", ([, logIn, path, answer]) => {
    const { sent, layer } = wire((request) => json(200, request.method === "POST" ? answer : page))
    return Effect.gen(function* () {
      yield* logIn(yield* Session)
      yield* list
      assert.strictEqual(sent[0]?.path, path)
      assert.deepStrictEqual(authorizations(sent), ["token-1"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("renews a session of a personal access token by exchanging it again", () => {
    let exchanges = 0
    const { sent, layer } = wire((request) => {
      if (request.path.endsWith("/pat")) return json(200, { token: `token-${++exchanges}` })
      return request.headers.authorization === "token-2"
        ? json(200, page)
        : json(400, { code: 1003, message: "Token expired", name: "generic" })
    })
    return Effect.gen(function* () {
      yield* (yield* Session).logInWithToken(Redacted.make("pat-1"))
      yield* list
      assert.deepStrictEqual(authorizations(sent), ["token-1", "token-2"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("ends an anonymous session when its token has expired", () => {
    const { layer } = wire((request) =>
      request.method === "POST" ? json(200, { token: "t" }) : json(401, "Token expired")
    )
    return Effect.gen(function* () {
      yield* (yield* Session).logInAnonymously()
      const error = yield* Effect.flip(list)
      assert.strictEqual(error._tag, "SessionEnded")
      assert.match(error.message, /without a refresh token/)
    }).pipe(Effect.provide(layer))
  })

  const expiring =
    (next: () => string): Answer =>
    (request) =>
      request.path.endsWith("/auth/refresh") ? json(200, { token: next(), refresh: "r" }) : json(200, page)

  it.effect("renews a token that is about to expire, and sends it meanwhile", () => {
    const { sent, layer } = wire(expiring(() => jwt(7200)))
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make(jwt(3600)), refresh: Redacted.make("r") })
      yield* list
      yield* TestClock.adjust("3570 seconds")
      yield* list
      yield* settled
      yield* list
      assert.deepStrictEqual(authorizations(sent), [jwt(3600), jwt(3600), jwt(7200)])
      assert.strictEqual(sent.length, 4)
    }).pipe(Effect.provide(layer))
  })

  it.effect("does not refresh for each call when clocks differ so much that every token seems expired", () => {
    let issued = 0
    const { sent, layer } = wire(expiring(() => jwt(++issued)))
    return Effect.gen(function* () {
      yield* TestClock.adjust("1 day")
      yield* (yield* Session).start({ token: Redacted.make(jwt(3600)), refresh: Redacted.make("r") })
      yield* Effect.replicateEffect(list, 5)
      assert.strictEqual(sent.length, 5 + 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("sends the token as it is when renewing ahead meets a fault", () => {
    const { sent, layer } = wire((request) =>
      request.path.endsWith("/auth/refresh") ? new Response("busy", { status: 503 }) : json(200, page)
    )
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make(jwt(30)), refresh: Redacted.make("r") })
      yield* list
      assert.deepStrictEqual(authorizations(sent), [jwt(30)])
    }).pipe(Effect.provide(layer))
  })
})
