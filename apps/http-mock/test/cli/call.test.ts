import { readFileSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { Ajv2020 } from "ajv/dist/2020.js"
import { assert, beforeEach, describe, it, onTestFinished, vi } from "vitest"

import { startEmulator } from "../../src/library/promise.ts"
import { run } from "../support/command.ts"

// each starts processes
vi.setConfig({ testTimeout: 60_000 })

const repair = {
  from: "ada",
  to: "grace",
  steps: [
    { do: "ring" },
    { do: "answer", at: "5 seconds" },
    { do: "join", guest: "Rosa", at: "1 minute" },
    { do: "end", at: "5 minutes" },
    { do: "rate", who: "ada", rating: 5, at: "6 minutes" }
  ]
}

let folder = ""
let files = 0

beforeEach(async () => {
  const made = await mkdtemp(join(tmpdir(), "call-"))
  folder = made
  return () => rm(made, { recursive: true })
})

const file = async (script: unknown) => {
  const path = join(folder, `${files++}.json`)
  await writeFile(path, typeof script === "string" ? script : JSON.stringify(script))
  return path
}

const emulator = async () => {
  const started = await startEmulator({ port: 0 })
  onTestFinished(() => started.close())
  await started.control.clock.change({ payload: { scale: 0 } })
  return { ...started, port: new URL(started.baseUrl.us).port }
}

const call = (port: string, ...args: ReadonlyArray<string>) => run(["call", ...args, "--port", port])

describe("remote-assist-mock call", () => {
  it("plays a script at once, and prints what happens", async () => {
    const { control, port } = await emulator()
    const { code, err, out } = await call(port, "play", await file(repair), "--advance")
    assert.deepStrictEqual([err, code], ["", 0])
    assert.match(out, /^ +0:00 +placed +Ada Lovelace\n +0:00 +ringing +grace\n +0:05 +answered +Grace Hopper\n/)
    assert.match(out, / 6:00 +rated +Ada Lovelace +5\ncall_\S+ +\S+ +ended +Ada Lovelace → Grace Hopper\n$/)
    assert.deepInclude((await control.calls.list({ query: {} }))[0], { state: "ended" })
  })

  it("plays in the time of the tenant", async () => {
    const { control, port } = await emulator()
    await control.clock.change({ payload: { scale: 600 } })
    const { code, out } = await call(port, "play", await file(repair), "--json")
    assert.strictEqual(code, 0)
    const events = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).type)
    assert.deepStrictEqual(events.at(-1), "rated")
  })

  it("says that the clock stands still, rather than wait for ever", async () => {
    const { port } = await emulator()
    const { code, err } = await call(port, "play", await file(repair))
    assert.include(err, "clock stands still")
    assert.include(err, "--advance")
    assert.strictEqual(code, 1)
  })

  it("places a call and lets it go on, step by step", async () => {
    const { port } = await emulator()
    const placed = await call(port, "place", await file({ from: "ada", to: "grace" }), "--json")
    const { id } = JSON.parse(placed.out)
    for (const action of [
      ["ring"],
      ["answer"],
      ["tag", "--tag", "pump", "--tag", "urgent"],
      ["join", "--guest", "Rosa"],
      ["end"]
    ])
      assert.strictEqual((await call(port, "do", id, ...action)).code, 0, action.join(" "))
    const shown = await call(port, "show", id)
    assert.match(shown.out, /in it +Ada Lovelace, Grace Hopper, Rosa \(guest\)\ntags +pump, urgent\n/)
    const listed = await call(port, "list", "--state", "ended")
    assert.include(listed.out, id)
    assert.strictEqual((await call(port, "list", "--state", "running")).out, "")
  })

  it("tells in one sentence what does not fit", async () => {
    const { port } = await emulator()
    const { id } = JSON.parse((await call(port, "place", await file({ from: "ada", to: "grace" }), "--json")).out)
    const wrong: ReadonlyArray<readonly [args: ReadonlyArray<string>, why: string]> = [
      [["do", id, "answer"], "Possible: ring, tag, end"],
      [["do", id, "jump"], "an action whose do is one of ring"],
      [["do", id, "tag"], "tags"],
      [["do", "nothing", "ring"], "There is no call nothing"],
      [["show", "call_00000000-0000-4000-8000-00000000ffff"], "There is no call"],
      [["play", join(folder, "none.json")], "cannot be read (NotFound)"],
      [["play", await file("{")], "it is not JSON"],
      [["play", await file({ ...repair, form: "ada" })], "form: there is no such field"],
      [["play", await file({ ...repair, from: "nobody" })], 'no user "nobody"']
    ]
    for (const [args, why] of wrong) {
      const { code, err, out } = await call(port, ...args)
      assert.include(err, why)
      assert.deepStrictEqual([out, code, err.trimEnd().split("\n").length], ["", 1, 1], args.join(" "))
    }
    const missed = await call(
      port,
      "play",
      await file({ from: "linus", to: "grace", steps: [{ do: "answer", at: "1 second" }] }),
      "--advance"
    )
    assert.include(missed.err, "A step of the script did not fit")
    assert.strictEqual(missed.code, 1)
  })

  it("says where no emulator runs", async () => {
    const { err } = await call("9", "list")
    assert.match(err, /^No emulator runs at http:\/\/127\.0\.0\.1:9/)
  })

  it("prints a schema that takes the script of the page", async () => {
    const { out } = await run(["call", "schema"])
    const validate = new Ajv2020({ strict: false }).compile(JSON.parse(out))
    const page = readFileSync(new URL("../../../../docs/emulator/calls.md", import.meta.url), "utf8")
    const [, script = ""] = /__mock\/calls -d '(\{.*?\})'/s.exec(page) ?? []
    assert.isTrue(validate(JSON.parse(script)))
    assert.isFalse(validate({ ...repair, steps: [{ do: "jump" }] }))
  })
})
