import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"

import { live } from "../../src/targets/live.ts"
import { liveSettings } from "../support/killed.ts"

describe("a live region", () => {
  it.live("that refuses connections is reported with its setting, as nobody can restart it", () =>
    Effect.gen(function* () {
      const { checkAlive } = yield* live("e2e")
      const { message } = yield* Effect.flip(checkAlive ?? Effect.die("a live region has a check"))
      assert.match(
        message,
        /^The target is lost: the live region does not answer \(.*\)\. Check REMOTE_ASSIST_US_URL and the network, then run again\.$/
      )
    }).pipe(
      Effect.provideService(
        ConfigProvider.ConfigProvider,
        ConfigProvider.fromUnknown(liveSettings("http://127.0.0.1:1"))
      )
    )
  )
})
