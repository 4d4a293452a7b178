import { watch } from "node:fs"
import { dirname, relative, resolve, sep } from "node:path"

import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"

import { isFolder } from "../runner/discover.ts"
import { ownFolder } from "../runner/library.ts"
import { visible } from "../runner/visible.ts"
import { Misuse } from "./choosing.ts"
import { runAnew } from "./runAnew.ts"

const source = /\.(?:[cm]?[jt]s|json)$/

/** Whether a file below a watched folder may be a scenario, or what one imports: not what a run writes. */
const counts = (path: string, written: ReadonlySet<string>) =>
  source.test(path) &&
  !written.has(resolve(path)) &&
  !relative(process.cwd(), path)
    .split(sep)
    .some((part) => part === "node_modules" || (part.startsWith(".") && part.length > 2))

const watched = (folder: string, changed: (path: string) => void) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => watch(folder, { recursive: true }, (_, name) => changed(resolve(folder, name ?? ""))),
      catch: (error) => new Misuse({ message: `${folder} cannot be watched: ${String(error)}` })
    }),
    (watcher) => Effect.sync(() => watcher.close())
  ).pipe(Effect.tap((watcher) => Effect.sync(() => watcher.on("error", () => changed(folder)))))

const filesOf = (reporters: ReadonlyArray<string>) =>
  new Set(reporters.flatMap((reporter) => (reporter.includes("=") ? [resolve(reporter.replace(/^[^=]*=/, ""))] : [])))

/** How long nothing more must change until scenarios are run: an editor writes a file in several steps. */
const quiet = "100 millis"

/**
 * Runs scenarios in a process of their own, and again each time that a file below their folders changes, until it is
 * interrupted; a run that is under way then is ended first.
 */
export const watching = (
  paths: ReadonlyArray<string>,
  reporters: ReadonlyArray<string>
): Effect.Effect<never, Misuse, Scope.Scope> =>
  Effect.gen(function* () {
    const folders = new Set(
      (paths.length === 0 ? [ownFolder] : paths).map((path) => resolve(isFolder(path) ? path : dirname(path)))
    )
    const written = filesOf(reporters)
    const changes = yield* Queue.sliding<string>(1)
    const changed = (path: string) => {
      if (counts(path, written)) Queue.offerUnsafe(changes, path)
    }
    yield* Effect.forEach(folders, (folder) => watched(folder, changed), { discard: true })
    const args = process.argv.slice(2).filter((argument) => !/^--watch(?:=|$)/.test(argument))
    const settled = Effect.gen(function* () {
      let path = yield* Queue.take(changes)
      for (;;) {
        const next = yield* Effect.timeoutOrElse(Queue.take(changes), {
          duration: quiet,
          orElse: () => Effect.undefined
        })
        if (next === undefined) return path
        path = next
      }
    })
    const once = Effect.andThen(
      runAnew(args),
      Effect.andThen(Console.log("Waiting for a change. Ctrl-C ends."), Effect.never)
    )
    for (;;) {
      const path = yield* Effect.raceFirst(once, settled)
      yield* Console.log(`\n${visible(relative(process.cwd(), path))} changed.`)
    }
  })
