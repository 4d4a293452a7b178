import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs"
import { getCompileCacheDir } from "node:module"
import { dirname, join, relative, resolve, sep } from "node:path"
import { fileURLToPath } from "node:url"

import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { createVitest, ThreadsPoolWorker } from "vitest/node"
import type { CliOptions, Reporter, TestModule, Vitest } from "vitest/node"

import { isWithin, patterns } from "../runner/discovery.ts"
import { messageOf } from "../runner/failure.ts"
import type { Attempt } from "../runner/Result.ts"

/** What the command passes to the workers that run scenarios: plain data, which is copied to their threads. */
export interface Conditions {
  /** Identifies the run: what it creates is called `e2e-<id>-…`. */
  readonly id: string
  /** `in-process`, `live`, or the address of an emulator. */
  readonly target: string
  /** The folders and files of the scenarios. */
  readonly roots: ReadonlyArray<string>
  /** As for `--tag`. */
  readonly tags: ReadonlyArray<string>
  readonly seed: number
  /** In seconds. */
  readonly timeout: number
  readonly allowDestructive: boolean
  readonly withDetails: boolean
  readonly withJournal: boolean
  readonly region: string | undefined
  readonly config: string | undefined
  /** The flags of the command line that runs a scenario again. */
  readonly again: ReadonlyArray<string>
}

declare module "vitest" {
  interface ProvidedContext {
    readonly conditions: Conditions
  }
  interface TaskMeta {
    /** How the scenario went, without secrets. */
    attempt?: Attempt
    /** The command line that runs the scenario again. */
    again?: string
  }
}

/** How vitest runs scenarios. */
export interface EngineOptions {
  readonly conditions: Conditions
  /** Parts of names; a scenario needs one of them. */
  readonly names: ReadonlyArray<string>
  readonly testNamePattern?: string | undefined
  readonly shard?: string | undefined
  readonly retry: number
  /** Stop after so many failures; 0 never stops. */
  readonly bail: number
  readonly maxWorkers?: number | undefined
  readonly lastFailed: boolean
  readonly watch: boolean
  readonly reporters: ReadonlyArray<Reporter | [name: string, options: { readonly outputFile?: string }]>
}

// beside this module, in the repository or in the bundle
const ending = existsSync(fileURLToPath(new URL("./worker.ts", import.meta.url))) ? "ts" : "js"
const moduleAt = (name: string) => fileURLToPath(new URL(`./${name}.${ending}`, import.meta.url))

/** A thread of vitest that is started by the module of this package. */
class ScenarioWorker extends ThreadsPoolWorker {
  override readonly name = "scenarios"
  protected override readonly entrypoint = moduleAt("worker")
}

const folderOf = (root: string) => (statSync(root).isDirectory() ? root : dirname(root))

const commonFolder = (folders: ReadonlyArray<string>): string =>
  folders.reduce((common, folder) => {
    let parent = common
    while (parent !== folder && !isWithin(parent, folder) && parent !== dirname(parent)) parent = dirname(parent)
    return parent
  })

const literal = (path: string) =>
  path
    .split(sep)
    .join("/")
    .replaceAll(/[$()*+?[\]{}!@|\\]/g, String.raw`\$&`)

/** The files of scenarios below these folders and files, as vitest selects them. */
const filesOf = (given: ReadonlyArray<string>) => {
  const roots = given.map((root) => resolve(root))
  const root = commonFolder(roots.map(folderOf))
  const below = (folder: string, pattern: string) => join(literal(relative(root, folder)), pattern)
  const isFile = (path: string) => folderOf(path) !== path
  return {
    root,
    include: roots.map((path) => (isFile(path) ? literal(relative(root, path)) : below(path, patterns.include))),
    exclude: roots.flatMap((path) => (isFile(path) ? [] : patterns.exclude.map((pattern) => below(path, pattern))))
  }
}

const signals = ["SIGINT", "SIGTERM"] as const

