import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { record } from "../k6/record.ts"
import { scriptOf } from "../k6/script.ts"
import { conditionOf } from "../k6/thresholds.ts"
import type { Condition } from "../k6/thresholds.ts"
import { read } from "../load/Threshold.ts"
import type { Found } from "../runner/discover.ts"
import { failureOf } from "../runner/failure.ts"
import { Misuse, oneChosen } from "./choosing.ts"
import { withEndings } from "./endings.ts"
import { toFile } from "./files.ts"
import * as Flags from "./flags.ts"
import { millisOf } from "./loadFlags.ts"

const flags = {
  scenario: Argument.String("scenario").pipe(
    Argument.withDescription("The scenario: its name, a part that no other has, or its file")
  ),
  output: Flag.String("output").pipe(
    Flag.withAlias("o"),
    Flag.withDescription("Write the script there; to standard output unless given"),
    Flag.withMetavar("file"),
    Flag.optional
  ),
  rate: Flag.Finite("rate").pipe(
    Flag.withDescription("How many iterations begin a second, unless RATE says otherwise"),
    Flag.withDefault(1)
  ),
  duration: Flag.String("duration").pipe(
    Flag.withDescription("How long, unless DURATION says otherwise"),
    Flag.withDefault("30s")
  ),
  threshold: Flag.String("threshold").pipe(
    Flag.withDescription("What must hold, as for load; errors<=0 unless given. Repeatable"),
    Flag.withMetavar("condition"),
    Flag.between(0, 100)
  ),
  seed: Flags.seed
}

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

const exportK6 = Command.make(
  "k6",
  flags,
  Effect.fnUntraced(
    function* ({ duration, output, rate, scenario, seed, threshold }) {
      const found = yield* oneChosen(scenario)
      const thresholds = yield* conditions(threshold)
      yield* millisOf("--duration", duration)
      if (!(rate > 0 && Number.isInteger(rate)))
        return yield* new Misuse({ message: `--rate ${rate} is no whole number above 0, which k6 needs.` })
      const file = Option.isSome(output) ? yield* toFile(output.value) : undefined
      const recording = yield* recorded(found, seed)
      if (recording.exchanges.length === 0)
        return yield* new Misuse({ message: `${found.name} sends no request: there is nothing to export.` })
      const leftOut = leftOutOf(found)
      const { settings, source } = scriptOf(recording, { rate, duration, thresholds, leftOut })
      for (const what of leftOut) yield* Console.error(`Left out of the script: ${what}.`)
      if (file === undefined || Option.isNone(output))
        return yield* Effect.sync(() => void process.stdout.write(source))
      file.write(source)
      if (!file.isWhole()) return
      yield* Console.error(`Written to ${output.value}. It takes ${settings.join(", ")} from the environment.`)
    },
    Effect.scoped,
    withEndings
  )
).pipe(
  Command.withDescription(
    "Writes a script of k6 that sends what a scenario sends, recorded on an emulator in this process; what one answer gives is what later requests send. Secrets come from the environment."
  ),
  Command.withExamples([
    { command: "remote-assist-e2e export k6 users/provisions -o provisions.js", description: "Load past one machine" }
  ])
)

/** Writes scenarios in the form of other programs. */
export const exporting = Command.make("export", {}, () =>
  withEndings(new Misuse({ message: "export lacks the form to write: give k6. See remote-assist-e2e export --help." }))
).pipe(Command.withDescription("Writes scenarios in the form of other programs."), Command.withSubcommands([exportK6]))
