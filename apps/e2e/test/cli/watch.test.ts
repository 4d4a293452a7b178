import { writeFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it, onTestFinished } from "@effect/vitest"

import { folderOf, imports, started } from "../support/reported.ts"

const scenarioOf = (part: string) => `${imports}
import { expected } from ${JSON.stringify(part)}
export default scenario(Expect.equal("number", 1, expected))`

describe("--watch", () => {
  it("runs again when a scenario or what it imports changes, in a process that knows the change, until Ctrl-C", async () => {
    const files = folderOf({ "my/one.ts": scenarioOf("./_part.ts"), "my/_part.ts": "export const expected = 1" })
    onTestFinished(files.remove)
    const { child, ended, written } = started(
      ["./my", "--watch", "-r", "lines", "-r", "json=my/out.json"],
      files.folder
    )
    onTestFinished(() => void child.kill("SIGKILL"))
    const told = (times: number) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (written.out.split("Waiting for a change").length <= times) return
          child.stdout.off("data", look)
          resolve()
        }
        child.stdout.on("data", look)
        look()
      })
    await told(1)
    assert.match(written.out, /1 passed, 0 failed/)
    writeFileSync(join(files.folder, "my/_part.ts"), "export const expected = 2")
    await told(2)
    assert.match(written.out, /my\/_part\.ts changed\.\n[^]*0 passed, 1 failed/)
    writeFileSync(join(files.folder, "my/two.ts"), scenarioOf("./_part.ts"))
    await told(3)
    assert.match(written.out, /my\/two\.ts changed\.\n[^]*0 passed, 2 failed/)
    child.kill("SIGINT")
    assert.strictEqual(await ended, 130)
    assert.strictEqual(written.out.split(" changed.").length, 3)
    assert.strictEqual(written.err, "")
  }, 120_000)

  it("ends the run that is under way when it is interrupted, and lets it clean up", async () => {
    const endless = `${imports}
export default scenario(Effect.gen(function* () {
  yield* Effect.addFinalizer(() => Effect.sync(() => console.log("cleaned up")))
  console.log("under way")
  yield* Effect.never
}))`
    const files = folderOf({ "my/endless.ts": endless })
    onTestFinished(files.remove)
    const { child, ended, written } = started(["./my/endless.ts", "--watch"], files.folder)
    onTestFinished(() => void child.kill("SIGKILL"))
    await new Promise<void>((resolve) => {
      child.stdout.on("data", () => {
        if (written.out.includes("under way")) resolve()
      })
    })
    child.kill("SIGINT")
    assert.strictEqual(await ended, 130)
    assert.include(written.out, "cleaned up")
  }, 120_000)

  const looping = `${imports}
console.log("under way", process.pid)
export default scenario(Effect.sync(() => { for (;;); }))`

  const isRunning = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  const underWay = async () => {
    const files = folderOf({ "my/loops.ts": looping })
    onTestFinished(files.remove)
    const run = started(["./my/loops.ts", "--watch", "-r", "lines"], files.folder)
    const pid = await new Promise<number>((resolve) => {
      run.child.stdout.on("data", () => {
        const [, found] = /under way (\d+)/.exec(run.written.out) ?? []
        if (found !== undefined) resolve(Number(found))
      })
    })
    onTestFinished(() => {
      run.child.kill("SIGKILL")
      if (isRunning(pid)) process.kill(pid, "SIGKILL")
    })
    return { ...run, files, pid }
  }

  it("kills a run that loops when a file changes, and runs again", async () => {
    const { child, ended, files, pid, written } = await underWay()
    writeFileSync(join(files.folder, "my/loops.ts"), `${imports}export default scenario(Effect.void)`)
    await new Promise<void>((resolve) => {
      child.stdout.on("data", () => {
        if (written.out.includes("Waiting for a change")) resolve()
      })
    })
    assert.match(written.err, /^The run did not end when it was told to, and was killed/)
    assert.match(written.out, /1 passed, 0 failed/)
    assert.isFalse(isRunning(pid))
    child.kill("SIGINT")
    assert.strictEqual(await ended, 130)
  }, 120_000)

  it("kills a run that loops when it is told again to end, and leaves none behind", async () => {
    const { child, ended, pid } = await underWay()
    const repeated = setInterval(() => void child.kill("SIGTERM"), 300)
    onTestFinished(() => clearInterval(repeated))
    assert.strictEqual(await ended, 143)
    assert.isFalse(isRunning(pid))
  }, 30_000)
})
