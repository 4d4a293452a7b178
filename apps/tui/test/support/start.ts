import * as NodeServices from "@effect/platform-node/NodeServices"
import { HttpFetch, Region, TokenStore } from "@remote-assist/core"
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

import { Account, layerClient } from "../../src/engine/Account.ts"
import * as ControlPlane from "../../src/engine/ControlPlane.ts"
import type { EnvironmentKind } from "../../src/engine/Environment.ts"
import { Environment } from "../../src/engine/Environment.ts"
import type { Keys } from "../../src/keymap/Keys.ts"
import type { ProfileChoice } from "../../src/model/Model.ts"
import * as Observable from "../../src/Observable.ts"
import { Profile } from "../../src/profiles/Profile.ts"
import * as Requests from "../../src/requests/Requests.ts"
import type { Credentials } from "../../src/session/Credentials.ts"
import * as Tui from "../../src/Tui.ts"
import { makeTerminal } from "./frame.ts"
import type { Size } from "./frame.ts"
import * as Wire from "./wire.ts"
// the program loads these on demand: if a test ends meanwhile, the other files of the worker could wait for them forever
import "../../src/import/Plan.ts"
import "../../src/import/Results.ts"
import "../../src/import/Run.ts"
import "../../src/import/UserFile.ts"
import "../../src/requests/curl.ts"

export const ada: Credentials = {
  way: "password",
  values: { email: "ada@example.com" },
  secret: Redacted.make("correct-horse")
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
  /** The profiles that the user can continue with. */
  readonly profiles?: ReadonlyArray<ProfileChoice>
  /** Why nothing can be opened in a browser. */
  readonly whyUnopened?: string
  /** The bindings of who has keys of their own. */
  readonly keys?: Keys
  /** The service that answers, read for each request; an emulator by default. */
  readonly place?: EnvironmentKind | (() => EnvironmentKind)
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
  const fetch = Layer.unwrap(Effect.map(Emulator, ({ fetch }) => Layer.succeed(HttpFetch.Fetch, fetch)))
  return Account.layer.pipe(
    Layer.provideMerge(layerClient),
    Layer.provideMerge(TokenStore.TokenStore.layerMemory),
    Layer.provideMerge(ControlPlane.layer),
    Layer.provideMerge(Requests.layerRecorder(Requests.layer(Wire.layer(wire)))),
    Layer.provideMerge(Environment.layerEmulator),
    Layer.provideMerge(Layer.succeed(Profile, { name: undefined, readOnly: undefined })),
    Layer.provideMerge(region),
    Layer.provideMerge(fetch),
    Layer.provideMerge(emulator),
    Layer.provideMerge(NodeServices.layer),
    Layer.orDie
  )
}

/** The services of the engine over an emulator in this process. */
export const engine = (wire: Wire.Wire, options: EmulatorOptions = {}, readOnly?: string) =>
  Tui.layerEngine().pipe(
    Layer.provide(Layer.succeed(Profile, { name: undefined, readOnly })),
    Layer.provideMerge(services(wire, options))
  )

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

const placeOf = (place: EnvironmentKind | (() => EnvironmentKind)): Environment["Service"] => {
  if (typeof place === "string") return { kind: Observable.make(place), find: Effect.succeed(place) }
  const kind = Observable.make<EnvironmentKind>("unknown")
  const find = Effect.sync(() => {
    kind.update(place)
    return kind.get()
  })
  return { kind, find }
}

/** Runs the program on a terminal in this process; ends it with the test. */
export const start = ({
  at,
  colour = true,
  columns = 120,
  disturb,
  fast = false,
  keys,
  loggedOut = false,
  margin = 0,
  place,
  profile,
  profiles = [],
  rows = 30,
  screenReader = false,
  whyUnopened,
  ...emulator
}: Options = {}) => {
  const terminal = makeTerminal({ columns, rows }, colour, margin)
  const wire = Wire.make(disturb)
  const opened: Array<string> = []
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
          keys,
          profiles,
          screenReader,
          opener: {
            open: (address) => {
              opened.push(address)
              return whyUnopened === undefined ? Effect.void : Effect.fail(whyUnopened)
            }
          },
          ...(fast ? {} : { now: () => (time += 1000) })
        }).pipe(
          profile === undefined ? identity : Effect.provideService(Profile, profile),
          place === undefined ? identity : Effect.provideService(Environment, placeOf(place))
        )
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
    /** The addresses that were opened in the browser. */
    opened,
    ended: () => Effect.runPromise(Fiber.await(fiber)),
    interrupt: () => Effect.runPromise(Fiber.interrupt(fiber)),
    /** Asks the control plane of the emulator. */
    control: (path: string, init: RequestInit = {}) =>
      Effect.runPromise(Deferred.await(emulated)).then(({ baseUrl, fetch }) =>
        fetch(`${baseUrl.us.replace(/\/us$/, "")}/__mock${path}`, init)
      ),
    /** Moves only the clock of the program. */
    elapse: (time: Duration.Input) =>
      Effect.runPromise(Effect.flatMap(Deferred.await(clocked), ({ adjust }) => adjust(time))),
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
