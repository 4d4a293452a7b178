import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { Auth } from "../src/Auth.ts"
import * as Client from "../src/Client.ts"
import * as HttpFetch from "../src/HttpFetch.ts"
import { Region } from "../src/Region.ts"
import { listen } from "./support/listen.ts"
import { settings } from "./support/wire.ts"

describe("a redirect", () => {
  it.live("is not followed, so that no credential reaches another origin", () =>
    Effect.gen(function* () {
      const reached: Array<unknown> = []
      const elsewhere = yield* listen((request, response) => {
        reached.push(request.headers)
        response.end("{}")
      })
      const service = yield* listen((_, response) => {
        response.writeHead(307, { location: `${elsewhere.origin}/api/v1/auth` }).end()
      })
      const error = yield* Effect.flatMap(Auth, (auth) =>
        Effect.flip(auth.logIn({ email: "ada", password: Redacted.make("correct-horse") }))
      ).pipe(
        Effect.provide(
          Client.layer.pipe(
            Layer.provide(Region.layer({ ...settings, baseUrl: service.origin })),
            Layer.provide(HttpFetch.layer)
          )
        )
      )
      assert.deepInclude(error, { _tag: "UnexpectedAnswer", status: 307 })
      assert.include(error.message, `a redirect to ${elsewhere.origin}, which is not followed: `)
      assert.match(error.message, /Set the base address to where the service is\.$/)
      assert.deepStrictEqual(reached, [])
    })
  )
})
