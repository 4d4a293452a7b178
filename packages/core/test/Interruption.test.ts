import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { Auth } from "../src/Auth.ts"
import * as Client from "../src/Client.ts"
import * as HttpFetch from "../src/HttpFetch.ts"
import { Region } from "../src/Region.ts"
import { listen } from "./support/listen.ts"
import { settings } from "./support/wire.ts"

describe("an interrupted call", () => {
  it.live("closes its connection, so that the service sees nobody waits", () =>
    Effect.gen(function* () {
      const requested = yield* Deferred.make<void>()
      const closed = yield* Deferred.make<void>()
      const { origin } = yield* listen((_, response) => {
        Deferred.doneUnsafe(requested, Effect.void)
        response.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
      })
      const call = yield* Effect.flatMap(Auth, (auth) =>
        auth.logIn({ email: "ada", password: Redacted.make("correct-horse") })
      ).pipe(
        Effect.provide(
          Client.layer.pipe(Layer.provide([Region.layer({ ...settings, baseUrl: origin }), HttpFetch.layer]))
        ),
        Effect.forkChild
      )
      yield* Deferred.await(requested)
      assert.isFalse(yield* Deferred.isDone(closed))
      yield* Fiber.interrupt(call)
      yield* Deferred.await(closed)
    })
  )
})
