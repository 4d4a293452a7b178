import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"

import { Emulator } from "../../src/library/Emulator.ts"
import { startEmulator } from "../../src/library/promise.ts"
import { run, serve } from "../support/command.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"

const pods = "/api/v1r1/enterprise/pods"

const once = { operations: ["Pods.list"], does: { kind: "status", status: 503 }, when: { first: 1 } } as const

const page = readFileSync(new URL("../../../../docs/emulator/faults.md", import.meta.url), "utf8")

describe("initial faults of tenants", () => {
  it("hit in each tenant with separate counts, until they are removed", async () => {
    await using emulator = await startEmulator({ faults: [once] })
    const statusOf = async (base: string) => (await emulator.fetch(`${base}${pods}`)).status
    const other = emulator.tenant("other")
    assert.strictEqual(await statusOf(emulator.baseUrl.us), 503)
    assert.strictEqual(await statusOf(emulator.baseUrl.us), 400)
    assert.strictEqual(await statusOf(other.baseUrl.us), 503)
    const [entry] = await emulator.control.faults.list()
    assert.deepInclude(entry, { id: "fault-1", matches: 2, hits: 1 })
    assert.deepStrictEqual(await other.control.faults.clear(), { removed: 1 })
  })

  it.effect("are an option with Effect", () =>
    Effect.gen(function* () {
      const { baseUrl, fetch } = yield* Emulator.make({ faults: [{ ...once, ttl: "10 minutes" }] })
      const { status } = yield* Effect.promise(() => fetch(`${baseUrl.eu}${pods}`))
      assert.strictEqual(status, 503)
    })
  )
})

describe("an initial fault that no request is likely to match", () => {
  it.effect("is logged once at the start, but not one for a user or a subject", () => {
    const logged: Array<unknown> = []
    const logger = Logger.make(({ message }) => logged.push(message))
    const faults = [
      ...["nobody", "nobody", "ada@example.com", "Partner:1"].map((caller) => ({ ...once, caller })),
      { ...once, where: { query: { pagee: "1" } } }
    ]
    return Effect.gen(function* () {
      yield* Emulator.make({ faults })
      assert.deepStrictEqual(logged, [
        ['There is no user "nobody", so no request matches. Check the initial faults.'],
        [
          "where.query has pagee, which is not a query parameter of these operations: there are filter, page, page_size. Check the initial faults."
        ]
      ])
    }).pipe(Effect.provide(Logger.layer([logger])))
  })
})

describe("a fault of the promise API", () => {
  it("changes answers of the requests that it matches", async () => {
    await using emulator = await startEmulator()
    const { id } = await emulator.control.faults.make({
      payload: {
        operations: ["Pods.list"],
        caller: "anonymous",
        where: { query: { page: { matches: "^[12]$" } } },
        does: [
          { kind: "override", of: "errors", patch: [{ op: "replace", path: "/code", value: { deep: [7] } }] },
          { kind: "body", json: null }
        ],
        afterLast: "stop",
        ttl: "10 minutes"
      }
    })
    const bodyOf = async (page: number) => (await emulator.fetch(`${emulator.baseUrl.us}${pods}?page=${page}`)).json()
    assert.deepInclude(await bodyOf(1), { code: { deep: [7] } })
    assert.notDeepInclude(await bodyOf(3), { code: { deep: [7] } })
    assert.isNull(await bodyOf(2))
    const [entry] = await emulator.control.faults.list()
    assert.deepInclude(entry, { id, matches: 2, hits: 2, remaining: 0 })
  })
})

describe("a file of faults", () => {
  const fileOf = (text: string) => {
    const file = join(temporaryFolder(), "faults.json")
    writeFileSync(file, text)
    return file
  }

  const [, example = ""] = /```json\n(\[.+?\])\n```/s.exec(page) ?? []

  it("is read by the command, as documented", async () => {
    const us = await serve(["--port", "0", "--faults", fileOf(example)]).us()
    const entries = await (await fetch(new URL("/__mock/faults", us))).json()
    assert.deepStrictEqual(
      (entries as ReadonlyArray<{ readonly fault: { readonly operations: unknown } }>).map(
        ({ fault }) => fault.operations
      ),
      [["*"], ["Calls.list"]]
    )
  })

  it.each([
    ["\n", "it is empty. Write JSON, such as []."],
    ["[\n {", "it is not JSON from line 2, column 3."],
    ['[{"operations":["*"]},\n x]', "it is not JSON from line 2, column 2."],
    ["[{}\n 1]", "it is not JSON from line 2, column 2."],
    ["{}", "use a list"],
    [
      '[{"operations":["*"],"does":{"kind":"worst"}},{"operations":["*"],"does":{"kind":"boom"}}]',
      "[1].does: set kind to"
    ],
    ['[{"operations":["*"],"does":{"kind":"override","headers":{"te":"x"}}}]', "[0]: headers has te, which belongs"]
  ])("that is invalid ends the start with the position and the reason: %s", async (text, says) => {
    const file = fileOf(text)
    const { code, err } = await run(["--port", "0", "--faults", file])
    assert.strictEqual(code, 1)
    assert.include(err, `Cannot use ${file} as --faults: ${says}`)
  })

  it.each(["500%", "abc%", "-5%", "5 %", "%"])("that is not a percentage ends the start: %s", async (text) => {
    const { code, err } = await run(["--port", "0", `--faults=${text}`])
    assert.strictEqual(code, 1)
    assert.include(
      err,
      `Cannot use ${text} as --faults: it is not a percentage. Use one from 0% to 100%, such as 2.5%.`
    )
  })

  it("that is missing ends the start", async () => {
    const { code, err } = await run(["--port", "0", "--faults", "/nowhere/faults.json"])
    assert.strictEqual(code, 1)
    assert.include(err, "Cannot use /nowhere/faults.json as --faults: it does not exist. Check the path.")
  })
})
