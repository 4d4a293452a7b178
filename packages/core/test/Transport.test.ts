import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import { Auth } from "../src/Auth.ts"
import { EnterpriseUsers, UserId } from "../src/EnterpriseUsers.ts"
import type { RegionSettings } from "../src/Region.ts"
import { Session } from "../src/Session.ts"
import { Tokens } from "../src/Tokens.ts"
import { json, wire } from "./support/wire.ts"

const page = { entries: [], total_entries: 0, total_pages: 0, page: 1, page_size: 20 }
const pair = { token: "t", refresh: "r" }

const listed = (options: Partial<RegionSettings> = {}, filter?: string) => {
  const { sent, layer } = wire(() => json(200, page), options)
  return Effect.gen(function* () {
    yield* (yield* Session).start({ token: Redacted.make("token-1") })
    yield* (yield* EnterpriseUsers).list(filter === undefined ? {} : { filter })
    return sent[0]
  }).pipe(Effect.provide(layer))
}

const loggedIn = (options: Partial<RegionSettings> = {}) => {
  const { sent, layer } = wire(() => json(200, pair), options)
  return Effect.gen(function* () {
    yield* (yield* Auth).logIn({ email: "ada", password: Redacted.make("correct-horse") })
    return sent[0]
  }).pipe(Effect.provide(layer))
}

describe("the request on the wire", () => {
  it.effect("carries the token raw in authorization and the API key in its own header", () =>
    Effect.gen(function* () {
      const request = yield* listed()
      assert.strictEqual(request?.url, "https://us.example.com/api/v1r1/enterprise/users")
      assert.deepInclude(request?.headers, { authorization: "token-1", "x-service-api-key": "key-1" })
    })
  )

  it.effect("names the API-key header as the region is set to", () =>
    Effect.gen(function* () {
      const request = yield* listed({ apiKeyHeader: "x-acme-key" })
      assert.deepInclude(request?.headers, { "x-acme-key": "key-1" })
      assert.notProperty(request?.headers, "x-service-api-key")
    })
  )

  it.effect("carries the API key in authorization in the reference form, if no token takes the place", () =>
    Effect.gen(function* () {
      assert.deepInclude((yield* loggedIn({ apiKeyForm: "authorization" }))?.headers, { authorization: "key-1" })
      assert.deepInclude((yield* listed({ apiKeyForm: "authorization" }))?.headers, {
        authorization: "token-1",
        "x-service-api-key": "key-1"
      })
    })
  )

  it.effect("carries no trace ids", () =>
    Effect.gen(function* () {
      const request = yield* Effect.withSpan(listed(), "outer")
      assert.notProperty(request?.headers, "traceparent")
      assert.notProperty(request?.headers, "b3")
    })
  )

  it.effect("carries the password in the body as the interface spells it", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* loggedIn())?.body, '{"email":"ada","password":"correct-horse"}')
    })
  )

  it.effect("percent-encodes a filter once, + included", () =>
    Effect.gen(function* () {
      const request = yield* listed({}, "email=ada+test@example.com")
      assert.strictEqual(request?.path, "/api/v1r1/enterprise/users?filter=email%3Dada%2Btest%40example.com")
    })
  )

  it.effect("repeats the key of a list parameter", () => {
    const info = { created_at: 1, data: "", expires_at: 2, id: "1", issuer: "i", permissions: [], status: "", type: "" }
    const { sent, layer } = wire(() => json(200, info))
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      yield* (yield* Tokens).validate({ permission_list: ["view_contacts", "view_account"] })
      assert.strictEqual(
        sent[0]?.path,
        "/api/v1/token/validate?permission_list=view_contacts&permission_list=view_account"
      )
    }).pipe(Effect.provide(layer))
  })

  it.effect.each([
    ["the user", () => json(200, { id: 7, active: false }), true],
    ["other JSON", () => json(200, { ok: true }), false],
    ["nothing", () => new Response(null, { status: 200 }), false],
    ["204", () => new Response(null, { status: 204 }), false],
    ["plain text", () => new Response("OK", { headers: { "content-type": "text/plain" } }), false]
  ] as const)("accepts an administration answer of %s", ([, answer, isUser]) => {
    const { layer } = wire(answer)
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      const acknowledged = yield* (yield* EnterpriseUsers).deactivate(UserId.make(7))
      assert.strictEqual(Option.isSome(acknowledged.entry), isUser)
    }).pipe(Effect.provide(layer))
  })

  it.effect("decodes users as the deployed service sends them", () => {
    const entry = {
      id: 7,
      status: 3,
      avatar: { original: null, thumb: null },
      last_used_at: "",
      role_name: "User",
      manage: true,
      shoe_size: 44
    }
    const { layer } = wire(() => json(200, { ...page, entries: [entry] }))
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      const { entries } = yield* (yield* EnterpriseUsers).list()
      assert.deepInclude(entries[0], { id: UserId.make(7), status: 3, last_used_at: "" })
      assert.notProperty(entries[0], "shoe_size")
    }).pipe(Effect.provide(layer))
  })
})
