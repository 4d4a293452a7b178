import { Exit } from "@remote-assist/cli"
import * as Settings from "@remote-assist/cli/Settings"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

import { fuzz as look } from "../fuzz/fuzz.ts"
import type { Done } from "../fuzz/Pair.ts"
import { CurrentRecorder, silent } from "../recorder/Recorder.ts"
import { prefixOf, runId } from "../runner/runId.ts"
import { choose } from "../targets/choose.ts"
import { inProcess } from "../targets/inProcess.ts"
import { Misuse } from "./choosing.ts"
import { withEndings } from "./endings.ts"
import { exitCodes } from "./exitCodes.ts"
import { writableFolder } from "./files.ts"
import type { Given } from "./fuzzFlags.ts"
import { again, stopAt, writeFound } from "./fuzzFound.ts"

/** Looks for differences between a target and the model. */
export const fuzz = Effect.fnUntraced(function* ({ config, region, ...asked }: Given) {
  if (asked.target === "live")
    return yield* new Misuse({
      message:
        "fuzz changes whatever it finds, and moves the clock: give it an emulator, by --target in-process, socket or its address."
    })
  yield* writableFolder(asked.out)
  const id = yield* runId
  const prefix = prefixOf(id)
  const model = inProcess(prefix, { frozenAt: stopAt })
  let shortest: ReadonlyArray<Done> | undefined
  let tried = 0
  let hasLeaked = false
  const recorder = { ...silent, leftover: () => void (hasLeaked = true) }
  const result = yield* Effect.gen(function* () {
    const isOwn = asked.target === "in-process"
    const kind = isOwn ? model : yield* choose(asked.target, prefix)
    const looked = look({
      ...asked,
      kind,
      model,
      stopAt: isOwn ? undefined : stopAt,
      tenant: (run) => `${prefix}-${run}`,
      onRun: (runs) => {
        tried = runs
      },
      onFound: (done) => {
        shortest = done
      }
    })
    return yield* Effect.provideService(looked, CurrentRecorder, recorder)
  }).pipe(
    Effect.scoped,
    Settings.provide({ config, region }),
    // what was found so far is told whatever ends it
    Effect.onError((cause) =>
      Effect.gen(function* () {
        if (tried === 0) return
        const how = Cause.hasInterruptsOnly(cause) ? "Interrupted" : "Ended"
        const found = shortest === undefined ? "no difference so far." : yield* writeFound(shortest, asked)
        yield* Console.log(`${how} after ${tried} runs: ${found}`)
      })
    )
  )
  if (result.found === undefined) {
    yield* Console.log(`${result.runs} runs, ${result.commands} commands: no difference. Again: ${again(asked)}`)
    return hasLeaked ? yield* new Exit({ code: exitCodes.leaked }) : undefined
  }
  yield* Console.log(`After ${result.runs} runs and ${result.commands} commands, in ${result.found.length} steps:`)
  yield* Console.log(yield* writeFound(result.found, asked))
  return yield* new Exit({ code: exitCodes.drift })
}, withEndings)
