import * as HttpFetch from "@remote-assist/core/HttpFetch"
import { Region } from "@remote-assist/core/Region"
import * as RegionConfig from "@remote-assist/core/RegionConfig"
import { Emulator } from "@remote-assist/http-mock"
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

/** What a scenario needs beyond the service itself; a target that lacks it skips the scenario. */
export type Need = "clock"

/** Somebody who can log in. */
export interface Person {
  readonly email: string
  readonly password: Redacted.Redacted
}

const person = (prefix: string) =>
  Config.all({
    email: Config.NonEmptyString(`${prefix}_EMAIL`),
    password: Config.Redacted(`${prefix}_PASSWORD`)
  })

/** Who is known to the service that scenarios run against, and what it offers beyond the interface. */
export class Target extends Context.Service<
  Target,
  {
    readonly administrator: Person
    /** An active user whom scenarios may deactivate for a moment. */
    readonly colleague: Person
    readonly personalAccessToken: Redacted.Redacted
    readonly offers: ReadonlyArray<Need>
    /** Moves the service's clock on; only for scenarios that need `clock`. */
    readonly advance: (duration: Duration.Input) => Effect.Effect<void>
  }
>()("@remote-assist/e2e/Target") {
  /** A service in operation: the region and the people that the environment names. */
  static readonly layerConfig = Layer.effect(
    Target,
    Effect.gen(function* () {
      return Target.of({
        administrator: yield* person("REMOTE_ASSIST"),
        colleague: yield* person("REMOTE_ASSIST_COLLEAGUE"),
        personalAccessToken: yield* Config.Redacted("REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN"),
        offers: [],
        advance: () => Effect.die("a service in operation has no clock to move")
      })
    })
  ).pipe(Layer.merge(RegionConfig.layer), Layer.merge(HttpFetch.layer))

  /** The default world of an emulator. */
  static readonly layerEmulator = Layer.unwrap(
    Effect.map(Emulator, ({ advance, baseUrl, demo }) => {
      const password = Redacted.make(demo.password)
      return Layer.merge(
        Region.layer({ name: "us", baseUrl: baseUrl.us, apiKey: Redacted.make(demo.apiKey) }),
        Layer.succeed(Target, {
          administrator: { email: demo.email, password },
          colleague: { email: "linus@example.com", password },
          personalAccessToken: Redacted.make(demo.personalAccessToken),
          offers: ["clock"],
          advance
        })
      )
    })
  )

  /** A new emulator in this process, without a socket. */
  static readonly layerInProcess = Layer.provideMerge(Target.layerEmulator, Emulator.layer())

  /** A new emulator on a socket of this machine. */
  static readonly layerSocket = Target.layerEmulator.pipe(
    Layer.provideMerge(Emulator.layerServer({ port: 0 })),
    Layer.provideMerge(HttpFetch.layer)
  )
}

/** The kinds of target by name. */
export const targets = {
  "in-process": Target.layerInProcess,
  socket: Target.layerSocket,
  live: Target.layerConfig
}
export type TargetName = keyof typeof targets
