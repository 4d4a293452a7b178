import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs"

import { assert, describe, it } from "@effect/vitest"

import { emulatorProcess } from "../support/emulatorProcess.ts"
import {
  folderWith,
  folderWithLedger,
  heldBy,
  killed,
  ledgerIn,
  ledgersIn,
  liveSettings,
  tenantsOf,
  waitingScenario
} from "../support/killed.ts"
import { ran } from "../support/reported.ts"

const aUser = waitingScenario("yield* provisionedUser()")

describe("gc, where something is amiss", { timeout: 120_000 }, () => {
  it("passes over a last line that was never finished", async () => {
    const origin = await emulatorProcess()
    const before = await heldBy(origin)
    const folder = folderWith(aUser)
    const env = liveSettings(origin)
    await killed(folder, ["--target", "live"], { env })
    const { file, run } = ledgerIn(folder)
    appendFileSync(file, `{"removed":`)
    const refused = await ran(["gc", "--run", run], folder, { ...env, REMOTE_ASSIST_PASSWORD: "wrong" })
    assert.strictEqual(refused.code, 6)
    assert.match(refused.out, /^stays: user e2e-.*: ada@example\.com cannot log in: /)
    assert.strictEqual(readFileSync(file, "utf8").split("\n").at(-1), "")
    const { code, err } = await ran(["gc", "--run", run], folder, env)
    assert.deepStrictEqual([code, err], [0, ""])
    assert.deepStrictEqual(await heldBy(origin), before)
  })

  it("refuses another target than that of the run, and ends with 3 where nobody answers", async () => {
    const [origin, other] = [await emulatorProcess(), await emulatorProcess()]
    const folder = folderWith(aUser)
    await killed(folder, ["--target", "live"], { env: liveSettings(origin) })
    const { run, text } = ledgerIn(folder)
    const refused = await ran(["gc", "--run", run], folder, liveSettings(other))
    assert.strictEqual(refused.code, 2)
    assert.include(
      refused.err,
      `Run ${run} was against the live region at ${origin}/us/api, not against ${other}/us/api, which the settings name`
    )
    const asked = await ran(["gc", "--run", run, "--target", other], folder, liveSettings(origin))
    assert.strictEqual(asked.code, 2)
    assert.include(asked.err, `not against ${other}: nothing is removed`)
    writeFileSync(ledgerIn(folder).file, text.replaceAll(origin, "http://127.0.0.1:9"))
    const nobody = await ran(["gc", "--run", run], folder, liveSettings("http://127.0.0.1:9"))
    assert.strictEqual(nobody.code, 3, nobody.err)
    assert.lengthOf([...ledgersIn(folder)], 1)
  })

  it("leaves alone a run whose process still runs, unless asked", async () => {
    const origin = await emulatorProcess()
    const folder = folderWith(aUser)
    await killed(folder, ["--target", origin])
    const { file, run, text } = ledgerIn(folder)
    writeFileSync(file, text.replace(/"pid":\d+/, `"pid":${process.pid}`))
    const refused = await ran(["gc", "--run", run], folder)
    assert.strictEqual(refused.code, 2)
    assert.match(refused.err, new RegExp(`Run ${run} still goes on \\(process ${process.pid}\\).* --also-running`))
    const all = await ran(["gc", "--all"], folder)
    assert.deepStrictEqual([all.code, all.out], [0, ""])
    assert.include(all.err, "still goes on")
    assert.include((await ran(["gc"], folder)).out, `(still goes on: process ${process.pid})`)
    assert.strictEqual((await ran(["gc", "--all", "--also-running"], folder)).code, 0)
    assert.deepStrictEqual(await tenantsOf(origin), ["default"])
  })

  it.each([
    [`{"ledger":99,"run":"k3f9x2"}\n`, /was written by a later version/],
    [`nothing of a ledger\n`, /is no ledger: its first line/],
    [`HEAD{"creating":"x"}\n`, /its line 2 is no note/]
  ])("refuses the ledger %j, and says why", async (text, why) => {
    const { file, folder } = folderWithLedger("k3f9x2", text)
    const { code, err } = await ran(["gc", "--run", "k3f9x2"], folder)
    assert.strictEqual(code, 2)
    assert.match(err, why)
    assert.isTrue(existsSync(file))
  })

  it("lists and removes what others left where one ledger is broken, and ends with 2", async () => {
    const { file, folder } = folderWithLedger("k3f9x2", "nothing of a ledger\n")
    const origin = await emulatorProcess()
    folderWithLedger("aaaaaa", `HEAD{"creating":1,"kind":"tenant","id":"e2e-aaaaaa-0"}\n`, folder, {
      kind: "emulator",
      address: origin
    })
    const listed = await ran(["gc"], folder)
    assert.strictEqual(listed.code, 2)
    assert.include(listed.out, "aaaaaa  2026-01-01T00:00:00.000Z  emulator")
    const { code, out } = await ran(["gc", "--all"], folder)
    assert.deepStrictEqual([code, out], [2, "gone already: tenant e2e-aaaaaa-0\n"])
    assert.deepStrictEqual([...ledgersIn(folder).keys()], ["k3f9x2"])
    assert.isTrue(existsSync(file))
  })

  it("touches nothing that does not carry the run's prefix", async () => {
    const origin = await emulatorProcess()
    const before = await heldBy(origin)
    const lines = [
      `{"creating":1,"kind":"user","id":"grace@example.com"}`,
      `{"creating":2,"kind":"user","id":"e2e-k3f9x2-1"}`
    ]
    const place = { kind: "live", address: `${origin}/us/api` }
    const { folder } = folderWithLedger("k3f9x2", `HEAD${lines.join("\n")}\n`, undefined, place)
    const { code, out } = await ran(["gc", "--run", "k3f9x2"], folder, liveSettings(origin))
    assert.strictEqual(code, 6)
    assert.include(out, "gone already: user e2e-k3f9x2-1\n")
    assert.match(out, /stays: user grace@example\.com: .* does not begin with e2e-k3f9x2/)
    assert.deepStrictEqual(await heldBy(origin), before)
  })
})
