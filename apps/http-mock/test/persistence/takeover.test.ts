import { readdir, readFile, utimes } from "node:fs/promises"
import { join } from "node:path"

import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"

import { startProcess } from "../support/emulatorProcess.ts"
import { emailsIn } from "../support/storedState.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"

/** Makes a lock look expired. */
const age = async (file: string) => {
  const at = Date.now() / 1000 - 65
  await utimes(`${file}.lock`, at, at)
}

const keptIn = (file: string) => Effect.runPromise(emailsIn(file))

const bytesOf = (file: string) => Promise.all([readFile(file, "utf8"), readFile(`${file}.log`, "utf8")])

const messageOf = async (answer: Response) => ((await answer.json()) as { readonly message: string }).message

describe("the state file of a suspended emulator", () => {
  it("belongs to another emulator, and the first one reports why it does not write", async () => {
    const file = join(temporaryFolder(), "state.json")
    const first = await startProcess(file)
    assert.strictEqual((await first.create("kept@example.org")).status, 200)
    first.signal("SIGSTOP")
    await age(file)
    const second = await startProcess(file, "elsewhere")
    assert.strictEqual((await second.create("second@example.org")).status, 200)
    const before = await bytesOf(file)
    first.signal("SIGCONT")

    const why = `${file}.lock was taken over by process ${second.pid} on elsewhere`
    const refused = await first.create("late@example.org")
    assert.strictEqual(refused.status, 500)
    const message = await messageOf(refused)
    assert.include(message, `The change is made, but not kept: ${file} cannot be written, as ${why}`)
    assert.include(message, "end it, and start it again")
    const unkept = await first.send("/__mock/clock", { scale: 1 })
    assert.strictEqual(unkept.status, 500)
    assert.include(await unkept.text(), why)
    const logged = await first.end("SIGTERM")
    assert.include(logged, why)
    assert.include(logged, `The last changes are lost, as ${file} cannot be written`)
    assert.deepStrictEqual(await bytesOf(file), before)

    assert.strictEqual((await second.create("third@example.org")).status, 200)
    await second.end("SIGTERM")
    assert.deepStrictEqual(await readdir(join(file, "..")), ["state.json"])
    const emails = await keptIn(file)
    assert.includeMembers(emails, ["kept@example.org", "second@example.org", "third@example.org"])
    assert.notInclude(emails, "late@example.org")
  })
})
