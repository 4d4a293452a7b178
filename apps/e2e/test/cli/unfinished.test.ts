import { afterAll, assert, describe, it } from "@effect/vitest"

import { killed } from "../support/killed.ts"
import { folderOf, ran } from "../support/reported.ts"

const imports = `
import { scenario } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
`

const never = "Effect.promise(() => new Promise(() => {}))"

const files = folderOf({
  "loads/for-ever.ts": "await new Promise(() => {})",
  "exits/with-0.ts": `${imports}export default scenario(Effect.sync(() => process.exit(0)))`,
  "waits/for-ever.ts": `${imports}export default scenario(${never}, { timeout: "1 second" })`,
  "heeds/nothing.ts": `${imports}export default scenario(Effect.gen(function* () {
  yield* Effect.addFinalizer(() => Effect.sync(() => console.log("cleaned up")))
  console.log("under way")
  yield* Effect.uninterruptible(Effect.sleep("1 hour"))
}))`,
  "tidies/without-end.ts": `${imports}export default scenario(Effect.addFinalizer(() => ${never}), { timeout: "1 second" })`
})

afterAll(files.remove)

describe("what does not come to its end by itself", { timeout: 60_000 }, () => {
  it("is told, and does not end with 0, where a file of scenarios never loads", async () => {
    const { code, err, out } = await ran(["./loads"], files.folder)
    assert.match(err, /^The program waits for something that cannot come any more/)
    assert.deepStrictEqual([code, out], [70, ""])
  })

  it("is told, and does not end with 0, where a scenario ends the process", async () => {
    const { code, err } = await ran(["./exits"], files.folder)
    assert.match(err, /^The program is not done, and something in it ended the process with 0/)
    assert.strictEqual(code, 70)
  })

  it("fails a scenario that heeds no interruption, and cleans up after it", async () => {
    const { code, out } = await ran(["./heeds", "./waits", "--timeout", "1"], files.folder)
    assert.include(out, "The scenario was interrupted, went on for 1 s and was given up")
    assert.include(out, "cleaned up")
    assert.match(out, /^0 passed, 2 failed/m)
    assert.strictEqual(code, 1)
  })

  it("ends on a signal though a scenario heeds no interruption, and names it", async () => {
    const { code, out } = await killed(files.folder, [], { command: ["./heeds", "--timeout", "2"], signal: "SIGTERM" })
    assert.match(out, /nothing\b[^]*went on for 2 s and was given up/)
    assert.strictEqual(code, 143)
  })

  // the socket of the emulator keeps the process
  it.each(["in-process", "socket"])("fails a scenario that waits, or tidies up, for ever (%s)", async (target) => {
    const { code, out } = await ran(["./waits", "./tidies", "--target", target], files.folder)
    assert.include(out, "The scenario was not done after 1 s and was interrupted.")
    assert.include(out, "not cleaned up: it was not done after 1 s and was given up. Look for what is left.")
    assert.match(out, /^0 passed, 2 failed/m)
    assert.strictEqual(code, 1)
  })
})
