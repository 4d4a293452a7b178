import { afterAll, assert, describe, it } from "@effect/vitest"

import { emulatorProcess } from "../support/emulatorProcess.ts"
import { folderWith, heldBy, liveSettings } from "../support/killed.ts"
import { folderOf, imports, ran } from "../support/reported.ts"

const files = folderOf({
  "all/goes-on.ts": `${imports}export default scenario(step("it waits", Effect.sleep(300)))`,
  "all/rejects.ts": `${imports}
export default scenario(Effect.gen(function* () {
  Promise.reject(new Error("a forgotten promise"))
  yield* step("it waits", Effect.sleep("1 hour"))
}))`,
  "all/throws.ts": `${imports}
export default scenario(Effect.gen(function* () {
  setTimeout(() => { throw new Error("in a timer") }, 50)
  yield* step("it waits", Effect.sleep("1 hour"))
}))`,
  "all/rejects-at-its-end.ts": `${imports}
export default scenario(Effect.sync(() => void Promise.reject(new Error("at the end"))))`,
  "late/goes-on.ts": `${imports}export default scenario(step("it waits", Effect.sleep(500)))`,
  "late/throws.ts": `${imports}
export default scenario(Effect.sync(() => void setTimeout(() => { throw new Error("too late") }, 200)))`
})

afterAll(files.remove)

describe("an error that nothing catches", { timeout: 60_000 }, () => {
  it("fails the scenario that it is of, and the others go on", async () => {
    const { code, err, out } = await ran(["./all", "-r", "junit=out.xml"], files.folder)
    assert.match(out, /^1 passed, 3 failed/m, `${out}${err}`)
    assert.match(out, /rejects\b[^]*A promise that nothing waits for was rejected: a forgotten promise/)
    assert.match(out, /throws\b[^]*An error was thrown where nothing catches it, such as in a timer: in a timer/)
    assert.include(out, "A promise that nothing waits for was rejected: at the end")
    assert.match(out, /all\/throws\.ts:\d+:\d+/)
    assert.include(files.read("out.xml"), "a forgotten promise")
    assert.deepStrictEqual([code, err], [1, ""])
  })

  it("fails the run where its scenario has ended", async () => {
    const { code, err, out } = await ran(["./late"], files.folder)
    assert.match(out, /^2 passed/m)
    assert.match(err, /such as in a timer: too late\. It is of throws, which had ended/)
    assert.strictEqual(code, 1)
  })

  it("leaves nothing at a live region, and tells no secret", async () => {
    const origin = await emulatorProcess()
    const before = await heldBy(origin)
    const folder = folderWith(`${imports}
export default scenario(Effect.gen(function* () {
  yield* administratorLogsIn
  yield* provisionedUser()
  Promise.reject(new Error("it has correct-horse in it"))
  yield* Effect.sleep("1 hour")
}))`)
    const { code, err, out } = await ran(["./my", "--target", "live"], folder, liveSettings(origin))
    assert.include(out, "was rejected: it has <redacted> in it")
    assert.notInclude(`${out}${err}`, "correct-horse")
    assert.strictEqual(code, 1)
    assert.deepStrictEqual(await heldBy(origin), before)
  })
})
