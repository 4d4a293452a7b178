import * as NodeServices from "@effect/platform-node/NodeServices"
import { Region } from "@remote-assist/core"
import { Emulator } from "@remote-assist/http-mock"
import type { EmulatorOptions } from "@remote-assist/http-mock"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { onTestFinished } from "vitest"

import type { Credentials } from "../../src/engine/Account.ts"
import * as Tui from "../../src/Tui.ts"
import { makeTerminal } from "./frame.ts"
import type { Size } from "./frame.ts"
import * as Wire from "./wire.ts"

export const ada: Credentials = {
  _tag: "Password",
  email: "ada@example.com",
  password: Redacted.make("correct-horse")
}

interface Options extends EmulatorOptions, Partial<Size> {
  /** Begins with the log-in form. */
  readonly loggedOut?: boolean
  readonly colour?: boolean
  readonly disturb?: Wire.Wire["disturb"]
  /** Whether keys come as fast as they are sent; else each comes a second after the one before. */
  readonly fast?: boolean
  /** Says in lines what changes, and draws nothing. */
  readonly screenReader?: boolean
}

/** Core's services over an emulator in this process, with a wire in between. */
export const services = (wire: Wire.Wire, options: EmulatorOptions = {}) => {
  const emulator = Emulator.layer(options)
  const region = Layer.unwrap(
    Effect.map(Emulator, ({ baseUrl, demo }) =>
      Region.Region.layer({ name: "us", baseUrl: baseUrl.us, apiKey: Redacted.make(demo.apiKey) })
    )
  )
  return Tui.layerEmulator(Wire.layer(wire)).pipe(
    Layer.provideMerge(region),
    Layer.provideMerge(emulator),
    Layer.provideMerge(NodeServices.layer),
    Layer.orDie
  )
}

/** Runs the program on a terminal in this process; ends it with the test. */
export const start = ({
  colour = true,
  columns = 120,
  disturb,
  fast = false,
  loggedOut = false,
  rows = 30,
  screenReader = false,
  ...emulator
}: Options = {}) => {
  const terminal = makeTerminal({ columns, rows }, colour)
  const wire = Wire.make(disturb)
  const emulated = Deferred.makeUnsafe<Emulator["Service"]>()
  const fiber = Effect.runFork(
    Effect.gen(function* () {
      yield* Deferred.succeed(emulated, yield* Emulator)
      let time = Date.now()
      yield* Tui.run({
        credentials: loggedOut ? undefined : ada,
        streams: terminal.streams,
        screenReader,
        ...(fast ? {} : { now: () => (time += 1000) })
      })
    }).pipe(Effect.provide(services(wire, emulator)))
  )
  onTestFinished(() => Effect.runPromise(Fiber.interrupt(fiber)).then(() => undefined))
  return {
    ...terminal,
    wire,
    ended: () => Effect.runPromise(Fiber.await(fiber)),
    interrupt: () => Effect.runPromise(Fiber.interrupt(fiber)),
    advance: (time: Duration.Input) =>
      Effect.runPromise(Effect.flatMap(Deferred.await(emulated), ({ advance }) => advance(time)))
  }
}
