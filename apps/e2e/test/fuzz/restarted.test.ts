import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { commandLine } from "../support/commandLine.ts"
import { emulator } from "../support/emulators.ts"
import { proxy } from "../support/servers.ts"

/** An address at which another emulator answers from some request to the service on, as after a restart. */
const restarted = (before: string, after: string, at: number) => {
  let seen = 0
  return proxy((url) => {
    if (/^\/t\/[^/]+\/us/.test(url)) seen++
    return seen < at ? before : after
  })
}

describe("fuzz on a restarted target", { timeout: 60_000 }, () => {
  it.live("reports that the difference is not reproducible", () =>
    Effect.gen(function* () {
      const [before, after] = [yield* emulator(), yield* emulator()]
      const origin = yield* Effect.promise(() => restarted(before, after, 12))
      const { code, err, out } = yield* commandLine("fuzz", "--target", origin, "--runs", "5", "--commands", "12")
      assert.match(err, /^A difference did not appear again on a new tenant: .* was restarted or changed/m)
      assert.match(out, /^Ended after \d+ runs: no difference yet\.$/)
      assert.strictEqual(code, 3)
    })
  )
})
