import { assert, describe, it } from "@effect/vitest"
import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import { administratorLogsIn, scenario, step, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

import { running } from "../support/running.ts"

describe("RecordedHttp", () => {
  it.live("assigns the renewal of a session to the step that needs it", () =>
    Effect.gen(function* () {
      const expires = Effect.gen(function* () {
        yield* administratorLogsIn
        yield* (yield* Target).advance("31 days")
        yield* step("a list is read", Effect.asVoid((yield* PersonalAccessTokens).list))
      })
      const [result] = yield* running({ expires: scenario(expires) })
      const { exchanges, steps } = result?.attempt ?? { exchanges: [], steps: [] }
      assert.deepStrictEqual(
        exchanges.map(({ operation, step }) => [operation, steps.find(({ id }) => id === step)?.title]),
        [
          ["Auth.logIn", "the administrator logs in"],
          ["PersonalAccessTokens.list", "a list is read"],
          ["Auth.refresh", "a list is read"],
          ["PersonalAccessTokens.list", "a list is read"]
        ]
      )
    })
  )

  it.effect("keeps only the fields of a request, not its client", () =>
    Effect.gen(function* () {
      const [result] = yield* running({ logsIn: scenario(administratorLogsIn) })
      const { exchanges } = result?.attempt ?? { exchanges: [] }
      assert.deepStrictEqual(
        exchanges.map(({ request }) => Object.keys(request).toSorted()),
        [["body", "headers", "method", "url"]]
      )
    })
  )
})
