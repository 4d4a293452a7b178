import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

import { Emulator } from "../library/Emulator.ts"
import { banner } from "./banner.ts"
import * as Logging from "./logging.ts"
import * as MemoryAtRest from "./memoryAtRest.ts"
import { optionsOf } from "./options.ts"
import type { Given } from "./options.ts"

/** Serves until the process is told to end. */
export const start = Effect.fnUntraced(function* ({ log, ...given }: Given) {
  const ready = Effect.tap(Emulator, (emulator) =>
    Option.isSome(log)
      ? Effect.annotateLogs(Effect.logInfo("ready"), emulator.baseUrl)
      : Console.log(
          banner(emulator, given.apiKeyHeader, { host: given.host, hasToken: Option.isSome(given.controlToken) })
        )
  )
  const serving = Effect.suspend(() => MemoryAtRest.giveBack(MemoryAtRest.here()))
  return yield* Effect.andThen(ready, serving).pipe(
    Effect.provide(Layer.provideMerge(Emulator.layerServer(yield* optionsOf(given)), Logging.layer(log)))
  )
})
