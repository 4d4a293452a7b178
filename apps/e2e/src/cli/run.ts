import { availableParallelism } from "node:os"
import { resolve } from "node:path"

import { Exit } from "@remote-assist/cli"
import * as Settings from "@remote-assist/cli/Settings"
import { didYouMean, disjunction } from "@remote-assist/core/Text"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { ReportersMap } from "vitest/node"
import type { Reporter, TestCase, TestModule } from "vitest/node"

import { readLastRun, runEngine } from "../engine/engine.ts"
import { GithubReporter, OwnJUnitReporter, resultsOf, scenarioReporter } from "../engine/reporter.ts"
import type { Output } from "../engine/reporter.ts"
import { builtInFolder, isWithin } from "../runner/discovery.ts"
import { formatCommand } from "../runner/failureText.ts"
import { cleanUpFailed, messageOf } from "../runner/Result.ts"
import type { Result as RunResult } from "../runner/Result.ts"
import { choose } from "../targets/choose.ts"
import { UsageError, prefixOf, runId, usageError } from "../targets/Target.ts"
import { WriteErrors, exitCodes } from "./exitCodes.ts"
import { asksForCoverage, defaultTimeout } from "./flags.ts"
import type { Run } from "./flags.ts"
import { noneFailed } from "./list.ts"
import { checkFile, checkFolder, writeFile } from "./outputFiles.ts"
import { checkLiveFlags, checkTags, nothingSelected, parseNames } from "./selection.ts"

const targetFlags = ({ config, region, target }: Pick<Run, "config" | "region" | "target">) => [
  ...(target === "in-process" ? [] : ["--target", target]),
  ...(Option.isSome(region) ? ["--region", region.value] : []),
  ...(Option.isSome(config) ? ["--config", config.value] : [])
]

/** The flags that rerun a scenario in the same way. */
const rerunFlags = ({ allowDestructive, seed, timeout, ...options }: Run) => [
  ...targetFlags(options),
  ...(seed === 1 ? [] : ["--seed", String(seed)]),
  ...(timeout === defaultTimeout ? [] : ["--timeout", String(timeout)]),
  ...(allowDestructive ? ["--allow-destructive"] : [])
]

/** The command that removes leftovers, at a target that outlives the run. */
const gcCommand = (options: Run, id: string) =>
  options.target === "in-process" || options.target === "socket"
    ? undefined
    : formatCommand("gc", ...targetFlags(options), "--run", id)

const output = Effect.map(Effect.all([Console.Console, Clock.Clock]), ([console, clock]): Output => ({
  write: (line) => console.log(line),
  now: () => clock.currentTimeMillisUnsafe(),
  hasColor: process.stdout.isTTY && process.stdout.hasColors()
}))

/** Checks flags whose errors vitest would report only after it has started. */
const checkFlags = Effect.fnUntraced(function* ({ shard, tag, target, testNamePattern, ...flags }: Run) {
  yield* checkLiveFlags([target], flags)
  yield* checkTags(tag)
  if (flags.watch && asksForCoverage(flags))
    return yield* usageError("--watch does not measure coverage. Leave out --watch, or the flags for coverage.")
  if (Option.isSome(testNamePattern))
    yield* Effect.try({
      try: () => new RegExp(testNamePattern.value),
      catch: (error) =>
        new UsageError({ message: `--test-name-pattern is not a regular expression: ${messageOf(error)}` })
    })
  if (Option.isNone(shard)) return
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(shard.value) ?? []).map(Number)
  if (index < 1 || index > count)
    return yield* usageError(`--shard ${shard.value} is invalid. Give index/count, such as 1/4.`)
})

/** What the reporters of vitest write that do not write to standard output. */
const outputs: Readonly<Record<string, "file" | "folder">> = {
  json: "file",
  junit: "file",
  html: "folder",
  blob: "file"
}

const reporterOf = Effect.fnUntraced(function* (text: string, own: Reporter) {
  if (text === "github-actions") return new GithubReporter(yield* output)
  const [, name = "", path] = /^([^=]*)(?:=(.*))?$/.exec(text) ?? []
  const known = ["scenarios", "html", ...Object.keys(ReportersMap)]
  if (!known.includes(name))
    return yield* usageError(`--reporter ${text} is invalid.${didYouMean(name, known)} Give ${disjunction(known)}.`)
  const kind = outputs[name]
  if (!path && kind !== undefined)
    return yield* usageError(`--reporter ${name} needs a ${kind}: --reporter ${name}=${kind}.`)
  if (path === undefined) return name === "scenarios" ? own : configured(name)
  if (kind === undefined)
    return yield* usageError(`--reporter ${text}: only ${Object.keys(outputs).join(", ")} write to a file.`)
  const resolved = resolve(path)
  yield* kind === "file" ? checkFile(resolved) : checkFolder(resolved)
  if (kind === "folder") return configured(name, { outputDir: resolved, singleFile: true })
  return name === "junit"
    ? new OwnJUnitReporter({ addFileAttribute: true, classnameTemplate: "scenarios", outputFile: resolved })
    : configured(name, { outputFile: resolved })
})

/** A reporter of vitest with its options. */
const configured = (name: string, options: Readonly<Record<string, unknown>> = {}): [string, typeof options] => [
  name,
  options
]

/** The reporters of a run: the own one unless another one writes all failures to standard output. */
const reportersOf = Effect.fnUntraced(function* (texts: ReadonlyArray<string>, own: Reporter) {
  const files = texts.flatMap((text) => text.split("=").slice(1)).map((file) => resolve(file))
  const twice = files.find((file, index) => files.indexOf(file) < index)
  if (twice !== undefined)
    return yield* usageError(`Two reports cannot be written to ${twice}. Give each its own file.`)
  const reporters = yield* Effect.forEach(texts, (text) => reporterOf(text, own))
  if (texts.some((text) => !text.includes("=") && text !== "github-actions")) return reporters
  const isAction = process.env["GITHUB_ACTIONS"] === "true" && !texts.includes("github-actions")
  return [own, ...(isAction ? [yield* reporterOf("github-actions", own)] : []), ...reporters]
})

