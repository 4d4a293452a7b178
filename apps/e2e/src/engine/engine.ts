import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { getCompileCacheDir } from "node:module"
import { dirname, join, relative, resolve, sep } from "node:path"
import { Writable } from "node:stream"
import { fileURLToPath } from "node:url"

import { endAtNext } from "@remote-assist/cli/Signals"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { RunnerTestCase, RunnerTestFile, TestContext } from "vitest"
import { createVitest, ThreadsPoolWorker, version } from "vitest/node"
import type { CliOptions, Reporter, Vitest } from "vitest/node"

import { isWithin, makeFolders, patterns } from "../runner/discovery.ts"
import { messageOf, writeErrorOf } from "../runner/Result.ts"
import type { Attempt } from "../runner/Result.ts"
import { UsageError } from "../targets/Target.ts"

/** What the worker threads need to run scenarios. It is plain data, which is copied to them. */
export interface RunConfig {
  /** Identifies the run; names that it creates start with `e2e-<id>-`. */
  readonly id: string
  /** `in-process`, `live`, or the address of an emulator. */
  readonly target: string
  /** Whether the emulator at the address ends with the run. */
  readonly isOwn: boolean
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
  /** The flags of the command that reruns a scenario. */
  readonly rerunFlags: ReadonlyArray<string>
}

declare module "vitest" {
  interface ProvidedContext {
    readonly runConfig: RunConfig
  }
  interface TaskMeta {
    /** The attempt at the scenario, without secrets. */
    attempt?: Attempt
    /** The command that reruns the scenario. */
    rerun?: string
  }
}

const pathOf = (module: string) => fileURLToPath(new URL(module, import.meta.url))

// TypeScript in the repository, JavaScript in the package
const workerModule = [pathOf("./worker.ts")].find(existsSync) ?? pathOf("./worker.js")

// for a busy machine, and for the clean-up of other scenarios after a signal
const grace = 3000

const workers = new Set<ScenarioWorker>()

/** A thread of vitest that starts with the module of this package. It is stopped if a scenario blocks it. */
class ScenarioWorker extends ThreadsPoolWorker {
  override readonly name = "scenarios"
  protected override readonly entrypoint = workerModule
  #scenario: string | undefined
  #timer: NodeJS.Timeout | undefined
  /** Makes vitest stop the thread. */
  #fail: (error: Error) => void = () => {}

  override on(event: string, callback: (argument: unknown) => void): void {
    if (event === "error") this.#fail = callback
    workers.add(this)
    super.on(event, callback)
  }

  // unless it is blocked, a thread names its scenario each second
  override deserialize(message: unknown): unknown {
    if (Predicate.hasProperty(message, "scenario")) {
      this.#scenario = String(message.scenario)
      this.watch(Predicate.hasProperty(message, "limit") ? Number(message.limit) : 0)
    }
    return message
  }

