import * as Effect from "effect/Effect"

import { discover, ownFolder } from "../../../apps/e2e/src/runner/discover.ts"
import type { Found } from "../../../apps/e2e/src/runner/discover.ts"
import { failureOf } from "../../../apps/e2e/src/runner/Result.ts"
import * as Run from "../../../apps/e2e/src/runner/Run.ts"
import { inProcess } from "../../../apps/e2e/src/targets/inProcess.ts"
import { listOf, prefix } from "./steps.ts"

/** A scenario, and the steps that it took. */
export interface Performed {
  readonly found: Found
  readonly steps: ReadonlyArray<string>
}

/** The scenarios that come with the runner, each performed on an emulator in this process; one that fails is refused. */
export const performed = (): Promise<ReadonlyArray<Performed>> =>
  Effect.runPromise(
    Effect.gen(function* () {
      const all = yield* discover([ownFolder])
      const results = yield* Run.run(all, { id: "docs", kind: inProcess(prefix), concurrency: 8 })
      return all.map((found, index) => {
        const result = results[index]
        const attempt = result?.attempt
        if (result === undefined || attempt?.outcome._tag !== "Passed")
          throw new Error(
            `The scenario ${found.name} did not pass, so its steps are not known: ${(result && failureOf(result)?.message) ?? "it was skipped"}\nSee pnpm e2e ${found.name}`
          )
        return { found, steps: listOf(attempt.steps) }
      })
    })
  )