/** The exit code of a run, apart from coverage and a lost target. */
const codeOf = (modules: ReadonlyArray<TestModule>, results: ReadonlyArray<RunResult>, unhandledErrors: number) => {
  const tests = modules.flatMap(({ children }) => [...children.allTests("failed")])
  const isOnlyUnclean = (test: TestCase) => {
    const outcome = test.meta().attempt?.outcome
    return outcome?._tag === "Failed" && outcome.failure.kind === cleanUpFailed
  }
  if (!tests.every(isOnlyUnclean) || unhandledErrors > 0) return exitCodes.failed
  if (modules.some((module) => module.errors().length > 0)) return exitCodes.usage
  return tests.length > 0 || results.some(({ attempt }) => attempt.leftovers.length > 0)
    ? exitCodes.leftovers
    : exitCodes.ok
}

/**
 * Checks the flags for coverage. Returns a function that prints the coverage of a run, writes its file, and returns whether
 * `--min-coverage` is met.
 */
const coverageReporter = Effect.fnUntraced(function* (options: Run) {
  if (!asksForCoverage(options)) return () => Effect.succeed(true)
  // loads the whole contract
  const Coverage = yield* Effect.promise(() => import("../coverage/Coverage.ts"))
  const minimums = yield* Result.match(Coverage.parseMinimums(Option.getOrElse(options.minCoverage, () => "0%")), {
    onSuccess: Effect.succeed,
    onFailure: (reason) => usageError(`--min-coverage is invalid: ${reason}`)
  })
  const file = Option.toArray(options.coverageFile)
  yield* Effect.forEach(file, (one) => checkFile(one))
  return Effect.fnUntraced(function* (results: ReadonlyArray<RunResult>) {
    const coverage = Coverage.measureCoverage(results)
    const unmet = Coverage.unmetMinimums(minimums, coverage)
    const missing = options.showMissing ? Coverage.missingLines(coverage) : []
    yield* Console.log(["", ...Coverage.summaryLines(coverage), ...unmet, ...missing].join("\n"))
    const json = `${JSON.stringify(Coverage.coverageReport(coverage), undefined, 2)}\n`
    yield* Effect.forEach(file, (file) => writeFile(file, json))
    return unmet.length === 0
  })
})

/** Runs scenarios with vitest, and ends with the exit code of the run. */
export const run = Effect.fnUntraced(function* (options: Run) {
  const { config, maxWorkers, region, reporter, seed, tag, target } = options
  yield* checkFlags(options)
  const { parts, paths } = yield* parseNames(options.names)
  const last = options.lastFailed ? readLastRun() : undefined
  const folders =
    paths.length > 0 ? paths : parts.length === 0 && last?.roots[0] !== undefined ? last.roots : [builtInFolder]
  const roots = folders.map((path) => resolve(path))
  const files = last?.failed
    .filter((file) => roots.some((root) => root === file || isWithin(root, file)))
    .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
  if (files?.length === 0) return yield* Console.log(noneFailed)
  const id = yield* runId
  const code = yield* Effect.gen(function* () {
    const reportCoverage = yield* coverageReporter(options)
    const kind = yield* choose(target, prefixOf(id))
    yield* kind.checkUsers ?? Effect.void
    const runConfig = {
      id,
      target: kind.address ?? target,
      isOwn: kind.address !== undefined,
      roots,
      tags: tag,
      seed,
      timeout: options.timeout,
      allowDestructive: options.allowDestructive,
      withDetails: asksForCoverage(options) || reporter.some((text) => text.includes("=")),
      withJournal: asksForCoverage(options),
      region: Option.getOrUndefined(region),
      config: Option.getOrUndefined(config),
      rerunFlags: rerunFlags(options)
    }
    const own = scenarioReporter(yield* output, seed, gcCommand(options, id), options.bail)
    const { modules, reportError, unhandledErrors } = yield* runEngine(
      runConfig,
      { parts, files },
      {
        watch: options.watch,
        retry: options.retry,
        bail: options.bail,
        maxWorkers: Option.getOrElse(maxWorkers, () => (kind.isLive ? 1 : availableParallelism())),
        reporters: yield* reportersOf(reporter, own),
        ...(Option.isSome(options.testNamePattern) && { testNamePattern: options.testNamePattern.value }),
        ...(Option.isSome(options.shard) && { shard: options.shard.value })
      }
    )
    const writeErrors = yield* WriteErrors
    if (reportError !== undefined)
      writeErrors.push(
        `A report (${reporter.filter((text) => text.includes("=")).join(", ")}) is incomplete: ${reportError}. Give another file and run the command again.`
      )
    const results = resultsOf(modules)
    const code = codeOf(modules, results, unhandledErrors)
    if (results.length === 0 && modules.length > 0 && code === exitCodes.ok) {
      const tags = modules.flatMap(({ children }) => [...children.allTests()].flatMap(({ tags }) => tags))
      return yield* nothingSelected(tag, tags)
    }
    const isCovered = yield* reportCoverage(results)
    if (code === exitCodes.failed) yield* kind.checkAlive
    return code !== exitCodes.ok || isCovered ? code : exitCodes.threshold
  }).pipe(Effect.scoped, Settings.provide({ config, region }))
  if (code !== exitCodes.ok) return yield* new Exit({ code })
})
