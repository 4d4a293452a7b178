import { resolve } from "node:path"

import { Exit } from "@remote-assist/cli"
import * as Settings from "@remote-assist/cli/Settings"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ReportersMap } from "vitest/node"
import type { Reporter, TestModule } from "vitest/node"

import { runEngine } from "../engine/engine.ts"
import type { EngineOptions } from "../engine/engine.ts"
import { resultsOf, scenarioReporter } from "../engine/reporter.ts"
import type { Output } from "../engine/reporter.ts"
import { ownFolder } from "../runner/discovery.ts"
import type { Result } from "../runner/Result.ts"
import { choose } from "../targets/choose.ts"
import { prefixOf, runId } from "../targets/Target.ts"
import { Misuse, checkTags, noneChosen, placesOf } from "./selection.ts"
import { exitCodes } from "./exitCodes.ts"
import { toFile } from "./outputFiles.ts"
import { asksForCoverage } from "./flags.ts"
import type { Run } from "./flags.ts"

/** The flags of a command line that runs a scenario again in the same way. */
const againOf = ({ allowDestructive, config, region, seed, target }: Run) => [
  ...(target === "in-process" ? [] : ["--target", target]),
  ...(Option.isSome(region) ? ["--region", region.value] : []),
  ...(Option.isSome(config) ? ["--config", config.value] : []),
  ...(seed === 1 ? [] : ["--seed", String(seed)]),
  ...(allowDestructive ? ["--allow-destructive"] : [])
]

/** What removes what a run left, at a target that outlives it. */
const gcOf = (target: string, id: string) =>
  target === "in-process" || target === "socket" ? undefined : `remote-assist-e2e gc --target ${target} --run ${id}`

const output = Effect.map(Effect.all([Console.Console, Clock.Clock]), ([console, clock]): Output => ({
  write: (line) => console.log(line),
  now: () => clock.currentTimeMillisUnsafe(),
  hasColour: process.stdout.isTTY && process.stdout.hasColors()
}))

const checkPattern = (flag: string, pattern: string) =>
  Effect.try({
    try: () => new RegExp(pattern),
    catch: (error) => new Misuse({ message: `${flag} is no regular expression: ${String(error)}` })
  })

/** Checks what vitest would only report in its own words, after it has started. */
const check = Effect.fnUntraced(function* ({ shard, tag, testNamePattern }: Run) {
  yield* checkTags(tag)
  if (Option.isSome(testNamePattern)) yield* checkPattern("--test-name-pattern", testNamePattern.value)
  if (Option.isNone(shard)) return
  const [, part = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(shard.value) ?? []).map(Number)
  if (part < 1 || part > of)
    return yield* new Misuse({ message: `--shard ${shard.value} is no part such as 1/4, the first of four.` })
})

// those of vitest that write to a file
const ofFiles = new Set(["json", "junit", "html", "blob"])

const reporterOf = Effect.fnUntraced(function* (text: string, own: Reporter) {
  const [, name = "", file] = /^([^=]*)(?:=(.+))?$/.exec(text) ?? []
  const known = ["scenarios", "html", ...Object.keys(ReportersMap)]
  if (!known.includes(name))
    return yield* new Misuse({ message: `There is no reporter ${name}. Give one of ${known.join(", ")}.` })
  if (file === undefined && ofFiles.has(name))
    return yield* new Misuse({ message: `--reporter ${name} needs a file: --reporter ${name}=file.` })
  if (file !== undefined && !ofFiles.has(name))
    return yield* new Misuse({ message: `--reporter ${text}: only ${[...ofFiles].join(", ")} write to a file.` })
  if (file !== undefined) yield* toFile(resolve(file))
  const reporter: EngineOptions["reporters"][number] =
    name === "scenarios" ? own : [name, file === undefined ? {} : { outputFile: resolve(file) }]
  return reporter
})

/** The reporters of a run: ours prints unless another one writes to standard output. */
const reportersOf = Effect.fnUntraced(function* (asked: ReadonlyArray<string>, own: Reporter) {
  const given = yield* Effect.forEach(asked, (text) => reporterOf(text, own))
  if (asked.some((text) => !text.includes("="))) return given
  const isAction = process.env["GITHUB_ACTIONS"] === "true"
  return [own, ...(isAction ? [yield* reporterOf("github-actions", own)] : []), ...given]
})

/** What a run ends with, unless the coverage or the target says otherwise. */
const codeOf = (modules: ReadonlyArray<TestModule>, results: ReadonlyArray<Result>, strays: number) => {
  const tests = modules.flatMap(({ children }) => [...children.allTests("failed")])
  // a test of vitest also fails if its scenario passed and left something behind
  const failed = tests.filter((test) => test.meta().attempt?.outcome._tag !== "Passed")
  if (failed.length > 0 || strays > 0) return exitCodes.failed
  if (modules.some((module) => module.errors().length > 0)) return exitCodes.usage
  return results.some(({ attempt }) => attempt.leftovers.length > 0) ? exitCodes.leaked : exitCodes.ok
}

/** Prints and checks the coverage, if a flag asks for that; it is loaded only then. */
const coverageReporting = (options: Run) =>
  asksForCoverage(options)
    ? Effect.flatMap(
        Effect.promise(() => import("./coverage.ts")),
        ({ reporting }) => reporting(options)
      )
    : Effect.succeed(() => Effect.succeed(true))

/** Runs scenarios with vitest, and ends with the exit code of the run. */
export const run = Effect.fnUntraced(function* (options: Run) {
  const { config, maxWorkers, region, reporter, seed, tag, target } = options
  yield* check(options)
  const { names, paths } = yield* placesOf(options.names)
  const id = yield* runId
  const code = yield* Effect.gen(function* () {
    const reportCoverage = yield* coverageReporting(options)
    const kind = yield* choose(target, prefixOf(id))
    const { modules, strays } = yield* runEngine({
      ...options,
      names,
      testNamePattern: Option.getOrUndefined(options.testNamePattern),
      shard: Option.getOrUndefined(options.shard),
      maxWorkers: Option.getOrElse(maxWorkers, () => (kind.isLive ? 1 : undefined)),
      reporters: yield* reportersOf(reporter, scenarioReporter(yield* output, seed, gcOf(target, id))),
      conditions: {
        id,
        target: kind.address ?? target,
        roots: (paths.length === 0 ? [ownFolder] : paths).map((path) => resolve(path)),
        tags: tag,
        seed,
        timeout: options.timeout,
        allowDestructive: options.allowDestructive,
        withDetails: asksForCoverage(options) || reporter.some((text) => text.includes("=")),
        withJournal: asksForCoverage(options),
        region: Option.getOrUndefined(region),
        config: Option.getOrUndefined(config),
        again: againOf(options)
      }
    })
    const results = resultsOf(modules)
    const code = codeOf(modules, results, strays)
    if (options.lastFailed && modules.length === 0) yield* Console.log("Nothing failed in the last run.")
    if (results.length === 0 && modules.length > 0 && code === exitCodes.ok) return yield* noneChosen(tag)
    const isCovered = yield* reportCoverage(results)
    if (code === exitCodes.failed) yield* kind.isThere
    return code !== exitCodes.ok || isCovered ? code : exitCodes.threshold
  }).pipe(Effect.scoped, Settings.provide({ config, region }))
  if (code !== exitCodes.ok) return yield* new Exit({ code })
})
