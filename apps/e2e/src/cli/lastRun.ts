import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { Listener } from "../runner/Event.ts"
import { folder, makeFolder } from "../runner/folder.ts"
import { placeOf } from "../runner/library.ts"
import type { LastRun } from "../runner/select.ts"
import { Misuse } from "./choosing.ts"

const Kept = Schema.fromJsonString(
  Schema.Struct({ paths: Schema.Array(Schema.String), failed: Schema.Array(Schema.String) })
)

const file = () => join(folder, "last-run.json")

const encode = Schema.encodeSync(Kept)

/** Keeps those that failed, for `--last-failed`; a folder that cannot be written to is not used. */
export const keepFailed =
  (paths: ReadonlyArray<string>): Listener =>
  (event) => {
    if (event._tag !== "RunEnded") return
    const failed = event.results
      .filter(({ verdict }) => verdict === "Failed" || verdict === "Interrupted")
      .map((result) => placeOf(result))
    Result.try(() => {
      makeFolder()
      writeFileSync(file(), encode({ paths, failed: [...new Set(failed)] }))
    })
  }

/** Reads what the last run left. */
export const lastRun: Effect.Effect<LastRun, Misuse> = Effect.gen(function* () {
  const text = yield* Effect.try({
    try: () => readFileSync(file(), "utf8"),
    catch: () => new Misuse({ message: `No run is known here: ${file()} is not there. Run without --last-failed.` })
  })
  const { failed, paths } = yield* Effect.mapError(
    Schema.decodeEffect(Kept)(text),
    () => new Misuse({ message: `${file()} cannot be read. Remove it, and run without --last-failed.` })
  )
  return { paths, failed: new Set(failed) }
})
