import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { Emulator } from "../library/Emulator.ts"
import { banner as bannerOf } from "./banner.ts"
import type { StartGiven } from "./Flags.ts"
import * as Logging from "./logging.ts"
import * as MemoryAtRest from "./memoryAtRest.ts"
import { optionsOf, writeCertificate } from "./options.ts"

// loaded when one of them is asked for, which keeps them out of most starts
const settingsLine = (emulator: Emulator["Service"], apiKeyHeader: string) =>
  Effect.map(
    Effect.promise(() => import("./clientSettings.ts")),
    ({ environmentOf }) => JSON.stringify(environmentOf(emulator, apiKeyHeader))
  )

const stdinClosed = Effect.flatMap(
  Effect.promise(() => import("./stdinClosed.ts")),
  ({ stdinClosed }) => stdinClosed
)

/** Serves until the process is told to end. */
export const start = Effect.fnUntraced(function* ({ banner, log, untilStdinCloses, ...given }: StartGiven) {
  const { apiKeyHeader, controlToken, host, tlsCertOut } = given
  const reach = { host, hasToken: controlToken !== undefined, certificate: tlsCertOut }
  const told = (emulator: Emulator["Service"]) => {
    if (banner !== undefined) return Effect.flatMap(settingsLine(emulator, apiKeyHeader), Console.log)
    return log !== undefined
      ? Effect.annotateLogs(Effect.logInfo("ready"), emulator.baseUrl)
      : Console.log(bannerOf(emulator, apiKeyHeader, reach))
  }
  const ready = Effect.tap(Emulator, (emulator) =>
    Effect.andThen(writeCertificate(tlsCertOut, emulator.certificate), told(emulator))
  )
  const serving = Effect.suspend(() => MemoryAtRest.giveBack(MemoryAtRest.here()))
  return yield* Effect.andThen(ready, untilStdinCloses ? Effect.raceFirst(serving, stdinClosed) : serving).pipe(
    Effect.provide(Layer.provideMerge(Emulator.layerServer(yield* optionsOf(given)), Logging.layer(log)))
  )
})
