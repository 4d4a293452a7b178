import { assert, describe, it } from "@effect/vitest"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { administratorLogsIn, scenario } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

import { running } from "../support/running.ts"

const maxRequests = 500

describe("an emulator in this process", () => {
  it.live("does not starve timers while scenarios run", () =>
    Effect.gen(function* () {
      let requests = 0
      const asks = scenario(
        Effect.gen(function* () {
          yield* administratorLogsIn
          const users = yield* EnterpriseUsers
          let isDue = false
          setTimeout(() => {
            isDue = true
          }, 1)
          yield* Effect.repeat(users.list(), { until: () => isDue || ++requests >= maxRequests })
        })
      )
      yield* running({ asks })
      assert.isBelow(requests, maxRequests)
    })
  )
})
