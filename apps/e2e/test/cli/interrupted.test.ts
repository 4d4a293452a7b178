import { afterAll, assert, describe, it } from "@effect/vitest"

import { emulatorProcess } from "../support/emulatorProcess.ts"
import { folderWith, heldBy, killed, liveSettings, waitingScenario } from "../support/killed.ts"
import { folderOf, imports, ran } from "../support/reported.ts"

const files = folderOf({
  "within/itself.ts": `${imports}export default scenario(Effect.interrupt)`,
  "within/joins.ts": `${imports}
import * as Fiber from "effect/Fiber"
export default scenario(Effect.gen(function* () {
  const fiber = yield* Effect.forkChild(Effect.never)
  yield* Fiber.interrupt(fiber)
  yield* step("the fiber is joined", Fiber.join(fiber))
}))`
})

afterAll(files.remove)

describe("a scenario that is interrupted", { timeout: 60_000 }, () => {
  it("fails where the run is not", async () => {
    const { code, out } = await ran(["./within"], files.folder)
    assert.match(out, /^0 passed, 2 failed/m)
    assert.include(out, "The scenario interrupted itself, or waited for a fiber that was interrupted")
    assert.strictEqual(code, 1)
  })

  it.each([
    ["SIGHUP", 129],
    ["SIGQUIT", 131],
    ["SIGTERM", 143]
  ] as const)("leaves nothing at a live region on %s", async (signal, expected) => {
    const origin = await emulatorProcess()
    const before = await heldBy(origin)
    const folder = folderWith(waitingScenario("yield* provisionedUser()"))
    const { code, out } = await killed(folder, ["--target", "live"], { signal, env: liveSettings(origin) })
    assert.match(out, /1 interrupted/)
    assert.strictEqual(code, expected)
    assert.deepStrictEqual(await heldBy(origin), before)
  })
})
