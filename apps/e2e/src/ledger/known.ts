import { constants, existsSync, openSync, readdirSync, readFileSync, rmSync, truncateSync } from "node:fs"
import { hostname } from "node:os"

import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { reasonOf } from "../runner/disk.ts"
import { folder } from "../runner/folder.ts"
import { fileOf, LedgerFailed, writer } from "./LedgerFile.ts"
import type { LedgerFile } from "./LedgerFile.ts"
import { read as readText } from "./Line.ts"
import type { Head, Written } from "./Line.ts"

/** A ledger that is there and cannot be used. */
export class BadLedger extends Schema.TaggedError<BadLedger>()("BadLedger", {
  file: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `The ledger ${this.file} ${this.reason}.`
  }
}

const textOf = (file: string): Effect.Effect<string | undefined, BadLedger> =>
  Effect.try({
    try: () => (existsSync(file) ? readFileSync(file, "utf8") : undefined),
    catch: (error) => new BadLedger({ file, reason: `cannot be read: ${reasonOf(error)}` })
  })

/** Reads the ledger of a run; undefined where there is none, or nothing stands in it. */
export const readLedger = Effect.fnUntraced(function* (run: string) {
  const file = fileOf(run)
  const text = yield* textOf(file)
  const written = text === undefined ? undefined : readText(text)
  return typeof written === "string" ? yield* new BadLedger({ file, reason: written }) : written
})

/** The runs of which there is a ledger in this folder. */
export const runs: Effect.Effect<ReadonlyArray<string>> = Effect.sync(() =>
  Result.getOrElse(
    Result.try(() => readdirSync(folder)),
    (): Array<string> => []
  ).flatMap((name) => /^ledger-(\w+)\.ndjson$/.exec(name)?.slice(1) ?? [])
)

/** Opens the ledger of a run to go on with, without a line that was never finished. */
export const reopen = (run: string, { left }: Written): Effect.Effect<LedgerFile, LedgerFailed> => {
  const file = fileOf(run)
  return Effect.try({
    try: () => {
      truncateSync(file, readFileSync(file).lastIndexOf("\n") + 1)
      // not made anew where it has been removed meanwhile
      return writer(file, openSync(file, constants.O_WRONLY | constants.O_APPEND), left)
    },
    catch: (error) => new LedgerFailed({ file, reason: reasonOf(error) })
  })
}

/** Removes a ledger in which nothing stands. */
export const forget = (run: string): Effect.Effect<void> => Effect.sync(() => rmSync(fileOf(run), { force: true }))

const isAlive = (pid: number) =>
  Result.match(
    Result.try(() => process.kill(pid, 0)),
    {
      onSuccess: () => true,
      // somebody else's
      onFailure: (error) => error instanceof Error && "code" in error && error.code === "EPERM"
    }
  )

/** Says which process may still be at it; of another machine that is not known here. */
export const whoRuns = ({ host, pid }: Head): string | undefined =>
  host !== hostname() ? `process ${pid} on ${host}` : isAlive(pid) ? `process ${pid}` : undefined
