import { writeFileSync } from "node:fs"

import { assert, describe, it } from "@effect/vitest"

import { emulatorProcess } from "../support/emulatorProcess.ts"
import {
  folderWith,
  heldBy,
  keepingAnswer,
  killed,
  ledgerIn,
  ledgersIn,
  liveSettings,
  tenantsOf,
  waitingScenario
} from "../support/killed.ts"
import { ran } from "../support/reported.ts"

const aUser = waitingScenario("yield* provisionedUser()")

const ofEachKind = waitingScenario(`
  yield* provisionedUser()
  yield* E2e.createdPersonalAccessToken
  const { colleague } = yield* Target
  const { deactivate } = yield* EnterpriseUsers
  const linus = yield* E2e.userByEmail(colleague.email)
  yield* E2e.restoredAfterwards(linus)
  yield* deactivate(linus.id)
  const groups = yield* OnCallGroups
  const group = (yield* groups.list({ filter: "favorite=false" })).entries[0]
  yield* E2e.owned({ kind: "favorite", id: String(group.id), create: groups.favorite(group.id), remove: () => groups.unfavorite(group.id) })
  const call = yield* E2e.finishedCall
  yield* E2e.notesPutBack(call)
  yield* (yield* Calls).annotate(call.session, { alt1_id: "a note of the run" })`)

