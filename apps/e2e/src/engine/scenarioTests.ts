import { relative, sep } from "node:path"
import { threadId } from "node:worker_threads"

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Settings from "@remote-assist/cli/Settings"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { TestRunner, inject, test } from "vitest"

import { asTest } from "../promise/perform.ts"
import { quoted } from "../runner/failureText.ts"
import { hasTags, isWithin, load, ownFolder, shareOwnModules, tagsOf } from "../runner/discovery.ts"
import type { Found } from "../runner/discovery.ts"
import { runOne } from "../runner/Run.ts"
import { choose } from "../targets/choose.ts"
import { prefixOf } from "../targets/Target.ts"
import type { Conditions } from "./engine.ts"

const targetOf = ({ config, id, region, target }: Conditions) =>
  choose(target, prefixOf(id)).pipe(
    Effect.scoped,
    Settings.provide({ region: Option.fromUndefinedOr(region), config: Option.fromUndefinedOr(config) }),
    Effect.provide(NodeFileSystem.layer)
  )

// one for all scenarios of this worker; vitest has the conditions once it has started the worker
const worker = Effect.runSync(
  Effect.cached(
    Effect.suspend(() => {
      const conditions = inject("conditions")
      return Effect.map(Effect.cached(targetOf(conditions)), (target) => ({ conditions, target }))
    })
  )
)

/** The command line that runs a scenario again; your own scenario is named by its file. */
const againOf = ({ file, name }: Found, { again }: Conditions) => {
  const path = relative(process.cwd(), file)
  const own = path.startsWith("..") ? path : `.${sep}${path}`
  return ["remote-assist-e2e", isWithin(ownFolder, file) ? name : own, ...again].map(quoted).join(" ")
}

let attempts = 0

const define = (found: Found, { conditions, target }: Effect.Success<typeof worker>) => {
  const again = againOf(found, conditions)
  const register = hasTags(found, conditions.tags) ? test : test.skip
  register(found.name, { tags: [...tagsOf(found)], timeout: 0 }, (context) => {
    const { meta } = context.task
    meta.again = again
    return asTest(
      (ended) =>
        Effect.gen(function* () {
          const tenant = `${prefixOf(conditions.id)}-${threadId}-${attempts++}`
          const result = yield* runOne(found, tenant, {
            ...conditions,
            kind: yield* target,
            timeout: `${conditions.timeout} seconds`
          })
          meta.attempt = result.attempt
          ended(result.attempt)
        }).pipe(Effect.uninterruptible),
      context,
      [`  again: ${again}`]
    )
  })
}

Effect.runSync(shareOwnModules)

/** Makes a test of vitest of each scenario, under its name. */
export default class ScenarioRunner extends TestRunner {
  override importFile(file: string): Promise<void> {
    return Effect.runPromise(
      Effect.gen(function* () {
        const shared = yield* worker
        define(yield* load(shared.conditions.roots, file), shared)
      })
    )
  }

  // scenarios have no snapshots and no assertions of vitest, whose state takes three messages a file

  override onBeforeRunSuite(): Promise<void> {
    return Promise.resolve()
  }

  override onAfterRunSuite(): Promise<void> {
    return Promise.resolve()
  }

  override onBeforeTryTask(): void {}

  override onAfterTryTask(): void {}
}
