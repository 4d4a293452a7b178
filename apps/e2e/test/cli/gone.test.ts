import { assert, describe, it } from "@effect/vitest"

import { emulatorSignalled } from "../support/emulatorProcess.ts"
import { program } from "../support/program.ts"

const gone = /^The target is gone: the emulator at http:\S+ does not answer any more \(.+\)\. Start it again, .+\n$/m

/** Runs the program against an emulator that is killed while it is under way. */
const whileKilled = async (after: number, args: (origin: string) => ReadonlyArray<string>) => {
  const { origin, signalled } = await emulatorSignalled("SIGKILL", after)
  const ended = await program(args(origin))
  await signalled
  return ended
}

describe("a target that is killed in the middle", { timeout: 120_000 }, () => {
  it("ends a run: what had ended is told, the rest is skipped", async () => {
    const { code, stderr, stdout } = await whileKilled(3, (origin) => ["--target", origin, "-j", "1"])
    assert.match(stderr, gone)
    assert.match(stdout, /skipped: the target does not answer any more/)
    assert.match(stdout, /^\d+ passed, 1 failed, \d+ skipped/m)
    assert.strictEqual(code, 3)
  })

  it("ends a load: what was measured is told", async () => {
    const { code, stderr, stdout } = await whileKilled(1, (origin) =>
      `load auth/refreshes-both-tokens --target ${origin} --rate 20 --duration 10m`.split(" ")
    )
    assert.match(stderr, gone)
    assert.match(stdout, /interrupted/i)
    assert.strictEqual(code, 3)
  })

  it("ends a comparison", async () => {
    const { code, stderr, stdout } = await whileKilled(3, (origin) => [
      "compare",
      "in-process",
      origin,
      "users",
      "-j",
      "1"
    ])
    assert.match(stderr, gone)
    assert.deepStrictEqual([code, stdout], [3, ""])
  })

  it("ends looking for differences, and is none", async () => {
    const { code, stderr, stdout } = await whileKilled(3, (origin) => ["fuzz", "--target", origin])
    assert.match(stderr, gone)
    assert.match(stdout, /^Ended after \d+ runs: no difference so far\.\n$/)
    assert.strictEqual(code, 3)
  })
})

describe("a target that does not answer in the middle, though it takes connections", { timeout: 240_000 }, () => {
  it("ends a run too", async () => {
    const { origin, signalled } = await emulatorSignalled("SIGSTOP", 3)
    const { code, stderr, stdout } = await program(["--target", origin, "-j", "1", "--timeout", "2"])
    await signalled
    assert.match(stderr, gone)
    assert.match(stdout, /^\d+ passed, 1 failed, \d+ skipped/m)
    assert.strictEqual(code, 3)
  })
})
