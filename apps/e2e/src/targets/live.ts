import * as HttpNode from "@remote-assist/core/HttpNode"
import { Region } from "@remote-assist/core/Region"
import * as RegionConfig from "@remote-assist/core/RegionConfig"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { answering } from "./Gone.ts"
import type { Place } from "./Place.ts"
import { Target } from "./Target.ts"
import type { TargetKind } from "./Target.ts"

const person = (prefix: string) =>
  Config.all({
    email: Config.NonEmptyString(`${prefix}_EMAIL`),
    password: Config.Redacted(`${prefix}_PASSWORD`)
  })

const absent = (what: string) =>
  Effect.die(new Error(`A service in operation has no ${what}: say that the scenario needs it.`))

/** A service in operation: the region and the people that the environment names. */
export const live = (prefix: string): TargetKind => ({
  name: "the live region of the settings",
  // without settings nothing is created
  place: Effect.provide(Region, RegionConfig.layer).pipe(
    Effect.map(({ apiUrl }): Place => ({ kind: "live", address: apiUrl })),
    Effect.orElseSucceed(() => undefined)
  ),
  isLive: true,
  isThere: Effect.flatMap(Region, ({ apiUrl }) => answering("the live region", apiUrl)).pipe(
    Effect.provide(Layer.merge(RegionConfig.layer, HttpNode.layer)),
    // settings that were read before can be read again
    Effect.catchTag("InvalidSettings", () => Effect.void)
  ),
  make: () =>
    Layer.effect(
      Target,
      Effect.gen(function* () {
        return Target.of({
          administrator: yield* person("REMOTE_ASSIST"),
          colleague: yield* person("REMOTE_ASSIST_COLLEAGUE"),
          personalAccessToken: yield* Config.Redacted("REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN"),
          prefix,
          offers: [],
          advance: () => absent("clock"),
          mails: () => absent("outbox"),
          demo: absent("world"),
          control: absent("control")
        })
      })
    ).pipe(Layer.merge(RegionConfig.layer), Layer.merge(HttpNode.layer))
})
