import * as HttpNode from "@remote-assist/core/HttpNode"
import { Region } from "@remote-assist/core/Region"
import * as RegionConfig from "@remote-assist/core/RegionConfig"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { answering } from "./Gone.ts"
import { peopleOfSettings } from "./liveSettings.ts"
import { Target } from "./Target.ts"
import type { TargetKind } from "./Target.ts"

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
