import { Emulator } from "@remote-assist/http-mock"
import type { EmulatorOptions } from "@remote-assist/http-mock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The address of an emulator with a socket, which is there until the scope ends. */
export const emulator = (options: EmulatorOptions = {}) =>
  Layer.build(Emulator.layerServer({ ...options, port: 0 })).pipe(
    Effect.flatMap((context) => Effect.provideContext(Effect.service(Emulator), context)),
    Effect.map(({ baseUrl }) => new URL(baseUrl.us).origin)
  )
