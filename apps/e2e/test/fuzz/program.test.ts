import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as TestConsole from "effect/testing/TestConsole"

import { reportProgress } from "../../src/cli/fuzz.ts"
import { Progress } from "../../src/fuzz/fuzz.ts"
import { commandLine } from "../support/commandLine.ts"
import { emulator } from "../support/emulators.ts"
import { ownFolder } from "../support/folder.ts"

describe("remote-assist-e2e fuzz", { timeout: 60_000 }, () => {
  it.live("exits with 0 without differences, and prints the rerun command", () =>
    Effect.gen(function* () {
      const out = join(ownFolder(), "fuzz")
      const { code, err, out: printed } = yield* commandLine("fuzz", "--runs", "5", "--seed", "7", "--out", out)
      assert.strictEqual(code, 0, err)
      assert.match(printed, /5 runs and \d+ commands: no difference\. Rerun: pnpm e2e fuzz --runs 5 --seed 7/)
      assert.strictEqual(err, "Comparing emulator in this process with an emulator of this version, in 5 runs.")
      assert.isFalse(existsSync(out))
    })
  )

  it.live("exits with 4 if an emulator over a socket differs, and writes a report and a scenario", () =>
    Effect.gen(function* () {
      const out = join(ownFolder(), "fuzz")
      const target = yield* emulator({ gaps: { "page.no-entries": 0 } })
      const search = (runs: string) =>
        commandLine("fuzz", "--target", target, "--runs", runs, "--seed", "6", "--out", out)
      const { code, err, out: printed } = yield* search("100")
      assert.strictEqual(code, 4, err)
      assert.match(printed, /\$\.total_pages: value\n +model: {2}1\n +target: 0\n/)
      const [, runs] = /^After (\d+) runs? and /.exec(printed) ?? []
      const fewer = yield* search(String(Number(runs) - 1))
      assert.strictEqual(fewer.code, 0, fewer.out)
      const [scenario = "", report = ""] = readdirSync(out).toSorted()
      assert.match(readFileSync(join(out, scenario), "utf8"), /export default Replay\.scenario\(/)
      assert.include(printed, readFileSync(join(out, report), "utf8"))
      const replay = yield* commandLine(join(out, scenario), "--target", target)
      assert.match(replay.out, /^ {4}- \$\.total_pages \(value\): 1\n {4}\+ \$\.total_pages \(value\): 0$/m)
    })
  )

  it.effect("prints every 5 seconds how far the search is", () =>
    Effect.gen(function* () {
      const progress = Object.assign(new Progress(), { commands: 1 })
      const fiber = yield* Effect.forkChild(reportProgress({ progress, runs: 1 }))
      yield* TestClock.adjust("11 seconds")
      yield* Fiber.interrupt(fiber)
      const line = "0 of 1 run, 1 command: no difference yet."
      assert.deepStrictEqual(yield* TestConsole.errorLines, [line, line])
    }).pipe(Effect.provide(TestConsole.layer, { local: true }))
  )

  it.live("refuses a live region", () =>
    Effect.gen(function* () {
      const { code, err } = yield* commandLine("fuzz", "--target", "live")
      assert.strictEqual(code, 2, err)
      assert.match(err, /fuzz changes any data/)
    })
  )
})
