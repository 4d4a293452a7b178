import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as MutableRef from "effect/MutableRef"

import { contextOf } from "../../src/tenants/Deployment.ts"
import { start } from "../../src/tenants/journal/Exchange.ts"
import { now, worldOf } from "../support/worlds.ts"

const exchange = () =>
  start(
    { region: "us", operation: undefined, method: "GET", url: "/", path: "/", query: "", headers: {} as never },
    now,
    0n,
    now
  )

const deployment = (choices = {}) => ({
  world: MutableRef.make(worldOf({ choices })),
  now: () => now,
  changed: () => Effect.void,
  watchers: new Set<() => void>()
})

describe("Deployment", () => {
  it("notes on the request which gaps its answer relies on", () => {
    const request = exchange()
    const { choose } = contextOf({ ...deployment({ "refresh.reuse": "once" }), exchange: request })
    assert.strictEqual(choose("page.default-size"), 20)
    assert.strictEqual(choose("refresh.reuse"), "once")
    assert.deepStrictEqual([...request.gaps], ["page.default-size", "refresh.reuse"])
  })

  it("chooses alike where no request is recorded", () => {
    assert.strictEqual(contextOf(deployment({ "refresh.reuse": "once" })).choose("refresh.reuse"), "once")
  })
})
