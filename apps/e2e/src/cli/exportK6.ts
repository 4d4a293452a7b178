import { statSync } from "node:fs"

import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { record } from "../k6/record.ts"
import { scriptOf } from "../k6/script.ts"
import { isDuration, read } from "../k6/Threshold.ts"
import { conditionOf } from "../k6/thresholds.ts"
import type { Condition } from "../k6/thresholds.ts"
import type { Found } from "../runner/discover.ts"
import { failureOf } from "../runner/failure.ts"
import { Misuse, oneChosen } from "./choosing.ts"
import { withEndings } from "./endings.ts"
import type { Given } from "./exportK6Flags.ts"
import { toFile } from "./files.ts"

const conditions = (texts: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Condition>, Misuse> =>
  Effect.forEach(texts.length === 0 ? ["errors<=0"] : texts, (text) =>
    Result.match(Result.flatMap(read(text), conditionOf), {
      onSuccess: Effect.succeed,
      onFailure: (reason) => Effect.fail(new Misuse({ message: `--threshold cannot be used: ${reason}` }))
    })
  )

const does = {
  clock: "it moves the clock",
  outbox: "it reads e-mails",
  control: "it uses the emulator's control plane"
}

const leftOutOf = ({ scenario: { needs } }: Found) =>
  needs.flatMap((need) => (need === "world" ? [] : [`${does[need]}, which is no request to the service`]))

// neither a device nor a pipe
const isKept = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() === true

/** What went wrong with the scenario is told, and nothing is written. */
const recorded = (found: Found, seed: number) =>
  record(found, seed).pipe(
    Effect.catchCause((cause) =>
      Effect.fail(
        new Misuse({
          message: `${found.name} cannot be recorded, as it fails on an emulator: ${failureOf(cause, found.file).message}`
        })
      )
    )
  )

/** Writes a scenario as a script of k6. */
export const exportK6 = Effect.fnUntraced(
  function* ({ duration, force, output, rate, scenario, seed, threshold }: Given) {
    const found = yield* oneChosen(scenario)
    const thresholds = yield* conditions(threshold)
    if (!isDuration(duration))
      return yield* new Misuse({
        message: `--duration ${duration} is no duration such as 30s, 500ms, 5m or 1h, of a day at most.`
      })
    if (!(rate > 0 && Number.isInteger(rate)))
      return yield* new Misuse({ message: `--rate ${rate} is no whole number above 0, which k6 needs.` })
    if (!force && Option.isSome(output) && isKept(output.value))
      return yield* new Misuse({ message: `${output.value} is there already: give another name, or --force.` })
    const file = Option.isSome(output) ? yield* toFile(output.value) : undefined
    const recording = yield* recorded(found, seed)
    if (recording.exchanges.length === 0)
      return yield* new Misuse({ message: `${found.name} sends no request: there is nothing to export.` })
    const leftOut = leftOutOf(found)
    const { settings, source } = scriptOf(recording, { rate, duration, thresholds, leftOut })
    for (const what of leftOut) yield* Console.error(`Left out of the script: ${what}.`)
    if (file === undefined || Option.isNone(output)) return yield* Effect.sync(() => void process.stdout.write(source))
    file.write(source)
    if (!file.isWhole()) return
    yield* Console.error(`Written to ${output.value}. It takes ${settings.join(", ")} from the environment.`)
  },
  Effect.scoped,
  withEndings
)
