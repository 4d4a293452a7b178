import { statSync } from "node:fs"

import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { scriptOf } from "../k6/script.ts"
import { readAll } from "../k6/thresholds.ts"
import { record } from "../k6/values.ts"
import type { Found } from "../runner/discovery.ts"
import { failureOf } from "../runner/failure.ts"
import { Misuse, oneChosen } from "./selection.ts"
import { toFileIfAny } from "./outputFiles.ts"
import type { K6 } from "./flags.ts"

const descriptions = {
  clock: "it moves the clock",
  outbox: "it reads e-mails",
  control: "it uses the emulator's control plane"
}

const leftOutOf = ({ scenario: { needs } }: Found) =>
  needs.flatMap((need) => (need === "world" ? [] : [`${descriptions[need]}, which is no request to the service`]))

// neither a device nor a pipe
const exists = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() === true

/** Writes a scenario as a script of k6. */
export const run = Effect.fnUntraced(function* (options: K6) {
  const { duration, force, output, rate, scenario, seed, threshold } = options
  const found = yield* oneChosen(scenario)
  const thresholds = yield* Result.match(readAll(threshold), {
    onSuccess: Effect.succeed,
    onFailure: (reason) => Effect.fail(new Misuse({ message: `--threshold cannot be used: ${reason}` }))
  })
  if (!/^\d+(?:\.\d+)?(?:ms|s|m|h)$/.test(duration))
    return yield* new Misuse({ message: `--duration ${duration} is no duration such as 30s, 500ms, 5m or 1h.` })
  if (!force && Option.isSome(output) && exists(output.value))
    return yield* new Misuse({ message: `${output.value} already exists. Give another name, or --force.` })
  const write = yield* toFileIfAny(output)
  const recorded = yield* Effect.catchCause(record(found, seed), (cause) => {
    const { message } = failureOf(cause, found.file)
    return Effect.fail(
      new Misuse({ message: `${found.name} fails on an emulator, so it cannot be recorded: ${message}` })
    )
  })
  if (recorded.exchanges.length === 0)
    return yield* new Misuse({ message: `${found.name} sends no request, so there is nothing to export.` })
  const leftOut = leftOutOf(found)
  const { settings, source } = scriptOf(recorded, { rate, duration, thresholds, leftOut })
  for (const what of leftOut) yield* Console.error(`Left out of the script: ${what}.`)
  if (Option.isNone(output)) return yield* Console.log(source.trimEnd())
  if (write(source))
    yield* Console.error(`Written to ${output.value}. It takes ${settings.join(", ")} from the environment.`)
}, Effect.scoped)