/** Vitest ends the process at once on a signal. This program lets scenarios clean up first. */
const withoutSignalHandlers = (create: () => Promise<Vitest>) => {
  const before = new Set(signals.flatMap((signal) => process.listeners(signal)))
  return create().then((vitest) => {
    for (const signal of signals)
      for (const listener of process.listeners(signal)) if (!before.has(listener)) process.off(signal, listener)
    return vitest
  })
}

/** Where vitest keeps which scenarios failed; undefined if nothing can be written there. */
const cacheFolder = () =>
  Result.getOrUndefined(
    Result.try(() => {
      const folder = resolve(".remote-assist-e2e")
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, ".gitignore"), "*\n")
      return folder
    })
  )

/** Workers share the compile cache of this process, if it has one. */
const compileCache = () => {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

const create = ({ conditions, reporters, testNamePattern, ...options }: EngineOptions) => {
  const cacheDir = cacheFolder()
  const config: CliOptions = {
    config: false,
    ...(cacheDir === undefined ? { cache: false } : { fsModuleCachePath: join(cacheDir, "modules") }),
    fsModuleCache: false,
    ...filesOf(conditions.roots),
    provide: { conditions },
    runner: moduleAt("ScenarioRunner"),
    // scenarios share nothing, and Node runs their TypeScript as it stands
    pool: { name: "scenarios", createPoolWorker: (options) => new ScenarioWorker(options) },
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    strictTags: false,
    env: compileCache(),
    watch: options.watch,
    retry: options.retry,
    bail: options.bail,
    lastFailed: options.lastFailed,
    reporters: [...reporters],
    ...(testNamePattern === undefined ? {} : { testNamePattern }),
    ...(options.shard === undefined ? {} : { shard: options.shard }),
    ...(options.maxWorkers === undefined ? {} : { maxWorkers: options.maxWorkers })
  }
  return withoutSignalHandlers(() => createVitest(config, cacheDir === undefined ? {} : { cacheDir }))
}

const cancelled = (vitest: Vitest) => Effect.promise(() => vitest.cancelCurrentRun("keyboard-input"))

const isNothingFound = (error: unknown) =>
  Predicate.hasProperty(error, "code") && error.code === "VITEST_FILES_NOT_FOUND"

/** Runs until all is done; if it is interrupted, until the scenarios that are under way have cleaned up. */
const started = (vitest: Vitest, { lastFailed, names }: EngineOptions) =>
  Effect.callback<void>((resume) => {
    const run = vitest.start([...names]).then(
      () => resume(Effect.void),
      // of the last run nothing may have failed
      (error: unknown) => resume(lastFailed && isNothingFound(error) ? Effect.void : Effect.die(error))
    )
    return Effect.andThen(
      cancelled(vitest),
      Effect.promise(() => run)
    )
  })

/** Vitest does not start, such as for lack of a package that a reporter needs. */
export class CannotStart extends Schema.TaggedError<CannotStart>()("CannotStart", { message: Schema.String }) {}

/** What vitest knows of a run that has ended. */
export interface Ended {
  readonly modules: ReadonlyArray<TestModule>
  /** The number of errors that belong to no scenario. */
  readonly strays: number
}

/** Runs scenarios as tests of vitest. With `watch` it goes on until it is interrupted. */
export const runEngine = (options: EngineOptions): Effect.Effect<Ended, CannotStart> =>
  Effect.acquireUseRelease(
    Effect.tryPromise({ try: () => create(options), catch: (error) => new CannotStart({ message: messageOf(error) }) }),
    (vitest) =>
      Effect.gen(function* () {
        yield* started(vitest, options)
        if (options.watch) return yield* Effect.onInterrupt(Effect.never, () => cancelled(vitest))
        return { modules: vitest.state.getTestModules(), strays: vitest.state.getUnhandledErrors().length }
      }),
    (vitest) =>
      Effect.promise(() =>
        vitest.close().then(() => {
          // this program has its own exit codes
          process.exitCode = undefined
        })
      )
  )
