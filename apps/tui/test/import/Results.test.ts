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

test("each result is in the file before the import continues", async () => {
  const path = join(folder(), "results")
  const written = ["sending", "unsent", "sending", "created", "exists"] as const
  await Effect.gen(function* () {
    const results = yield* Results.open(path, { service: "s", region: "us", file: "f.csv" })
    yield* results.begin(Results.defaults)
    for (const [at, state] of written.entries()) {
      yield* results.write(row, { state })
      expect(states(path)).toEqual(written.slice(0, at + 1))
    }
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer), Effect.runPromise)
})
