import { readdirSync } from "node:fs"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { all } from "../scenarios/all.ts"
import { runOne } from "../src/Runner.ts"
import { targets } from "../src/Target.ts"

const folder = new URL("../scenarios", import.meta.url)

describe("scenarios", () => {
  it("are all listed, each by its path", () => {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && file !== "all.ts")
      .map((file) => file.replace(/\.ts$/, ""))
    assert.deepStrictEqual(all.map(({ name }) => name).toSorted(), files.toSorted())
  })

  describe.each(["in-process", "socket"] as const)("against an emulator %s", (target) => {
    it.live.each(all.map((scenario) => [scenario.name, scenario] as const))("%s", ([, scenario]) =>
      Effect.gen(function* () {
        const { outcome } = yield* runOne(scenario, targets[target])
        assert.deepStrictEqual(outcome, { _tag: "Passed" })
      })
    )
  })
})
