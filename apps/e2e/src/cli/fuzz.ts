import { isAbsolute, join } from "node:path"

import { Exit } from "@remote-assist/cli"
import * as Settings from "@remote-assist/cli/Settings"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

import { fuzz as look } from "../fuzz/fuzz.ts"
import type { Progress } from "../fuzz/fuzz.ts"
import type { Done } from "../fuzz/Pair.ts"
import { reportOf, sourceOf } from "../fuzz/report.ts"
import { CurrentRecorder, silent } from "../recorder/Recorder.ts"
import { choose } from "../targets/choose.ts"
import { inProcess } from "../targets/inProcess.ts"
import { prefixOf, runId } from "../targets/Target.ts"
import { Misuse } from "./selection.ts"
import { exitCodes } from "./exitCodes.ts"
import { CurrentFiles, toFile, writableFolder } from "./outputFiles.ts"
import type { Fuzz } from "./flags.ts"

/** The date-time at which the clocks of target and model stand, so that times are equal. */
const clock = "2026-01-15T12:00:00Z"

const againOf = ({ commands, concurrent, runs, seed, target }: Fuzz): string =>
  `remote-assist-e2e fuzz --runs ${runs} --seed ${seed} --commands ${commands} --target ${target}${concurrent ? " --concurrent" : ""}`

const nameOf = (done: ReadonlyArray<Done>, seed: number) => {
  const last = done.at(-1)?.command
  const what = last === undefined ? "" : "call" in last ? last.call : "together" in last ? "together" : "mails"
  return `${what.replaceAll(/([a-z])([A-Z])|\./g, "$1-$2").toLowerCase()}-${seed}`
}

/** Writes a file and yields whether it is whole; the command ends with a message for one that is not. */
const write = (file: string, text: string) =>
  Effect.flatMap(CurrentFiles, ({ unwritten }) =>
    Effect.match(toFile(file), {
      onSuccess: (write) => write(text),
      onFailure: ({ message }) => (unwritten.push(message), false)
    })
  )

/** Writes a report and a scenario that replays it, and yields the report. */
const writeFound = Effect.fnUntraced(function* (done: ReadonlyArray<Done>, options: Fuzz) {
  const again = againOf(options)
  const path = join(options.out, nameOf(done, options.seed))
  const replay = `remote-assist-e2e ${isAbsolute(path) ? path : `./${path}`}.ts --target ${options.target}`
  const report = `${reportOf(done)}\n\nAgain: ${again}\nReplay: ${replay}\n`
  const about = ["The target answers differently from the emulator.", "", `Found by: ${again}`]
  const files = [
    [`${path}.ts`, sourceOf(done, clock, about)],
    [`${path}.txt`, report]
  ] as const
  const written = yield* Effect.filter(files, ([file, text]) => write(file, text))
  return written.length === 0 ? report : `${report}Written to ${written.map(([file]) => file).join(" and ")}.`
})

/** Looks for differences between a target and the model. */
export const run = Effect.fnUntraced(function* (options: Fuzz) {
  const { config, out, region, target } = options
  if (target === "live")
    return yield* new Misuse({
      message:
        "fuzz changes whatever it finds, and moves the clock. Give it an emulator: --target in-process, socket or an address."
    })
  yield* writableFolder(out)
  const prefix = prefixOf(yield* runId)
  const model = inProcess(prefix, { frozenAt: clock })
  const progress: Progress = { runs: 0, commands: 0, found: undefined }
  let hasLeaked = false
  yield* Effect.gen(function* () {
    const isOwn = target === "in-process"
    const kind = isOwn ? model : yield* choose(target, prefix)
    const stopAt = isOwn ? undefined : clock
    yield* look({ ...options, kind, model, stopAt, tenant: (run) => `${prefix}-${run}` }, progress)
  }).pipe(
    Effect.provideService(CurrentRecorder, { ...silent, leftover: () => void (hasLeaked = true) }),
    Effect.scoped,
    Settings.provide({ config, region }),
    Effect.onError((cause) =>
      Effect.gen(function* () {
        if (progress.runs === 0) return
        const how = Cause.hasInterruptsOnly(cause) ? "Interrupted" : "Ended"
        const found =
          progress.found === undefined ? "no difference so far." : yield* writeFound(progress.found, options)
        yield* Console.log(`${how} after ${progress.runs} runs: ${found}`)
      })
    )
  )
  const { commands, found, runs } = progress
  if (found === undefined) {
    yield* Console.log(`${runs} runs, ${commands} commands: no difference. Again: ${againOf(options)}`)
    return hasLeaked ? yield* new Exit({ code: exitCodes.leaked }) : undefined
  }
  yield* Console.log(`After ${runs} runs and ${commands} commands, in ${found.length} steps:`)
  yield* Console.log(yield* writeFound(found, options))
  return yield* new Exit({ code: exitCodes.drift })
})
