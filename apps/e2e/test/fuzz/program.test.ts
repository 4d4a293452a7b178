import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { commandLine } from "../support/commandLine.ts"
import { emulator } from "../support/emulators.ts"
import { ownFolder } from "../support/folder.ts"

describe("remote-assist-e2e fuzz", { timeout: 60_000 }, () => {
  it.live("exits with 0 without differences, and prints the rerun command", () =>
    Effect.gen(function* () {
      const out = join(ownFolder(), "fuzz")
      const { code, err, out: printed } = yield* commandLine("fuzz", "--runs", "5", "--seed", "7", "--out", out)
      assert.strictEqual(code, 0, err)
      assert.match(printed, /5 runs, \d+ commands: no difference\. Rerun: remote-assist-e2e fuzz --runs 5 --seed 7/)
      assert.isFalse(existsSync(out))
    })
  )

  it.live("exits with 4 if an emulator over a socket differs, and writes a report and a scenario", () =>
    Effect.gen(function* () {
      const out = join(ownFolder(), "fuzz")
      const target = yield* emulator({ gaps: { "page.no-entries": 0 } })
      const { code, err, out: printed } = yield* commandLine("fuzz", "--target", target, "--runs", "100", "--out", out)
      assert.strictEqual(code, 4, err)
      assert.match(printed, /\$\.total_pages: value\n +model: {2}1\n +target: 0\n/)
      const [scenario = "", report = ""] = readdirSync(out).toSorted()
      assert.match(readFileSync(join(out, scenario), "utf8"), /export default Replay\.scenario\(/)
      assert.include(printed, readFileSync(join(out, report), "utf8"))
    })
  )

  it.live("refuses a live region", () =>
    Effect.gen(function* () {
      const { code, err } = yield* commandLine("fuzz", "--target", "live")
      assert.strictEqual(code, 2, err)
      assert.match(err, /fuzz changes any data/)
    })
  )
})
