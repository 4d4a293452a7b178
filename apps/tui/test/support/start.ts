import * as NodeServices from "@effect/platform-node/NodeServices"
import { Region } from "@remote-assist/core"
import { Emulator } from "@remote-assist/http-mock"
import type { EmulatorOptions } from "@remote-assist/http-mock"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { onTestFinished } from "vitest"

import type { Credentials } from "../../src/engine/Account.ts"
import { Profile } from "../../src/profiles/Profile.ts"
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
  /** Where the clocks of program and emulator begin, which then go on only by {@link advance}. */
  readonly at?: string
  readonly profile?: Profile["Service"]
  /** By how much the terminal is larger than it says. */
  readonly margin?: number
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

interface Clocked {
  readonly clock: Clock.Clock
  /** Moves it on, where it stands still. */
  readonly adjust: (time: Duration.Input) => Effect.Effect<void>
}

/** The clock that the program lives by: the machine's, or one that stands still. */
const clockAt = Effect.fnUntraced(function* (at: string | undefined): Effect.fn.Return<Clocked, never, Scope.Scope> {
  if (at === undefined) return { clock: yield* Clock.Clock, adjust: () => Effect.void }
  const clock = yield* TestClock.make({ warningDelay: "1 hour" })
  yield* clock.setTime(Date.parse(at))
  return { clock, adjust: clock.adjust }
})

/** Runs the program on a terminal in this process; ends it with the test. */
export const start = ({
  at,
  colour = true,
  columns = 120,
  disturb,
  fast = false,
  loggedOut = false,
  margin = 0,
  profile,
  rows = 30,
  screenReader = false,
  ...emulator
}: Options = {}) => {
  const terminal = makeTerminal({ columns, rows }, colour, margin)
  const wire = Wire.make(disturb)
  const emulated = Deferred.makeUnsafe<Emulator["Service"]>()
  const clocked = Deferred.makeUnsafe<Clocked>()
  const fiber = Effect.runFork(
    Effect.gen(function* () {
      const { adjust, clock } = yield* clockAt(at)
      yield* Deferred.succeed(clocked, { adjust, clock })
      yield* Effect.gen(function* () {
        yield* Deferred.succeed(emulated, yield* Emulator)
        let time = clock.currentTimeMillisUnsafe()
        yield* Tui.run({
          credentials: loggedOut ? undefined : ada,
          streams: terminal.streams,
          screenReader,
          ...(fast ? {} : { now: () => (time += 1000) })
        }).pipe(profile === undefined ? identity : Effect.provideService(Profile, profile))
      }).pipe(
        Effect.provide(services(wire, { ...emulator, ...(at === undefined ? {} : { frozenAt: at }) })),
        Effect.provideService(Clock.Clock, clock)
      )
    }).pipe(Effect.scoped, Random.withSeed(at ?? String(Date.now())))
  )
  onTestFinished(() => Effect.runPromise(Fiber.interrupt(fiber)).then(() => undefined))
  return {
    ...terminal,
    wire,
    ended: () => Effect.runPromise(Fiber.await(fiber)),
    interrupt: () => Effect.runPromise(Fiber.interrupt(fiber)),
    advance: (time: Duration.Input) =>
      Effect.runPromise(
        Effect.gen(function* () {
          const { adjust } = yield* Deferred.await(clocked)
          const { advance } = yield* Deferred.await(emulated)
          yield* adjust(time)
          yield* advance(time)
        })
      )
  }
}
