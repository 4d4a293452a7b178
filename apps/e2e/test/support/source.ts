import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import * as Effect from "effect/Effect"

import { discover } from "../../src/runner/discovery.ts"
import * as Run from "../../src/runner/Run.ts"
import type { TargetKind } from "../../src/targets/Target.ts"

/** A folder that is removed in the end; below this one, from where modules are found. */
export const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(import.meta.dirname, ".written-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** Runs the source of a scenario against a target. */
export const resultsOfSource = (source: string, kind: TargetKind) =>
  Effect.gen(function* () {
    const path = join(yield* folder, "written.ts")
    writeFileSync(path, source)
    return yield* Run.run(yield* discover([path]), { id: "test", kind, concurrency: 1 })
  }).pipe(Effect.scoped)
