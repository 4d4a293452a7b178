import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { promisify } from "node:util"

import { assert, describe, it } from "@effect/vitest"

import { run, start, until } from "../support/command.ts"

const page = readFileSync(new URL("../../../../docs/emulator/working-days.md", import.meta.url), "utf8")

const [command = "", request = ""] = Array.from(page.matchAll(/^```sh\n(.*?)^```/gms), ([, text = ""]) => text.trim())

describe("the page about working days", { timeout: 30_000 }, () => {
  it("has a command and a request that work as they stand", async () => {
    const child = start([...command.split(" ").slice(1), "--port", "0"])
    const [, origin = ""] = /(http:\/\/127\.0\.0\.1:\d+)\/us/.exec(await until(child.stdout, /US +http:\S+\n/)) ?? []
    const script = request.replace("http://127.0.0.1:4010", origin)
    assert.notStrictEqual(script, request)
    const { stdout } = await promisify(execFile)("sh", ["-c", script])
    const calls = JSON.parse(stdout) as ReadonlyArray<Record<string, unknown>>
    assert.isAbove(calls.length, 0)
    for (const { callDuration, reasonCallEnded } of calls) {
      assert.strictEqual(reasonCallEnded, "Declined")
      assert.strictEqual(callDuration, 0)
    }
  })
})

describe("--seed", { timeout: 30_000 }, () => {
  it("refuses a shape that there is not, and says what was meant", async () => {
    const { code, err } = await run(["--seed", "users=10,shape=workdays"])
    assert.strictEqual(code, 1)
    assert.include(err, "shape=workday, as there is no shape workdays")
  })
})
