import { fileURLToPath } from "node:url"

import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { emulatorProcess, watched } from "../support/emulatorProcess.ts"
import { program } from "../support/program.ts"

const decode = Schema.decodeSync(Schema.fromJsonString(Schema.Array(Schema.Struct({ name: Schema.String }))))

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Scenarios that use the same addresses at the same time, and expect to find theirs alone. */
const own = ["confirms-an-account", "has-several-clients", "moves-the-clock", "provisions-a-user"].map((name) =>
  pathOf(`cross-talk/${name}.ts`)
)

/** Some that come with the runner and lean on what others could change: sessions, the users there are, counts of pods. */
const theirs = [
  "auth/refreshes-in-parallel-with-one-refresh-token",
  "calls/deleted-user-stays-as-deleted-user",
  "pods/counts-follow-the-users"
].map((name) => pathOf(`../../scenarios/${name}.ts`))

const repeatedly = (scenarios: ReadonlyArray<string>, target: string) =>
  program([...scenarios, "--target", target, "--jobs", "8", "--repeat-each", "50", "--reporter", "dot"])

/** The most tenants that were in use at the same time: between their first request and their last one. */
const mostAtOnce = (tenants: ReadonlyArray<string>) => {
  const last = new Map(tenants.map((tenant, index) => [tenant, index]))
  const open = new Set<string>()
  let most = 0
  for (const [index, tenant] of tenants.entries()) {
    open.add(tenant)
    most = Math.max(most, open.size)
    if (last.get(tenant) === index) open.delete(tenant)
  }
  return most
}

describe("eight jobs over a socket", { timeout: 120_000 }, () => {
  it("pass fifty times each, none skipped, flaky or left over", async () => {
    const { code, stderr, stdout } = await repeatedly([...own, ...theirs], "socket")
    assert.strictEqual(code, 0, `${stdout}${stderr}`)
    assert.match(stdout, /^350 passed, 0 failed(?: \(.*\))?$/m)
    assert.strictEqual(stderr, "")
  })

  it("pass against an emulator in another process, eight tenants at a time, of which none is left", async () => {
    const emulator = await emulatorProcess()
    const { origin, tenants } = await watched(emulator)
    const { code, stderr, stdout } = await repeatedly(own, origin)
    assert.strictEqual(code, 0, `${stdout}${stderr}`)
    assert.match(stdout, /^200 passed, 0 failed(?: \(.*\))?$/m)
    assert.strictEqual(new Set(tenants).size, 200)
    assert.strictEqual(mostAtOnce(tenants), 8)
    const there = decode(await (await fetch(`${emulator}/__mock/tenants`)).text())
    assert.deepStrictEqual(
      there.map(({ name }) => name),
      ["default"]
    )
  })
})
