import { assert, describe, it } from "vitest"

import { emulatorProcess, forwarding } from "../support/emulatorProcess.ts"
import { program } from "../support/program.ts"

/** An address at which another emulator answers from some request to the service on, as after a restart. */
const restarted = (before: string, after: string, at: number) => {
  let seen = 0
  return forwarding((url) => {
    if (/^\/t\/[^/]+\/us/.test(url)) seen++
    return seen < at ? before : after
  })
}

describe("a target that is started again while differences are looked for", { timeout: 120_000 }, () => {
  it("is told as that, not as a difference", async () => {
    const origin = await restarted(await emulatorProcess(), await emulatorProcess(), 12)
    const { code, stderr, stdout } = await program(["fuzz", "--target", origin, "--runs", "5", "--seed", "7"])
    assert.match(stderr, /^What differed did not differ again on a fresh tenant.* was started again in the middle/)
    assert.match(stdout, /^Ended after \d+ runs: no difference so far\.\n$/)
    assert.strictEqual(code, 3)
  })
})
