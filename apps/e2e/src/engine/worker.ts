import { relative, resolve, sep } from "node:path"
import { parentPort, threadId } from "node:worker_threads"

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Settings from "@remote-assist/cli/Settings"
import { sanitize } from "@remote-assist/cli/Terminal"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { TestRunner, inject, test } from "vitest"
import { init, runBaseTests, setupEnvironment } from "vitest/worker"

import { asTest } from "../promise/perform.ts"
import * as Discovery from "../runner/discovery.ts"
import { formatCommand } from "../runner/failureText.ts"
import { failOnUncaught, runOne } from "../runner/Run.ts"
import { choose } from "../targets/choose.ts"
import { prefixOf } from "../targets/Target.ts"
import type { TargetKind } from "../targets/Target.ts"
import type { RunConfig } from "./engine.ts"

// The thread in which vitest runs scenarios.

const targetOf = ({ config, id, isOwn, region, target }: RunConfig) =>
  choose(target, prefixOf(id)).pipe(
    Effect.map((kind): TargetKind => (isOwn ? { ...kind, address: target } : kind)),
    Effect.scoped,
    Settings.provide({ region: Option.fromUndefinedOr(region), config: Option.fromUndefinedOr(config) }),
    Effect.provide(NodeFileSystem.layer)
  )

/** The configuration, and the target of all scenarios of this thread; vitest provides it once the thread has started. */
const environment = Effect.runSync(
  Effect.cached(
    Effect.suspend(() => {
      const runConfig = inject("runConfig")
      return Effect.map(Effect.cached(targetOf(runConfig)), (target) => ({ runConfig, target }))
    })
  )
)

/** The command that reruns a scenario, which is named by its file unless it is built in. */
const rerunCommand = ({ file, name }: Discovery.DiscoveredScenario, { rerunFlags }: RunConfig) => {
  const path = relative(process.cwd(), file)
  const own = path.startsWith("..") ? path : `.${sep}${path}`
  return formatCommand(Discovery.isWithin(Discovery.builtInFolder, file) ? name : own, ...rerunFlags)
}

/** Fails a scenario that passed if an error was thrown outside of its fibers, or a promise rejected that nothing awaits. */
const failsOnUncaught = ({ scenario, ...found }: Discovery.DiscoveredScenario): Discovery.DiscoveredScenario => {
  const errors: Array<unknown> = []
  const run = Effect.ensuring(
    failOnUncaught(scenario.run, errors),
    // vitest reports the others
    Effect.sync(() => errors.forEach((error) => void Promise.reject(error)))
  )
  return { ...found, scenario: { ...scenario, run } }
}

const port = parentPort
if (port === null) throw new Error("This module runs in a worker thread.")

let attempts = 0
/** Returns the error of an invalid file as reports show it: its message, and the position in the file. */
const withoutFields = (message: string, file: string) => {
  const [, line = file, column = ""] = /\(at (.+?:\d+)(:\d+)?\)/.exec(message) ?? [file, `${file}:1`]
  const stack = `InvalidScenario: ${message}\n    at scenario (${resolve(line)}${column || ":1"})`
  return Object.assign(new Error(message), { name: "InvalidScenario", stack })
}

let current = { scenario: "", limit: 0 }

/** Reports to the main thread which scenario, or file, may block this thread for these milliseconds. Vitest ignores a response without a known type. */
const watch = (next = current) => {
  current = next
  port.postMessage({ __vitest_worker_response__: true, ...next })
}

setInterval(watch, 1000).unref()

const defineTest = (found: Discovery.DiscoveredScenario, { runConfig, target }: Effect.Success<typeof environment>) => {
  const rerun = rerunCommand(found, runConfig)
  const register = Discovery.hasTags(found, runConfig.tags) ? test : test.skip
  register(found.name, { tags: [...Discovery.tagsOf(found)], timeout: 0 }, (context) => {
    const { meta } = context.task
    meta.rerun = rerun
    return asTest(
      (ended) =>
        Effect.gen(function* () {
          const timeout = found.scenario.timeout ?? `${runConfig.timeout} seconds`
          watch({ scenario: found.name, limit: Duration.toMillis(timeout) })
          const tenant = `${prefixOf(runConfig.id)}-${threadId}-${attempts++}`
          meta.attempt = yield* runOne(failsOnUncaught(found), tenant, {
            ...runConfig,
            kind: yield* target,
            timeout
          })
          ended(meta.attempt)
        }).pipe(Effect.uninterruptible),
      context,
      [`  rerun: ${rerun}`]
    )
  })
}

Effect.runSync(Discovery.shareOwnModules)

/** Defines a test of vitest for each scenario file. */
export default class ScenarioRunner extends TestRunner {
  readonly #canceled = Deferred.makeUnsafe<void>()

  override importFile(file: string): Promise<void> {
    const stuck = Deferred.await(this.#canceled).pipe(
      Effect.andThen(Effect.sleep("2 seconds")),
      Effect.andThen(
        new Discovery.InvalidScenario({ messages: [`The run was interrupted while ${sanitize(file)} was loading.`] })
      )
    )
    return Effect.runPromise(
      Effect.gen(function* () {
        const shared = yield* environment
        const { roots, timeout } = shared.runConfig
        watch({ scenario: relative(process.cwd(), file), limit: timeout * 1000 })
        // a top-level await may never end
        const found = yield* Discovery.load(roots, file).pipe(
          Effect.raceFirst(stuck),
          Effect.timeoutOrElse({
            duration: `${timeout} seconds`,
            orElse: () => Discovery.invalid(file, `it was not loaded within ${timeout} s. Look at its top-level await.`)
          })
        )
        defineTest(found, shared)
      }).pipe(Effect.catchTag("InvalidScenario", ({ message }) => Effect.die(withoutFields(message, file))))
    )
  }

  override cancel(...reason: Parameters<TestRunner["cancel"]>): void {
    Deferred.doneUnsafe(this.#canceled, Effect.void)
    super.cancel(...reason)
  }
}

init({
  post: (message) => port.postMessage(message),
  on: (callback) => void port.on("message", callback),
  off: (callback) => void port.off("message", callback),
  teardown: () => void port.removeAllListeners("message"),
  runTests: (state, traces) => runBaseTests("run", state, traces),
  collectTests: (state, traces) => runBaseTests("collect", state, traces),
  setup: (context) => {
    const { config } = context
    // only `--watch` needs the graph of modules, for which vitest sends a message per import
    const experimental = config.watch ? config.experimental : { ...config.experimental, viteModuleRunner: true }
    return setupEnvironment({ ...context, config: { ...config, experimental } })
  }
})
