import { Exit } from "@remote-assist/cli"
import * as Settings from "@remote-assist/cli/Settings"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { keep } from "../ledger/keep.ts"
import type { Left } from "../ledger/Line.ts"
import { page } from "../load/html/page.ts"
import { load as put } from "../load/Load.ts"
import { loadReport } from "../load/LoadReport.ts"
import type { LoadReport } from "../load/LoadReport.ts"
import { progress } from "../load/progress.ts"
import { loadLines } from "../load/text.ts"
import { read } from "../load/Threshold.ts"
import type { Threshold } from "../load/Threshold.ts"
import type { Found } from "../runner/discover.ts"
import { prefixOf, runId } from "../runner/runId.ts"
import { choose } from "../targets/choose.ts"
import { Misuse, oneChosen } from "./choosing.ts"
import { withEndings } from "./endings.ts"
import { exitCodes } from "./exitCodes.ts"
import { toFileIfAny } from "./files.ts"
import { millisOf } from "./loadFlags.ts"
import type { Given } from "./loadFlags.ts"
import { outputOf } from "./output.ts"

const thresholdsOf = (texts: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Threshold>, Misuse> =>
  Effect.forEach(texts, (text) =>
    Result.match(read(text), {
      onSuccess: Effect.succeed,
      onFailure: (reason) => Effect.fail(new Misuse({ message: `--threshold cannot be used: ${reason}` }))
    })
  )

/** What a load ends with: without a threshold on errors none of its iterations may fail. */
const exitCodeOf = (
  { arrivals, left_behind, thresholds }: LoadReport,
  asked: ReadonlyArray<Threshold>,
  left: ReadonlyArray<Left>
): number => {
  if (arrivals.failed > 0 && !asked.some(({ metric }) => metric === "errors")) return exitCodes.failed
  if (thresholds.some(({ met }) => !met)) return exitCodes.threshold
  return left_behind > 0 || left.length > 0 ? exitCodes.leaked : exitCodes.ok
}

interface Allowed {
  readonly allowLive: boolean
  readonly allowDestructive: boolean
}

const checked = (found: Found, target: string, isolate: boolean, { allowDestructive, allowLive }: Allowed) => {
  const refuse = (message: string) => Effect.fail(new Misuse({ message }))
  const isLive = target === "live"
  if (isLive && !allowLive)
    return refuse("People rely on the live region: put it under load with --allow-live, once they know.")
  if (isLive && found.scenario.destructive && !allowDestructive)
    return refuse(`${found.name} is destructive: allow it with --allow-destructive.`)
  if (found.scenario.needs.includes("clock") && !isolate)
    return refuse(`${found.name} moves the clock, which its iterations would share: give --isolate.`)
  return Effect.void
}

/** Puts a target under load. */
export const load = Effect.fnUntraced(function* ({
  allowDestructive,
  allowLive,
  arrivals,
  config,
  html,
  json,
  region,
  ...asked
}: Given) {
  const found = yield* oneChosen(asked.scenario)
  const thresholds = yield* thresholdsOf(asked.threshold)
  const duration = yield* millisOf("--duration", asked.duration)
  const warmUp = yield* millisOf("--warm-up", asked.warmUp)
  const { isolate, maxInFlight, rate, seed, timeout } = asked
  if (!(rate > 0 && rate <= 100_000))
    return yield* new Misuse({ message: `--rate ${rate} is not above 0, and 100000 at most.` })
  if (duration === 0) return yield* new Misuse({ message: "--duration 0 leaves no time to measure anything." })
  yield* checked(found, asked.target, isolate, { allowLive, allowDestructive })
  const id = yield* runId
  let report: LoadReport | undefined
  const left = yield* Effect.gen(function* () {
    const kind = yield* choose(asked.target, prefixOf(id))
    const options = { id, found, kind, rate, shape: arrivals, duration, warmUp, maxInFlight, seed, timeout, isolate }
    const [jsonFile, htmlFile] = [yield* toFileIfAny(json), yield* toFileIfAny(html)]
    const errors = outputOf(process.stderr)
    const bar = progress(options, errors)
    const loaded = put(options, {
      begun: (loaded) => {
        errors.write(`${found.name} begins against ${kind.name}. Ctrl-C ends it with what was measured until then.\n`)
        bar.draw(loaded)
      },
      goesOn: bar.draw,
      ended: (loaded, interrupted) => {
        bar.erase()
        report = loadReport(options, loaded, { interrupted, thresholds })
        outputOf(process.stdout).write(`${loadLines(report).join("\n")}\n`)
        jsonFile.write(`${JSON.stringify(report, undefined, 2)}\n`)
        htmlFile.write(page(report))
      }
    })
    return (yield* keep(kind, id, loaded)).left
  }).pipe(Effect.scoped, Settings.provide({ config, region }))
  const code = report === undefined ? exitCodes.ok : exitCodeOf(report, thresholds, left)
  if (code !== exitCodes.ok) return yield* new Exit({ code })
}, withEndings)