  /** Stops the thread if it is blocked for these milliseconds. */
  watch(limit: number): void {
    clearTimeout(this.#timer)
    // a stopped thread may have sent its name before
    if (this.#scenario === undefined || !workers.has(this)) return
    const message = `${this.#scenario} blocked its thread, as an endless loop does. The thread was stopped without a clean-up. Look for leftovers with gc.`
    this.#timer = setTimeout(() => this.#fail(new Error(message)), limit + grace)
  }

  override stop(): Promise<void> {
    clearTimeout(this.#timer)
    workers.delete(this)
    return super.stop()
  }
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

/** Returns the patterns by which vitest finds the files of scenarios: `files`, or all below the roots. */
const filePatterns = (roots: ReadonlyArray<string>, files = roots) => {
  const root = commonFolder(roots.map(folderOf))
  const below = (path: string, all: ReadonlyArray<string>) =>
    all.map((pattern) => join(literal(relative(root, path)), pattern))
  const isFolder = (path: string) => folderOf(path) === path
  return {
    root,
    include: files.flatMap((path) => below(path, isFolder(path) ? [patterns.include] : [""])),
    exclude: roots.filter(isFolder).flatMap((path) => below(path, patterns.exclude))
  }
}

const signals = ["SIGINT", "SIGTERM"] as const

/**
 * Creates a vitest that does not exit immediately on a signal, so that scenarios clean up first, and without the hint of the reporter
 * html to serve its report: a browser opens the file.
 */
const createAdapted = (config: CliOptions, cacheDir: string | undefined) => {
  const before = new Set(signals.flatMap((signal) => process.listeners(signal)))
  const vitest = createVitest(config, cacheDir === undefined ? {} : { cacheDir }, {
    stdout: output(),
    // a missing package is reported when its import fails
    packageInstaller: { isPackageExists: () => true, ensureInstalled: () => Promise.resolve(true) }
  })
  return vitest.then((vitest) => {
    for (const signal of signals)
      for (const listener of process.listeners(signal)) if (!before.has(listener)) process.off(signal, listener)
    const log = vitest.logger.log.bind(vitest.logger)
    vitest.logger.log = (...texts: Array<unknown>) => {
      if (!texts.join().includes("vite preview")) log(...texts)
    }
    return vitest
  })
}

/** The folder of the results of runs, or `undefined` if it is not writable. */
const cacheFolder = () =>
  Result.getOrUndefined(
    Result.try(() => {
      const folder = dirname(lastRunFile())
      makeFolders(folder)
      writeFileSync(join(folder, ".gitignore"), "*\n")
      return folder
    })
  )

const lastRunFile = () => resolve(".remote-assist-e2e", "last-run.json")

const Files = Schema.Array(Schema.String)

const LastRun = Schema.fromJsonString(Schema.Struct({ roots: Files, failed: Files }))

/** Reads the roots of the last run in this folder, and the files of the scenarios that failed in it. */
export const readLastRun = (): typeof LastRun.Type => {
  const text = Result.try(() => readFileSync(lastRunFile(), "utf8"))
  const { failed, roots } = Result.getOrElse(Result.flatMap(text, Schema.decodeResult(LastRun)), () => ({
    roots: [],
    failed: []
  }))
  return { roots: roots.filter(existsSync), failed: failed.filter(existsSync) }
}

/** Writes what {@link readLastRun} reads. */
const lastRunReporter = (roots: ReadonlyArray<string>): Reporter => ({
  onTestRunEnd: (modules) => {
    // a tag or name that selects nothing
    if (modules.every((module) => module.state() === "skipped")) return
    const failed = modules.flatMap((module) => (module.state() === "failed" ? [module.moduleId] : []))
    writeFileSync(lastRunFile(), JSON.stringify({ roots, failed }))
  }
})

/** Marks scenarios that did not run as skipped, and adds those whose files were not loaded: reporters of vitest omit them. */
const notRunReporter = (vitest?: Vitest): Reporter => ({
  onInit: (created) => void (vitest = created),
  onTestRunEnd: () => {
    for (const file of vitest?.state.getFiles() ?? []) {
      if (vitest !== undefined && file.tasks.length === 0 && file.result === undefined) {
        const task = notLoaded(file)
        file.tasks.push(task)
        vitest.state.updateId(task, vitest.getRootProject())
      }
      for (const task of file.tasks) if (task.result === undefined) task.mode = "skip"
    }
  }
})

const notLoaded = (file: RunnerTestFile): RunnerTestCase => {
  const name = file.name.replace(/\.[cm]?[jt]s$/, "")
  const texts = { id: `${file.id}_0`, name, fullName: name, fullTestName: name }
  const lists = { annotations: [], artifacts: [], benchmarks: [] }
  const context: TestContext = Object.create(null)
  return { ...texts, ...lists, type: "test", mode: "skip", meta: {}, timeout: 0, context, file }
}

/** Standard output that ignores a closed reader: vitest would wait for the output of its threads. */
const output = () =>
  process.stdout.isTTY
    ? process.stdout
    : new Writable({ write: (chunk, _, done) => void process.stdout.write(chunk, () => done()) })

const create = (runConfig: RunConfig, { files }: Selection, { reporters, ...options }: EngineOptions) => {
  const cacheDir = cacheFolder()
  const compileCache = getCompileCacheDir()
  const config: CliOptions = {
    config: false,
    ...(cacheDir === undefined ? { cache: false } : { fsModuleCachePath: join(cacheDir, "modules") }),
    fsModuleCache: false,
    ...filePatterns(runConfig.roots, files),
    provide: { runConfig },
    runner: workerModule,
    // scenarios share no state, and Node runs their TypeScript
    pool: {
      name: "scenarios",
      createPoolWorker: (options) => new ScenarioWorker(options)
    },
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    strictTags: false,
    forceRerunTriggers: [],
    // a shard may be empty
    passWithNoTests: true,
    reporters: [notRunReporter(), ...reporters, ...(cacheDir === undefined ? [] : [lastRunReporter(runConfig.roots)])],
    // the workers share the compile cache of this process
    env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compileCache) },
    ...options
  }
  return createAdapted(config, cacheDir)
}

const canceled = (vitest: Vitest) =>
  Effect.promise(() => {
    // programs such as pnpm repeat the first signal
    setTimeout(endAtNext, 1000).unref()
    for (const worker of workers) worker.watch(0)
    return vitest.cancelCurrentRun("keyboard-input")
  })

/**
 * Runs all scenarios. Returns why a reporter of vitest cannot write its file, if so. If it is interrupted, waits until running
 * scenarios have cleaned up.
 */
const start = (vitest: Vitest, { parts }: Selection) =>
  Effect.callback<string | undefined>((resume) => {
    const run = vitest.start([...parts]).then(
      () => resume(Effect.undefined),
      (error: unknown) => {
        resume(Predicate.hasProperty(error, "syscall") ? Effect.succeed(writeErrorOf(error)) : Effect.die(error))
      }
    )
    return Effect.andThen(
      canceled(vitest),
      Effect.promise(() => run)
    )
  })

/** What to run of the roots. */
interface Selection {
  /** A name must contain one of them, if there are any. */
  readonly parts: ReadonlyArray<string>
  /** Only these files. */
  readonly files: ReadonlyArray<string> | undefined
}

type EngineOptions = CliOptions & {
  readonly reporters: ReadonlyArray<Reporter | [name: string, options: Readonly<Record<string, unknown>>]>
}

/** Runs scenarios as tests of vitest, with options of vitest. With `watch` it runs until it is interrupted. */
export const runEngine = (runConfig: RunConfig, selection: Selection, options: EngineOptions) =>
  Effect.acquireUseRelease(
    Effect.tryPromise({
      try: () => create(runConfig, selection, options),
      catch: (error) => {
        const message = messageOf(error)
        return new UsageError({
          message: message.includes("@vitest/ui")
            ? `--reporter html needs another package. Install it with npm install --save-dev @vitest/ui@${version}, or with the version of vitest in your project.`
            : message
        })
      }
    }),
    (vitest) =>
      Effect.gen(function* () {
        const reportError = yield* start(vitest, selection)
        if (options.watch === true) return yield* Effect.onInterrupt(Effect.never, () => canceled(vitest))
        return {
          modules: vitest.state.getTestModules(),
          reportError,
          /** The number of errors outside of scenarios. */
          unhandledErrors: vitest.state.getUnhandledErrors().length
        }
      }),
    (vitest) =>
      Effect.promise(() =>
        vitest.close().then(() => {
          // vitest sets it, but this program has its own exit codes
          process.exitCode = undefined
        })
      )
  )
