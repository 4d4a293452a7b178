import { Exit } from "@remote-assist/cli"
import * as Settings from "@remote-assist/cli/Settings"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { count } from "../runner/Result.ts"
import type { Result } from "../runner/Result.ts"
import * as Run from "../runner/Run.ts"
import { prefixOf, runId } from "../runner/runId.ts"
import * as Uncaught from "../runner/uncaught.ts"
import { choose } from "../targets/choose.ts"
import { againUnder } from "./again.ts"
import { chosen, listed, pathsOf } from "./choosing.ts"
import * as Coverage from "./coverage.ts"
import { dryRun } from "./dryRun.ts"
import { withEndings } from "./endings.ts"
import { exitCodes } from "./exitCodes.ts"
import * as Flags from "./flags.ts"
import { keepFailed, lastRun } from "./lastRun.ts"
import { listing } from "./listing.ts"
import { listenerOf, readsJournal } from "./reporting.ts"
import { watching } from "./watching.ts"
import { timeout, whole } from "./whole.ts"

const flags = {
  ...Flags.selection,
  target: Flags.target,
  ...Settings.flags,
  list: Flag.Boolean("list").pipe(
    Flag.withDescription("Print the scenarios with what each shows and its tags, and run none"),
    Flag.withDefault(false)
  ),
  dryRun: Flag.Boolean("dry-run").pipe(
    Flag.withDescription(
      "Print the requests as curl lines: they are sent to an emulator in this process, none leaves it"
    ),
    Flag.withDefault(false)
  ),
  watch: Flag.Boolean("watch").pipe(
    Flag.withDescription("Run again each time that a scenario changes, or what it imports below its folder"),
    Flag.withDefault(false)
  ),
  lastFailed: Flag.Boolean("last-failed").pipe(
    Flag.withDescription("Only those that failed when scenarios were last run in this folder"),
    Flag.withDefault(false)
  ),
  bail: Flag.Boolean("bail").pipe(
    Flag.withDescription("Start no further scenario after one has failed"),
    Flag.withDefault(false)
  ),
  retries: whole("retries", 0, 1000).pipe(
    Flag.withDescription("How often one that failed is tried again; one that passes then is flaky"),
    Flag.withDefault(0)
  ),
  repeatEach: whole("repeat-each", 1, 10_000).pipe(Flag.withDescription("How often each is run"), Flag.withDefault(1)),
  failOnFlaky: Flag.Boolean("fail-on-flaky").pipe(
    Flag.withDescription("Count one that passed only when tried again as failed"),
    Flag.withDefault(false)
  ),
  timeout: timeout("a scenario"),
  seed: Flags.seed,
  jobs: Flags.jobs,
  reporter: Flag.String("reporter").pipe(
    Flag.withAlias("r"),
    Flag.withDescription(
      "pretty, lines, dot, json, ndjson, junit, tap, github or html, with =file to write it there; repeatable"
    ),
    Flag.withMetavar("name[=file]"),
    Flag.between(0, 20)
  ),
  ...Coverage.flags,
  allowDestructive: Flag.Boolean("allow-destructive").pipe(
    Flag.withDescription("Run scenarios against a live region that change what they did not create"),
    Flag.withDefault(false)
  )
}

/** What a run ends with. */
export const exitCodeOf = (results: ReadonlyArray<Result>, failOnFlaky: boolean, isCovered = true): number => {
  if (count(results, "Failed") > 0 || (failOnFlaky && count(results, "Flaky") > 0)) return exitCodes.failed
  if (!isCovered) return exitCodes.threshold
  if (results.some(({ attempts }) => attempts.some(({ leftovers }) => leftovers.length > 0))) return exitCodes.leaked
  return exitCodes.ok
}

/** Runs scenarios. */
export const run = Command.make(
  "remote-assist-e2e",
  flags,
  Effect.fnUntraced(function* ({ bail, config, dryRun: isDry, failOnFlaky, list, region, ...asked }) {
    if (list || isDry) yield* Coverage.refuse(asked, list ? "--list" : "--dry-run")
    const last = asked.lastFailed ? yield* lastRun : undefined
    const paths = yield* pathsOf(asked, last)
    if (asked.watch) return yield* Effect.scoped(watching(paths, asked.reporter))
    if (list) return yield* Console.log(listing(yield* listed(asked, last)))
    const scenarios = yield* chosen(asked, last)
    const id = yield* runId
    if (isDry) {
      const { inProcess } = yield* Effect.promise(() => import("../targets/inProcess.ts"))
      const results = yield* Run.run(scenarios, { id, kind: inProcess(prefixOf(id)), concurrency: 8, seed: asked.seed })
      return yield* Console.log(dryRun(results))
    }
    const { isCovered, results } = yield* Effect.gen(function* () {
      const tell = yield* listenerOf(asked.reporter)
      const coverage = yield* Coverage.telling(asked, asked.reporter)
      const kind = yield* choose(asked.target, prefixOf(id))
      const keepLast = keepFailed(paths)
      const ran = Run.run(scenarios, {
        ...asked,
        id,
        kind,
        again: againUnder({ ...asked, config, region }),
        withJournal: coverage.needsJournal || asked.reporter.some(readsJournal),
        bail: bail ? 1 : undefined,
        timeout: `${asked.timeout} seconds`,
        concurrency: Option.getOrElse(asked.jobs, () => (kind.isLive ? 1 : 8)),
        tell: (event) => {
          tell(event)
          keepLast(event)
          coverage.tell(event)
        }
      })
      const results = yield* Uncaught.during(ran)
      return { results, isCovered: coverage.isMet(results) }
    }).pipe(Effect.scoped, Settings.provide({ config, region }))
    const code = exitCodeOf(results, failOnFlaky, isCovered)
    if (code !== exitCodes.ok) return yield* new Exit({ code })
  }, withEndings)
).pipe(
  Command.withDescription("Runs scenarios of the remote-assistance service against the emulator or a live region."),
  Command.withExamples([
    { command: "remote-assist-e2e", description: "Run all against emulators in this process" },
    { command: "remote-assist-e2e users --target socket", description: "Run the users scenarios over a socket" }
  ])
)
