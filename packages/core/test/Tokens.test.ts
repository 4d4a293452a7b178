import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { Session } from "../src/Session.ts"
import { Tokens } from "../src/Tokens.ts"
import type { Sent } from "./support/wire.ts"
import { json, wire } from "./support/wire.ts"

const info = { created_at: 1, data: "", expires_at: 2, issuer: "i", permissions: [], status: "active" }
const validated = { ...info, id: "7", type: "user" }

const own = Redacted.make("given-1")

const sentBy = <A, E>(act: (tokens: Tokens["Service"]) => Effect.Effect<A, E>, isLoggedIn = true) => {
  const { layer, sent } = wire(({ path }) =>
    path.startsWith("/api/v1/auth")
      ? json(200, { token: "token-2", refresh: "refresh-2" })
      : json(200, path.includes("validate") ? validated : info)
  )
  return Effect.gen(function* () {
    if (isLoggedIn) yield* (yield* Session).start({ token: Redacted.make("token-1") })
    const exit = yield* Effect.exit(act(yield* Tokens))
    return { exit, sent }
  }).pipe(Effect.provide(layer))
}

const summary = ({ headers, path }: Sent) => [path, headers.authorization]

describe("Tokens", () => {
  it.effect.each([
    ["info", ({ info }: Tokens["Service"]) => info(), "/api/v1/token/info"],
    ["validate", ({ validate }: Tokens["Service"]) => validate(), "/api/v1/token/validate"],
    [
      "validate against permissions",
      ({ validate }: Tokens["Service"]) => validate({ permission_list: ["a"] }),
      "/api/v1/token/validate?permission_list=a"
    ]
  ] as const)("%s is about the token of the session by default", ([, act, path]) =>
    Effect.gen(function* () {
      const { sent } = yield* sentBy<unknown, unknown>(act)
      assert.deepStrictEqual(sent.map(summary), [[path, "token-1"]])
    })
  )

  it.effect.each([
    ["info", ({ info }: Tokens["Service"]) => info(own), "/api/v1/token/info?token=given-1"],
    ["validate", ({ validate }: Tokens["Service"]) => validate({ token: own }), "/api/v1/token/validate?token=given-1"]
  ] as const)("%s of a token of its own sends no other, and needs nobody to be logged in", ([, act, path]) =>
    Effect.gen(function* () {
      for (const isLoggedIn of [true, false]) {
        const { sent } = yield* sentBy<unknown, unknown>(act, isLoggedIn)
        assert.deepStrictEqual(sent.map(summary), [[path, undefined]])
      }
    })
  )

  it.effect("fails with SessionEnded if no user is logged in", () =>
    Effect.gen(function* () {
      const { exit, sent } = yield* sentBy(({ info }) => Effect.flip(info()), false)
      assert.deepInclude(exit, { _tag: "Success" })
      assert.match(JSON.stringify(exit), /SessionEnded/)
      assert.strictEqual(sent.length, 0)
    })
  )

  it.effect("renews the session if the answer says that its token has expired", () =>
    Effect.gen(function* () {
      const { layer, sent } = wire(({ headers, path }) =>
        path.endsWith("/auth/refresh")
          ? json(200, { token: "token-2", refresh: "refresh-2" })
          : headers.authorization === "token-1"
            ? json(401, "Token expired")
            : json(200, info)
      )
      const found = yield* Effect.gen(function* () {
        yield* (yield* Session).start({ token: Redacted.make("token-1"), refresh: Redacted.make("refresh-1") })
        return yield* (yield* Tokens).info()
      }).pipe(Effect.provide(layer))
      assert.deepStrictEqual(found, info)
      assert.deepStrictEqual(
        sent.map(({ path }) => path),
        ["/api/v1/token/info", "/api/v1/auth/refresh", "/api/v1/token/info"]
      )
    })
  )
})
