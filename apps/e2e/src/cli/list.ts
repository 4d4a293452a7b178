import { sanitize } from "@remote-assist/cli/Terminal"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { tagsOf } from "../runner/discovery.ts"
import type { DiscoveredScenario } from "../runner/discovery.ts"
import { usageError } from "../targets/Target.ts"
import { asksForCoverage, defaultTimeout } from "./flags.ts"
import type { Run } from "./flags.ts"
import { selectScenarios } from "./selection.ts"

const source = /\s*\(interface\s[^)]*\)/g

/** The first sentence of a description, without its references to the interface. */
const summaryOf = (description: string): string => {
  const text = description.replace(/\s+/g, " ").replace(source, "")
  return /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text
}

const listing = (all: ReadonlyArray<DiscoveredScenario>): string => {
  const width = Math.max(...all.map(({ name }) => name.length))
  return all
    .map((found) => [found.name.padEnd(width), summaryOf(found.description), `[${tagsOf(found).join(" ")}]`])
    .map((columns) => sanitize(columns.filter((text) => text !== "" && text !== "[]").join("  ")).trimEnd())
    .join("\n")
}

export const noneFailed = "No scenario failed in the last run."

/** Lists scenarios: name, first sentence, tags. */
export const run = Effect.fnUntraced(function* (options: Run) {
  if (asksForCoverage(options))
    return yield* usageError("--list does not measure coverage. Leave out --list, or the flags for coverage.")
  const { bail, lastFailed, maxWorkers, reporter, retry, seed, shard, testNamePattern, timeout, watch } = options
  const ignored = {
    shard: Option.isSome(shard),
    "test-name-pattern": Option.isSome(testNamePattern),
    watch,
    reporter: reporter.length > 0,
    bail: bail > 0,
    retry: retry > 0,
    "max-workers": Option.isSome(maxWorkers),
    seed: seed !== 1,
    timeout: timeout !== defaultTimeout
  }
  const [flag] = Object.entries(ignored).find(([, isSet]) => isSet) ?? []
  if (flag !== undefined) return yield* usageError(`--list selects only by names and tags. Leave out --${flag}.`)
  // the engine loads vitest
  const last = lastFailed ? (yield* Effect.promise(() => import("../engine/engine.ts"))).readLastRun() : undefined
  const names = options.names.length === 0 ? (last?.roots ?? []) : options.names
  const selected = yield* selectScenarios({ names, tag: options.tag })
  const listed = selected.filter(({ file }) => last === undefined || last.failed.includes(file))
  yield* Console.log(listed.length === 0 ? noneFailed : listing(listed))
})
