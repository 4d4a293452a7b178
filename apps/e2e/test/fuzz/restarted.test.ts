import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { commandLine } from "../support/commandLine.ts"
import { forwarding } from "../support/emulatorProcess.ts"
import { emulator } from "../support/emulators.ts"

/** An address at which another emulator answers from some request to the service on, as after a restart. */
const restarted = (before: string, after: string, at: number) => {
  let seen = 0
  return forwarding((url) => {
    if (/^\/t\/[^/]+\/us/.test(url)) seen++
    return seen < at ? before : after
  })
}

describe("a target that is started again while differences are looked for", { timeout: 60_000 }, () => {
  it.live("is told as that, not as a difference", () =>
    Effect.gen(function* () {
      const [before, after] = [yield* emulator(), yield* emulator()]
      const origin = yield* Effect.promise(() => restarted(before, after, 12))
      const { code, err, out } = yield* commandLine("fuzz", "--target", origin, "--runs", "5", "--seed", "7")
      assert.match(err, /^What differed did not differ again on a fresh tenant.* was started again in the middle/)
      assert.match(out, /^Ended after \d+ runs: no difference so far\.$/)
      assert.strictEqual(code, 3)
    })
  )
})
