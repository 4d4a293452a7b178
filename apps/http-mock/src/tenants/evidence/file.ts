import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { Evidence } from "./Evidence.ts"

/** What a file of evidence holds. */
export const FileContent = Schema.fromJsonString(
  Schema.Array(
    Schema.Struct({
      operation: Schema.String,
      status: Schema.Int,
      served: Schema.Boolean,
      injected: Schema.Boolean,
      drivers: Schema.Array(Schema.String)
    })
  )
)

const encode = Schema.encodeSync(FileContent)

/** Writes evidence into a new file of a directory, which is made if need be. */
export const write = (directory: string, { all }: Evidence): Effect.Effect<void> =>
  Effect.sync(() => {
    const seen = all()
    if (seen.length === 0) return
    const { existsSync, mkdirSync, writeFileSync } = process.getBuiltinModule("node:fs")
    mkdirSync(directory, { recursive: true })
    const nameOf = (index: number) => `${directory}/${process.pid}-${index}.json`
    let index = 0
    while (existsSync(nameOf(index))) index++
    writeFileSync(nameOf(index), encode(seen), { flag: "wx" })
  })
