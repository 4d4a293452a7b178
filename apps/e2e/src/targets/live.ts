import * as HttpNode from "@remote-assist/core/HttpNode"
import { Region } from "@remote-assist/core/Region"
import * as RegionConfig from "@remote-assist/core/RegionConfig"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

import { Target, answering } from "./Target.ts"
import type { TargetKind } from "./Target.ts"

const Email = Schema.String.check(Schema.isPattern(/^[^\s@]+@[^\s@]+$/))

const emailOf = (name: string, whose: string) =>
  RegionConfig.setting(name, Config.schema(Email, name), `the e-mail address of ${whose}, such as ada@example.com`)

const secret = (name: string, wanted: string) =>
  RegionConfig.setting(name, Config.schema(Schema.Redacted(Schema.NonEmptyString), name), wanted)

const person = Effect.fnUntraced(function* (name: string, whose: string) {
  return {
    email: yield* emailOf(`${name}_EMAIL`, whose),
    password: yield* secret(`${name}_PASSWORD`, `the password of ${whose}`)
  }
})

/** Who is known to a service in operation, as the settings say. */
const peopleOfSettings = Effect.gen(function* () {
  return {
    administrator: yield* person("REMOTE_ASSIST", "an administrator"),
    colleague: yield* person("REMOTE_ASSIST_COLLEAGUE", "an active user whom scenarios may deactivate for a moment"),
    personalAccessToken: yield* secret("REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN", "a personal access token")
  }
})

const absent = (what: string) =>
  Effect.die(new Error(`A service in operation has no ${what}: say that the scenario needs it.`))

/**
 * A service in operation: the region and the people that the environment names. A setting that is missing or does not fit
 * fails before anything is sent.
 */
export const live = Effect.fnUntraced(function* (prefix: string) {
  const region = yield* Effect.provide(Region, RegionConfig.layer)
  const target = Target.of({
    ...(yield* peopleOfSettings),
    prefix,
    offers: [],
    advance: () => absent("clock"),
    mails: () => absent("outbox"),
    demo: absent("world"),
    control: absent("control")
  })
  const kind: TargetKind = {
    name: "the live region of the settings",
    isLive: true,
    isThere: Effect.provide(answering("the live region", region.apiUrl), HttpNode.layer),
    make: () => Layer.mergeAll(Layer.succeed(Target, target), Layer.succeed(Region, region), HttpNode.layer)
  }
  return kind
})
