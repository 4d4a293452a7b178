import { mkdtemp, readdir, readFile, rm, utimes } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import * as Effect from "effect/Effect"
import { assert, describe, it, onTestFinished } from "vitest"

import { createMany, started } from "../support/emulatorProcess.ts"
import { emailsIn } from "../support/kept.ts"

const fileIn = async () => {
  const folder = await mkdtemp(join(tmpdir(), "takeover-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, "state.json")
}

/** Makes a lock look as if its owner stood still for longer than a lock is left to one that cannot be asked. */
const age = async (file: string) => {
  const at = Date.now() / 1000 - 65
  await utimes(`${file}.lock`, at, at)
}

const keptIn = (file: string) => Effect.runPromise(emailsIn(file))

const bytesOf = (file: string) => Promise.all([readFile(file, "utf8"), readFile(`${file}.log`, "utf8")])

const messageOf = async (answer: Response) => ((await answer.json()) as { readonly message: string }).message

describe("a state file whose emulator stood still", { timeout: 60_000 }, () => {
  it("is another's, and is not written by the first, which says why", async () => {
    const file = await fileIn()
    const first = await started(file)
    assert.strictEqual((await first.create("kept@example.org")).status, 200)
    first.signal("SIGSTOP")
    await age(file)
    const second = await started(file, "elsewhere")
    assert.strictEqual((await second.create("second@example.org")).status, 200)
    const before = await bytesOf(file)
    first.signal("SIGCONT")

    const why = `${file}.lock was taken over by process ${second.pid} on elsewhere`
    const refused = await first.create("late@example.org")
    assert.isAtLeast(refused.status, 400)
    const message = await messageOf(refused)
    assert.include(message, `The change is made, but not kept: ${file} cannot be written (${why})`)
    assert.include(message, "end it, and start it again")
    const unkept = await first.send("/__mock/clock", { scale: 1 })
    assert.strictEqual(unkept.status, 500)
    assert.include(await unkept.text(), why)
    const logged = await first.end("SIGTERM")
    assert.include(logged, why)
    assert.include(logged, `${file} is left as it is`)
    assert.deepStrictEqual(await bytesOf(file), before)

    assert.strictEqual((await second.create("third@example.org")).status, 200)
    await second.end("SIGTERM")
    assert.deepStrictEqual(await readdir(join(file, "..")), ["state.json"])
    const emails = await keptIn(file)
    assert.includeMembers(emails, ["kept@example.org", "second@example.org", "third@example.org"])
    assert.notInclude(emails, "late@example.org")
  })

  it("holds every change that was answered, wherever the first stood still", async () => {
    const file = await fileIn()
    const answered: Array<string> = []
    const heard = (email: string) => answered.push(email)
    for (let round = 0; round < 2; round++) {
      const first = await started(file)
      const writing = Array.from({ length: 4 }, (_, writer) => createMany(first, `r${round}a${writer}`, heard))
      while (answered.length < (round + 1) * 40) await new Promise((resolve) => setTimeout(resolve, round * 5))
      first.signal("SIGSTOP")
      await age(file)
      const second = await started(file, "elsewhere")
      for (let count = 0; count < 5; count++) {
        assert.strictEqual((await second.create(`r${round}b${count}@example.org`)).status, 200)
        answered.push(`r${round}b${count}@example.org`)
      }
      first.signal("SIGCONT")
      for (const refused of await Promise.all(writing)) {
        assert.isDefined(refused)
        assert.include(await messageOf(refused), "was taken over by process")
      }
      assert.strictEqual((await second.create(`r${round}c@example.org`)).status, 200)
      answered.push(`r${round}c@example.org`)
      await first.end("SIGTERM")
      await second.end("SIGKILL")
      assert.includeMembers(await keptIn(file), answered)
      await age(file)
    }
  })

  it("is nobody's once its lock was removed by hand, which the next change says", async () => {
    const file = await fileIn()
    const first = await started(file)
    assert.strictEqual((await first.create("kept@example.org")).status, 200)
    await rm(`${file}.lock`)
    const before = await bytesOf(file)
    const refused = await first.create("late@example.org")
    assert.include(
      await messageOf(refused),
      `${file}.lock is gone: another process took it over and gave it back, or it was removed by hand`
    )
    const second = await started(file)
    assert.strictEqual((await second.create("second@example.org")).status, 200)
    const after = await bytesOf(file)
    assert.notDeepEqual(after, before)
    await first.create("later@example.org")
    await first.end("SIGTERM")
    assert.deepStrictEqual(await bytesOf(file), after)
    assert.notInclude(await keptIn(file), "late@example.org")
  })
})
