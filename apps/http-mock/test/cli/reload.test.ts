import { renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"

import { serve } from "../support/command.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"

const msw = JSON.stringify(import.meta.resolve("msw"))

const handlers = (answer: string) =>
  `import { http, HttpResponse } from ${msw}
   export const handlers = [http.get("/us/api/v2/me", () => HttpResponse.text("${answer}"))]`

const failing = `import { http } from ${msw}
   const brew = () => { throw new RangeError("no tea") }
   export const handlers = [http.get("/us/api/v2/me", () => brew())]\n`

const faults = (status: number) => JSON.stringify([{ operations: ["Pods.list"], does: { kind: "status", status } }])

const textOf = async (address: string) => (await fetch(address)).text()

const statusOf = async (us: string) => (await fetch(`${us}/api/v1r1/enterprise/pods`)).status

describe("a changed file", () => {
  it("of --handlers is loaded, and one that is broken is reported in one line and not used", async () => {
    const file = join(temporaryFolder(), "handlers.ts")
    writeFileSync(file, handlers("one"))
    const { printed, prints, us } = serve(["--port", "0", "--handlers", file])
    const address = `${await us()}/api/v2/me`
    assert.strictEqual(await textOf(address), "one")
    writeFileSync(file, "export const handlers = 1")
    const [line] = await prints(/^.*WARN.*$/m, "err")
    assert.include(line, `Cannot use ${file} as --handlers: it does not export a list of handlers.`)
    assert.match(line, /from msw\. The previous ones stay\.$/)
    assert.strictEqual(await textOf(address), "one")
    writeFileSync(file, handlers("two"))
    await prints(/Reloaded .*handlers\.ts\./, "err")
    assert.strictEqual(await textOf(address), "two")
    // a busy machine may see the steps of one write as changes of their own, and report each
    const lines = printed.err.trim().split("\n")
    assert.lengthOf([...new Set(lines.map((line) => line.replace(/^\[\S+\] /, "")))], 2, printed.err)
  })

  it("of --handlers that throws is named with its lines only", async () => {
    const file = join(temporaryFolder(), "my handlers.ts")
    writeFileSync(file, handlers("one"))
    const { prints, us } = serve(["--port", "0", "--handlers", file])
    const address = `${await us()}/api/v2/me`
    writeFileSync(file, failing)
    await prints(/Reloaded .*handlers\.ts\./, "err")
    assert.include(await textOf(address), `failed: no tea (at ${file}:2:31)`)
    const [, stack = ""] = await prints(/ failed\. RangeError: no tea\n((?: .*\n)+)/, "err")
    assert.strictEqual(stack, `    at ${file}:2:31\n    at ${file}:3:61\n`)
  })

  it("of --faults is loaded if it is replaced, and a fault that was added stays", async () => {
    const folder = temporaryFolder()
    const file = join(folder, "faults.json")
    writeFileSync(file, faults(503))
    const { prints, us } = serve(["--port", "0", "--faults", file])
    const base = await us()
    const tenant = base.replace(/us$/, "t/late/us")
    const control = new URL("/__mock/faults", base)
    const added = { operations: ["Auth.logInV1R1"], does: { kind: "status", status: 500 } }
    await fetch(control, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(added)
    })
    assert.strictEqual(await statusOf(base), 503)
    writeFileSync(join(folder, "draft"), faults(502))
    renameSync(join(folder, "draft"), file)
    await prints(/Reloaded .*faults\.json\./, "err")
    assert.deepStrictEqual([await statusOf(base), await statusOf(tenant)], [502, 502])
    const listed: Array<{ fault: { operations: Array<string> } }> = (await (await fetch(control)).json()) as never
    assert.deepStrictEqual(
      listed.map(({ fault }) => fault.operations),
      [["Auth.logInV1R1"], ["Pods.list"]]
    )
    writeFileSync(file, "[")
    await prints(/Cannot use .*faults\.json as --faults: it is not JSON from .* The previous ones stay\./, "err")
    assert.strictEqual(await statusOf(base), 502)
  })
})
