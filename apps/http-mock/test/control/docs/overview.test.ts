import { createHmac } from "node:crypto"

import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../../src/library/Emulator.ts"
import { listAt, recordAt, recordsAt, textAt } from "../../support/json.ts"
import { ask, origin } from "../../support/served.ts"
import { logIn } from "../../support/wire.ts"

const jsonOf = (response: Response): Effect.Effect<unknown> => Effect.promise(() => response.json())

const verifies = (key: unknown, token: string) => {
  const [head, claims, signature] = token.split(".")
  const expected = createHmac("sha256", Buffer.from(textAt(key, "k"), "base64url")).update(`${head}.${claims}`)
  return expected.digest("base64url") === signature
}

// these need a query
const needQuery = new Set(["/__mock/diff", "/__mock/outbox/wait"])

const statusAt = (url: string) =>
  Effect.promise(async () => {
    const { body, status } = await fetch(url)
    await body?.cancel()
    return status
  })

layer(Emulator.layerServer({ port: 0 }))("the overview of the emulator", (it) => {
  it.effect("lists addresses that all answer", () =>
    Effect.gen(function* () {
      for (const path of ["/__mock", "/__mock/"]) {
        const addresses = recordsAt(yield* Effect.flatMap(ask(path), jsonOf), "addresses").map((one) => ({
          method: textAt(one, "method"),
          url: textAt(one, "url")
        }))
        const listed = addresses.map(({ method, url }) => `${method} ${new URL(url).pathname}`)
        assert.includeMembers(listed, [
          "GET /__mock",
          "GET /__mock/docs",
          "GET /__mock/openapi.json",
          "GET /__mock/keys",
          "GET /__mock/clock",
          "POST /__mock/clock"
        ])
        for (const { method, url } of addresses)
          if (method === "GET" && !url.includes("{") && !needQuery.has(new URL(url).pathname))
            assert.strictEqual(yield* statusAt(url), 200, url)
      }
    })
  )

  it.effect("is linked from the index at /", () =>
    Effect.gen(function* () {
      const own = yield* origin
      assert.deepInclude(yield* Effect.flatMap(ask("/"), jsonOf), {
        docs: `${own}/__mock/docs`,
        openapi: `${own}/__mock/openapi.json`,
        keys: `${own}/__mock/keys`
      })
    })
  )

  it.effect("rejects other paths and methods, and lists the existing ones", () =>
    Effect.gen(function* () {
      for (const path of ["/__mock/nothing", "/__mock/docs/more", "/__mock/toString"]) {
        const response = yield* ask(path)
        const problem = yield* jsonOf(response)
        assert.strictEqual(response.status, 404)
        assert.strictEqual(response.headers.get("content-type"), "application/problem+json")
        assert.include(textAt(problem, "detail"), path)
        assert.isNotEmpty(listAt(problem, "addresses"))
      }
      for (const method of ["POST", "PUT", "DELETE"]) {
        const response = yield* ask("/__mock/keys", { method })
        assert.strictEqual(response.status, 405)
        assert.strictEqual(response.headers.get("allow"), "GET, HEAD")
        assert.include(textAt(yield* jsonOf(response), "detail"), `does not accept ${method}`)
      }
      for (const [path, allow] of [
        ["/__mock/clock", "GET, HEAD, POST, DELETE"],
        ["/__mock/gaps/calls.recent/", "GET, HEAD, PUT, DELETE"],
        ["/__mock/journal/stream", "GET, HEAD"]
      ] as const) {
        const response = yield* ask(path, { method: "PATCH" })
        assert.strictEqual(response.status, 405)
        assert.strictEqual(response.headers.get("allow"), allow)
        assert.include(textAt(yield* jsonOf(response), "detail"), "Use GET")
      }
    })
  )

  it.effect("answers HEAD without a body", () =>
    Effect.gen(function* () {
      const response = yield* ask("/__mock/keys", { method: "HEAD" })
      assert.strictEqual(response.status, 200)
      assert.strictEqual(yield* Effect.promise(() => response.text()), "")
    })
  )

  it.effect("has the keys that verify the tokens of each region only", () =>
    Effect.gen(function* () {
      const keys = yield* Effect.flatMap(ask("/__mock/keys"), jsonOf)
      const us = recordAt(keys, "us", "keys", 0)
      const eu = recordAt(keys, "eu", "keys", 0)
      assert.deepInclude(us, { kty: "oct", alg: "HS256", use: "sig", kid: "us" })
      assert.deepInclude(eu, { kty: "oct", alg: "HS256", use: "sig", kid: "eu" })
      const tokens = { us: (yield* logIn("ada", "us")).token, eu: (yield* logIn("ada", "eu")).token }
      assert.deepStrictEqual([verifies(us, tokens.us), verifies(us, tokens.eu)], [true, false])
      assert.deepStrictEqual([verifies(eu, tokens.eu), verifies(eu, tokens.us)], [true, false])
    })
  )
})