describe("gc", { timeout: 120_000 }, () => {
  it("drops the tenants that a killed run left at an emulator, and finds nothing the next time", async () => {
    const origin = await emulatorProcess()
    const folder = folderWith(aUser)
    await killed(folder, ["--target", origin])
    const { run, text } = ledgerIn(folder)
    const tenants = (await tenantsOf(origin)).filter((name) => name.startsWith(`e2e-${run}-`))
    assert.lengthOf(tenants, 1)
    assert.notMatch(text, /correct-horse|demo-api-key|pat-demo/)

    const listed = await ran(["gc"], folder)
    assert.strictEqual(listed.code, 0, listed.err)
    assert.include(listed.out, `emulator at ${origin}  1 tenant\n`)
    assert.match(listed.out, new RegExp(`^${run}  \\d{4}-\\d\\d-\\d\\dT.*\\n.*gc --run <id>`))

    const looked = await ran(["gc", "--run", run, "--dry-run"], folder)
    assert.deepStrictEqual([looked.code, looked.out], [0, `would remove: tenant ${tenants[0]}\n`])
    assert.include(await tenantsOf(origin), tenants[0])

    const first = await ran(["gc", "--run", run], folder)
    assert.deepStrictEqual([first.code, first.out, first.err], [0, `removed: tenant ${tenants[0]}\n`, ""])
    assert.notInclude(await tenantsOf(origin), tenants[0])
    assert.lengthOf([...ledgersIn(folder)], 0)
    const second = await ran(["gc", "--run", run], folder)
    assert.deepStrictEqual([second.code, second.out], [0, `Nothing is left behind by run ${run}.\n`])
    const all = await ran(["gc", "--all"], folder)
    assert.deepStrictEqual([all.code, all.out], [0, "Nothing is left behind by runs in this folder.\n"])
  })

  it("removes and puts back everything that a killed run left in a live region", async () => {
    const origin = await emulatorProcess()
    const before = await heldBy(origin)
    const folder = folderWith(ofEachKind)
    const env = liveSettings(origin)
    await killed(folder, ["--target", "live"], { env })
    const left = await heldBy(origin)
    for (const part of ["users", "tokens", "favorites", "notes"] as const)
      assert.notDeepEqual(left[part], before[part], part)
    const { run, text } = ledgerIn(folder)
    assert.notMatch(text, /correct-horse|demo-api-key|pat-/)

    const listed = await ran(["gc"], folder)
    assert.include(listed.out, "1 user, 1 personal access token, 1 deactivated user, 1 favorite, 1 annotated call")
    const { code, err, out } = await ran(["gc", "--all"], folder, env)
    assert.deepStrictEqual([code, err], [0, ""])
    assert.strictEqual(out.match(/^removed: /gm)?.length, 5)
    assert.deepStrictEqual(await heldBy(origin), before)
    assert.isFalse(ledgersIn(folder).has(run))
  })

  it.each([["live"], ["address"]])("has nothing to do after Ctrl-C, %s", async (target) => {
    const origin = await emulatorProcess()
    const before = await heldBy(origin)
    const folder = folderWith(ofEachKind)
    const args = ["--target", target === "live" ? "live" : origin]
    const { code } = await killed(folder, args, { env: liveSettings(origin), signal: "SIGINT" })
    assert.strictEqual(code, 130)
    assert.deepStrictEqual([await heldBy(origin), await tenantsOf(origin)], [before, ["default"]])
    assert.lengthOf([...ledgersIn(folder)], 0)
  })

  it("looks up by the e-mail address a user of whom no answer came", async () => {
    const origin = await emulatorProcess()
    const before = await heldBy(origin)
    const proxy = await keepingAnswer(origin, "POST", /\/enterprise\/users$/)
    const folder = folderWith(aUser)
    const env = liveSettings(proxy.origin)
    await killed(folder, ["--target", "live"], { env, until: proxy.answered })
    assert.notDeepEqual(await heldBy(origin), before)
    const { run, text } = ledgerIn(folder)
    assert.notInclude(text, `"created"`)
    const { code, err, out } = await ran(["gc", "--run", run], folder, env)
    assert.deepStrictEqual([code, err], [0, ""])
    assert.match(out, new RegExp(`^removed: user e2e-${run}-\\w+@example\\.com\n$`))
    assert.deepStrictEqual(await heldBy(origin), before)
  })

  it("does not remove a personal access token whose id never came unless asked to, and says which came since", async () => {
    const origin = await emulatorProcess()
    const before = await heldBy(origin)
    const proxy = await keepingAnswer(origin, "POST", /\/personal_access_token$/)
    const folder = folderWith(waitingScenario("yield* E2e.createdPersonalAccessToken"))
    const env = liveSettings(proxy.origin)
    await killed(folder, ["--target", "live"], { env, until: proxy.answered })
    const { run, text } = ledgerIn(folder)
    const unsure = await ran(["gc", "--run", run], folder, env)
    assert.strictEqual(unsure.code, 6)
    assert.match(unsure.out, /^stays: personal access token whose id never came: .* ada@example\.com got 2 since\./)
    assert.include(unsure.err, `1 of run ${run} cannot be removed, and stays in its ledger.`)
    assert.strictEqual(ledgerIn(folder).text, text)
    const sure = await ran(["gc", "--run", run, "--allow-destructive"], folder, env)
    assert.strictEqual(sure.code, 0, sure.err)
    assert.deepStrictEqual(await heldBy(origin), before)
  })

  it("has nothing to do where a run itself could look up what it got no answer for", async () => {
    const origin = await emulatorProcess()
    const before = await heldBy(origin)
    const proxy = await keepingAnswer(origin, "POST", /\/enterprise\/users$/, "ends")
    const folder = folderWith(aUser)
    const { code } = await ran(["./my", "--target", "live"], folder, liveSettings(proxy.origin))
    assert.strictEqual(code, 1)
    await proxy.answered
    assert.deepStrictEqual(await heldBy(origin), before)
    assert.lengthOf([...ledgersIn(folder)], 0)
  })

  it("drops the tenants that a killed load left", async () => {
    const origin = await emulatorProcess()
    const folder = folderWith(aUser)
    const args = ["load", "./my/waits.ts", "--rate", "5", "--duration", "1h", "--target", origin]
    await killed(folder, [], { command: args })
    const { run } = ledgerIn(folder)
    assert.lengthOf(await tenantsOf(origin), 2)
    const { code, err } = await ran(["gc", "--run", run], folder)
    assert.deepStrictEqual([code, err], [0, ""])
    assert.deepStrictEqual(await tenantsOf(origin), ["default"])
  })

  it("has nothing to do where nothing can be written down: the run creates nothing, and ends with 2", async () => {
    const origin = await emulatorProcess()
    const before = await heldBy(origin)
    const folder = folderWith(aUser)
    writeFileSync(`${folder}/.remote-assist-e2e`, "no folder")
    const { code, err } = await ran(["./my", "--target", "live"], folder, liveSettings(origin))
    assert.strictEqual(code, 2)
    assert.match(err, /cannot be written down in .*ledger-\w+\.ndjson: .* run in a folder that can be written to\./)
    assert.deepStrictEqual(await heldBy(origin), before)
  })

  it("is named where a run could not remove what it created, which ends with 6", async () => {
    const origin = await emulatorProcess()
    const folder = folderWith(`${aUser.split("export default")[0]}
export default scenario(Effect.gen(function* () {
  yield* administratorLogsIn
  yield* E2e.owned({ kind: "toaster", id: "e2e-toaster", create: Effect.void, remove: () => Effect.fail(new Error("it is hot")) })
}))`)
    const env = liveSettings(origin)
    const { code, err, out } = await ran(["./my", "--target", "live", "-r", "lines"], folder, env)
    assert.strictEqual(code, 6)
    assert.include(out, "toaster e2e-toaster of waits: it is hot")
    const { run } = ledgerIn(folder)
    assert.include(err, `Run ${run} left behind:\n  toaster e2e-toaster\n`)
    assert.include(err, `remote-assist-e2e gc --run ${run}`)
    const again = await ran(["gc", "--run", run], folder, env)
    assert.strictEqual(again.code, 6)
    assert.include(again.out, "gc does not know how to remove its kind: remove it by hand")
  })
})
