import { isAbsolute, join } from "node:path"

import { Exit } from "@remote-assist/cli"
import { pluralize } from "@remote-assist/core/Text"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { fuzz, Progress } from "../fuzz/fuzz.ts"
import type { CompletedCommand } from "../fuzz/Pair.ts"
import { reportOf, sourceOf } from "../fuzz/report.ts"
import { CurrentRecorder, Recorder } from "../recorder/Recorder.ts"
import { formatCommand } from "../runner/failureText.ts"
import { choose } from "../targets/choose.ts"
import { prefixOf, runId, usageError } from "../targets/Target.ts"
import { exitCodes } from "./exitCodes.ts"
import type { Fuzz } from "./flags.ts"
import { checkFolder, writeFile } from "./outputFiles.ts"

const rerunCommand = ({ commands, concurrent, maxLatencyRatio, runs, seed, target }: Fuzz): string =>
  formatCommand(
    ...`fuzz --runs ${runs} --seed ${seed} --commands ${commands} --target ${target}`.split(" "),
    ...(concurrent ? ["--concurrent"] : []),
    ...Option.toArray(maxLatencyRatio).flatMap((ratio) => ["--max-latency-ratio", String(ratio)])
  )

/** Prints on standard error how far the search is, every 5 seconds. */
export const reportProgress = ({ progress, runs }: { readonly progress: Progress; readonly runs: number }) =>
  Effect.suspend(() => {
    const { commands, found, runs: done } = progress
    const state = found === undefined ? "no difference yet" : "a difference is found and gets shorter"
    return Console.error(`${done} of ${pluralize(runs, "run")}, ${pluralize(commands, "command")}: ${state}.`)
  }).pipe(Effect.delay("5 seconds"), Effect.forever)

const nameOf = (done: ReadonlyArray<CompletedCommand>, seed: number) => {
  const last = done.at(-1)?.command
  const what = last === undefined ? "" : "call" in last ? last.call : "together" in last ? "together" : "mails"
  return `${what.replaceAll(/([a-z])([A-Z])|\./g, "$1-$2").toLowerCase()}-${seed}`
}

/** Writes a report and a scenario that replays the commands. Returns the report. */
const writeReport = Effect.fnUntraced(function* (done: ReadonlyArray<CompletedCommand>, options: Fuzz) {
  const rerun = rerunCommand(options)
  const path = join(options.out, nameOf(done, options.seed))
  const replay = formatCommand(`${isAbsolute(path) ? path : `./${path}`}.ts`, "--target", options.target)
  const report = `${reportOf(done)}\n\nRerun: ${rerun}\nReplay: ${replay}\n`
  const about = ["The target answers differently from the emulator.", "", `Found by: ${rerun}`]
  const files = [
    [`${path}.ts`, sourceOf(done, about)],
    [`${path}.txt`, report]
  ] as const
  const complete = yield* Effect.filter(files, ([file, text]) => writeFile(file, text))
  return complete.length === 0 ? report : `${report}Written to ${complete.map(([file]) => file).join(" and ")}.`
})

/** Searches for differences between a target and the model. */
export const run = Effect.fnUntraced(function* (options: Fuzz) {
  const { out, target } = options
  if (target === "live")
    return yield* usageError(
      "fuzz changes any data and moves the clock. Give it an emulator: --target in-process, socket or an address."
    )
  yield* checkFolder(out)
  const prefix = prefixOf(yield* runId)
  const progress = new Progress()
  const recorder = new Recorder()
  yield* Effect.gen(function* () {
    const kind = yield* choose(target, prefix)
    yield* Console.error(
      `Comparing ${kind.name} with an emulator of this version, in ${pluralize(options.runs, "run")}.`
    )
    yield* Effect.forkScoped(reportProgress({ progress, runs: options.runs }))
    const maxLatencyRatio = Option.getOrUndefined(options.maxLatencyRatio)
    yield* fuzz({ ...options, maxLatencyRatio, kind, tenant: (attempt) => `${prefix}-${attempt}` }, progress)
  }).pipe(
    Effect.provideService(CurrentRecorder, recorder),
    Effect.scoped,
    Effect.onError((cause) =>
      Effect.gen(function* () {
        if (progress.runs === 0) return
        const how = Cause.hasInterruptsOnly(cause) ? "Interrupted" : "Ended"
        const found = progress.found === undefined ? "no difference yet." : yield* writeReport(progress.found, options)
        yield* Console.log(`${how} after ${pluralize(progress.runs, "run")}: ${found}`)
      })
    )
  )
  const { commands, found, isIntermittent, runs, slow } = progress
  const searched = `${pluralize(runs, "run")} and ${pluralize(commands, "command")}`
  if (slow.length > 0) {
    const lines = slow.map(({ a, b, operation }) => `  ${operation}: model ${a} ms, target ${b} ms`)
    const head = `${searched}: ${pluralize(slow.length, "slow operation")}. Rerun: ${rerunCommand(options)}`
    yield* Console.log([head, ...lines].join("\n"))
    return yield* new Exit({ code: exitCodes.drift })
  }
  if (found === undefined) {
    yield* Console.log(`${searched}: no difference. Rerun: ${rerunCommand(options)}`)
    return recorder.leftovers.length > 0 ? yield* new Exit({ code: exitCodes.leftovers }) : undefined
  }
  yield* Console.log(`After ${searched}, in ${pluralize(found.length, "step")}:`)
  yield* Console.log(yield* writeReport(found, options))
  if (isIntermittent) yield* Console.log("The target failed only now and then: a rerun of these steps passed.")
  return yield* new Exit({ code: exitCodes.drift })
})
