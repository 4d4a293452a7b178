import { relative, sep } from "node:path"
import { threadId } from "node:worker_threads"

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Settings from "@remote-assist/cli/Settings"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { TestRunner, inject, test } from "vitest"

import { asTest } from "../promise/perform.ts"
import { quoted } from "../reporters/failureText.ts"
import { hasTags, isWithin, load, ownFolder, shareOwnModules, tagsOf } from "../runner/discover.ts"
import type { Found } from "../runner/discover.ts"
import { runOne } from "../runner/Run.ts"
import { choose } from "../targets/choose.ts"
import { prefixOf } from "../targets/Target.ts"

const conditions = inject("conditions")
const prefix = prefixOf(conditions.id)

// one for all scenarios of this worker
const target = Effect.runSync(
  Effect.cached(
    choose(conditions.target, prefix).pipe(
      Effect.scoped,
      Settings.provide({
        region: Option.fromUndefinedOr(conditions.region),
        config: Option.fromUndefinedOr(conditions.config)
      }),
      Effect.provide(NodeFileSystem.layer)
    )
  )
)

/** The command line that runs a scenario again; your own scenario is named by its file. */
const againOf = ({ file, name }: Found) => {
  const path = relative(process.cwd(), file)
  const own = path.startsWith("..") ? path : `.${sep}${path}`
  return ["remote-assist-e2e", isWithin(ownFolder, file) ? name : own, ...conditions.again].map(quoted).join(" ")
}

let attempts = 0

const define = (found: Found) => {
  const again = againOf(found)
  const register = hasTags(found, conditions.tags) ? test : test.skip
  register(found.name, { tags: [...tagsOf(found)], timeout: 0 }, (context) => {
    const { meta } = context.task
    meta.again = again
    return asTest(
      (ended) =>
        Effect.gen(function* () {
          const tenant = `${prefix}-${threadId}-${attempts++}`
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
    return Effect.runPromise(Effect.map(load(conditions.roots, file), define))
  }
}
