import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { Listener } from "../runner/Event.ts"
import { folder, makeFolder } from "../runner/folder.ts"
import { Misuse } from "./choosing.ts"

const LastRun = Schema.fromJsonString(Schema.Struct({ failed: Schema.Array(Schema.String) }))

const file = () => join(folder, "last-run.json")

const encode = Schema.encodeSync(LastRun)

/** Keeps the names of those that failed, for `--last-failed`; a folder that cannot be written to is not used. */
export const keepFailed: Listener = (event) => {
  if (event._tag !== "RunEnded") return
  const failed = event.results
    .filter(({ verdict }) => verdict === "Failed" || verdict === "Interrupted")
    .map(({ name }) => name)
  Result.try(() => {
    makeFolder()
    writeFileSync(file(), encode({ failed: [...new Set(failed)] }))
  })
}

/** The names of those that failed in the last run that was started in this folder. */
export const lastFailed: Effect.Effect<ReadonlySet<string>, Misuse> = Effect.gen(function* () {
  const text = yield* Effect.try({
    try: () => readFileSync(file(), "utf8"),
    catch: () => new Misuse({ message: `No run is known here: ${file()} is not there. Run without --last-failed.` })
  })
  const { failed } = yield* Effect.mapError(
    Schema.decodeEffect(LastRun)(text),
    () => new Misuse({ message: `${file()} cannot be read. Remove it, and run without --last-failed.` })
  )
  return failed.length === 0 ? yield* new Misuse({ message: "Nothing failed in the last run." }) : new Set(failed)
})
