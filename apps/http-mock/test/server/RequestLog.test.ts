import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"

import { RequestLog } from "../../src/server/journal.ts"
import { fault } from "../faults/support/fault.ts"
import { controlled } from "../support/control.ts"
import { startRequest } from "../support/startRequest.ts"
import { key, send } from "../support/wire.ts"

const statuses: Array<unknown> = []

const collecting = Logger.make(({ fiber }) => {
  statuses.push(fiber.getRef(References.CurrentLogAnnotations)["status"])
})

const logging = controlled().pipe(
  Layer.provide(Layer.merge(Logger.layer([collecting]), Layer.succeed(RequestLog, true)))
)

describe("the request log", () => {
  it.effect("has the status of each request, or null if no answer was sent", () =>
    Effect.gen(function* () {
      yield* send("GET", "/api/v1/token/info")
      yield* fault({ operations: ["Tokens.info"], does: { kind: "reset" } })
      yield* Effect.exit(send("GET", "/api/v1/token/info"))
      assert.deepStrictEqual(statuses, [401, null])
      const { leave } = yield* startRequest({ headers: key, body: { email: "slow@example.com" } })
      yield* leave
      yield* Effect.repeat(Effect.yieldNow, { until: () => statuses.length > 2 })
      assert.deepStrictEqual(statuses, [401, null, null])
    }).pipe(Effect.provide(logging), Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()))
  )
})
