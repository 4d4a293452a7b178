import { Exit } from "@remote-assist/cli"
import * as Settings from "@remote-assist/cli/Settings"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { compareTargets } from "../compare/compareTargets.ts"
import { DriftReport } from "../explain/DriftReport.ts"
import { explainDrift } from "../explain/explainDrift.ts"
import { markdown } from "../explain/markdown.ts"
import { driftReport } from "../explain/report.ts"
import { text } from "../explain/text.ts"
import type { Leftover } from "../recorder/Recorder.ts"
import { prefixOf, runId } from "../runner/runId.ts"
import { opaque } from "../targets/withChoices.ts"
import { chosen } from "./choosing.ts"
import type { Given } from "./compareFlags.ts"
import { withEndings } from "./endings.ts"
import { exitCodes } from "./exitCodes.ts"
import { toFileIfAny } from "./files.ts"
import { kindOf, participant } from "./participant.ts"

const encode = Schema.encodeSync(Schema.toCodecJson(DriftReport))

const leftoverText = ({ id, kind, reason }: Leftover) => `Left behind: ${kind} ${id} (${reason})`

/** Compares two targets. */
export const compare = Effect.fnUntraced(
  function* ({ a, b, config, region, ...asked }: Given) {
    const scenarios = yield* chosen(asked)
    // what is explained is the emulator
    const isSwapped = a === "live" && b !== "live"
    const first = yield* isSwapped ? participant(b, "--gap-b", asked.gapB) : participant(a, "--gap-a", asked.gapA)
    const second = yield* isSwapped ? participant(a, "--gap-a", asked.gapA) : participant(b, "--gap-b", asked.gapB)
    if (isSwapped) yield* Console.error(`A is ${b} and B is ${a}: the emulator comes first.`)
    const hasEmulator = first.given !== "live"
    const isLive = second.given === "live"
    const sameData = Option.getOrElse(asked.data, () => (isLive ? "different" : "same")) === "same"
    const [json, forTicket] = [yield* toFileIfAny(asked.json), yield* toFileIfAny(asked.markdown)]
    const id = yield* runId
    const { isLeft, leftovers, report } = yield* Effect.gen(function* () {
      const options = {
        id,
        seed: asked.seed,
        jobs: Option.getOrElse(asked.jobs, () => 8),
        again: asked.again,
        timeout: String(asked.timeout),
        allowDestructive: asked.allowDestructive,
        sameData
      }
      const kindA = yield* kindOf(first, prefixOf(`${id}a0`))
      const kindB = yield* kindOf(second, prefixOf(`${id}b0`))
      const { compared, isLeft, leftovers, notCompared, start } = yield* compareTargets(
        scenarios,
        (prefix) => kindOf(first, prefix),
        (prefix) => Effect.map(kindOf(second, prefix), opaque),
        options
      )
      const isDifferent = compared.some(({ comparison }) => comparison.differences.length > 0)
      const explained =
        hasEmulator && isDifferent && asked.tries > 0
          ? yield* explainDrift(kindA, compared, { ...options, start, mostRuns: asked.tries })
          : undefined
      const report = driftReport({
        id,
        a: kindA.name,
        b: kindB.name,
        seed: asked.seed,
        startedAt: start,
        compared,
        notCompared,
        explained
      })
      return { report, leftovers, isLeft }
    }).pipe(Effect.scoped, Settings.provide({ config, region }))
    yield* Console.log(text(report))
    json.write(`${JSON.stringify(encode(report), undefined, 2)}\n`)
    forTicket.write(markdown(report))
    yield* Effect.forEach(leftovers, (leftover) => Console.error(leftoverText(leftover)))
    const hasLeaked = isLeft || leftovers.length > 0
    const code = report.drift.length > 0 ? exitCodes.drift : hasLeaked ? exitCodes.leaked : exitCodes.ok
    if (code !== exitCodes.ok) return yield* new Exit({ code })
  },
  Effect.scoped,
  withEndings
)
