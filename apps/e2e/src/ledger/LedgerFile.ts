import { appendFileSync, closeSync, openSync, rmSync } from "node:fs"
import { hostname } from "node:os"
import { join, resolve } from "node:path"

import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { Ledger } from "../cleanup/Ledger.ts"
import { reasonOf } from "../runner/disk.ts"
import { folder, makeFolder } from "../runner/folder.ts"
import { prefixOf } from "../runner/runId.ts"
import type { Place } from "../targets/Place.ts"
import { take, version } from "./Line.ts"
import type { Head, Left, Note } from "./Line.ts"

/** What a run creates cannot be written down, so it creates nothing. */
export class LedgerFailed extends Schema.TaggedError<LedgerFailed>()("LedgerFailed", {
  file: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `What is created at the target cannot be written down in ${this.file}: ${this.reason}. So nothing more is created; run in a folder that can be written to.`
  }
}

/** The file of a run's ledger, below the folder that the run is started in. */
export const fileOf = (run: string): string => join(folder, `ledger-${run}.ndjson`)

/** A ledger on disk that is written. */
export interface LedgerFile {
  readonly ledger: Ledger
  /** What is not known to be removed. */
  readonly left: () => ReadonlyArray<Left>
  readonly removed: (left: Left) => Effect.Effect<void>
  /** Closes the file; one with nothing left is deleted. */
  readonly close: Effect.Effect<void>
}

const writing = <A>(file: string, write: () => A): Effect.Effect<A, LedgerFailed> =>
  Effect.try({
    try: write,
    catch: (error) => new LedgerFailed({ file, reason: reasonOf(error) })
  })

/** A ledger whose file is open for appending; each line is in it, whatever becomes of the process, before more is done. */
export const writer = (file: string, handle: number, known: ReadonlyMap<number, Left>): LedgerFile => {
  const left = new Map(known)
  let last = Math.max(0, ...known.keys())
  const note = (note: Note) =>
    Effect.orDie(
      writing(file, () => {
        appendFileSync(handle, `${JSON.stringify(note)}\n`)
        take(left, note)
      })
    )
  const removed = (number: number) => note({ removed: number })
  return {
    ledger: {
      isKept: true,
      creating: (thing) =>
        Effect.suspend(() => {
          const number = ++last
          return Effect.as(note({ creating: number, ...thing }), {
            created: (key) => note({ created: number, key }),
            removed: removed(number)
          })
        })
    },
    left: () => [...left.values()],
    removed: ({ number }) => removed(number),
    close: Effect.sync(() => {
      closeSync(handle)
      if (left.size === 0) rmSync(file, { force: true })
    })
  }
}

/** Begins the ledger of a run. */
export const begin = Effect.fnUntraced(function* (run: string, place: Place) {
  const file = resolve(fileOf(run))
  const startedAt = yield* Clock.currentTimeMillis
  const head: Head = {
    ledger: version,
    run,
    prefix: prefixOf(run),
    place,
    started_at: new Date(startedAt).toISOString(),
    pid: process.pid,
    host: hostname()
  }
  const handle = yield* writing(file, () => {
    makeFolder()
    const handle = openSync(file, "ax")
    appendFileSync(handle, `${JSON.stringify(head)}\n`)
    return handle
  })
  return writer(file, handle, new Map())
})
