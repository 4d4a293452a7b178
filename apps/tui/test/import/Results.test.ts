import { readFileSync } from "node:fs"
import { join } from "node:path"

import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import { expect, test } from "vitest"

import * as Results from "../../src/import/Results.ts"
import { folder } from "../support/imported.ts"

const row = {
  line: 2,
  name: "A",
  email: "a@plant.example",
  role: "",
  pods: "",
  mail: undefined,
  problem: undefined
}

const states = (path: string) => readFileSync(path, "utf8").match(/(?<="state":")\w+/g) ?? []

test.each([
  [["sending"], ["sending"]],
  [["sending", "created"], ["sending"]],
  [
    ["sending", "unsent", "sending", "existed"],
    ["sending", "unsent", "sending", "existed"]
  ],
  [
    ["sending", "refused"],
    ["sending", "refused"]
  ],
  [["existed"], []]
] as const)("of %j, %j is on the disk before the import continues, and all at the end", async (written, durable) => {
  const path = join(folder(), "results")
  const before = await Effect.gen(function* () {
    const results = yield* Results.open(path, { service: "s", region: "us", file: "f.csv" })
    yield* results.begin(Results.defaults)
    for (const state of written) yield* results.write(row, { state })
    return states(path)
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer), Effect.runPromise)
  expect(before).toEqual(durable)
  expect(states(path)).toEqual(written)
})
