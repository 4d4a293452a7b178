import { assert, describe, it } from "@effect/vitest"
import { administratorLogsIn, scenario } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

import { onSocket } from "../../src/targets/inProcess.ts"
import { tenantsOf } from "../support/killed.ts"
import { prefix, running } from "../support/running.ts"

describe("an emulator with a socket", () => {
  it.live("records the addresses of requests as sent, and drops the tenants of scenarios that have ended", () =>
    Effect.gen(function* () {
      const kind = yield* onSocket(prefix)
      const results = yield* running(
        { one: scenario(administratorLogsIn), two: scenario(administratorLogsIn) },
        { kind }
      )
      assert.deepStrictEqual(
        results.map(({ attempt }) => attempt.outcome._tag),
        ["Passed", "Passed"]
      )
      const urls = results.flatMap(({ attempt }) => attempt.exchanges.map(({ request }) => request.url))
      // compare recognizes the address in answers by these
      assert.isTrue(
        urls.every((url) => url.startsWith(`${kind.address}/t/e2e-test-`)),
        urls.join(" ")
      )
      const tenants = yield* Effect.promise(() => tenantsOf(kind.address))
      assert.deepStrictEqual(tenants, ["default"])
    })
  )
})
