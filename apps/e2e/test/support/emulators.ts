import { Emulator } from "@remote-assist/http-mock"
import type { EmulatorOptions } from "@remote-assist/http-mock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { onTestFinished } from "vitest"

/** The address of an emulator with a socket, which is there until the scope ends. */
export const emulator = (options: EmulatorOptions = {}) =>
  Layer.build(Emulator.layerServer({ ...options, port: 0 })).pipe(
    Effect.flatMap((context) => Effect.provideContext(Effect.service(Emulator), context)),
    Effect.map(({ baseUrl }) => new URL(baseUrl.us).origin)
  )

/** Starts an emulator with a socket, until the test finishes, and returns its address. */
export const startedEmulator = (): Promise<string> => {
  const scope = Scope.makeUnsafe()
  onTestFinished(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return Effect.runPromise(Scope.provide(emulator(), scope))
}
