import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { promisify } from "node:util"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { possible } from "../../src/world/life/participants.ts"
import { fresh } from "../support/placedCalls.ts"

const page = readFileSync(new URL("../../../../docs/emulator/calls.md", import.meta.url), "utf8")

describe("the page on calls", () => {
  it.live("has a working example", () =>
    fresh(
      Effect.gen(function* () {
        const { baseUrl } = yield* Emulator
        const [, example = ""] = /```sh\n(.*?)```/s.exec(page) ?? []
        const { origin } = new URL(baseUrl.us)
        const run = promisify(execFile)
        const { stdout } = yield* Effect.promise(() =>
          run("sh", ["-ec", example.replaceAll("http://127.0.0.1:4010", origin)])
        )
        const [ended] = JSON.parse(stdout.slice(stdout.lastIndexOf(`[{"id":"call_`)))
        assert.deepInclude(ended, { state: "ended", from: "Ada Lovelace", to: "Grace Hopper", ending: "ended" })
        assert.strictEqual(ended.participants.length, 3)
      })
    )
  )

  it("lists every state with its possible actions", () => {
    for (const [state, actions] of Object.entries(possible)) {
      const row = page.split("\n").find((line) => line.startsWith(`| ${state} |`)) ?? ""
      for (const action of actions) assert.include(row, `\`${action}\``)
    }
  })
})
