import { assert, describe, it } from "@effect/vitest"

import type { StoredState } from "../../src/persistence/Codec.ts"
import { encode } from "../../src/persistence/stateFile.ts"
import type { World } from "../../src/world/model/World.ts"
import { worldOf } from "../support/worlds.ts"

const start = worldOf()

const eu: World = { ...start, settings: { ...start.settings, region: "eu" } }

/** The world with another enterprise. */
const withEnterprise = (name: string): World => ({
  ...start,
  enterprises: [{ name, contactEmail: "", contactName: "", resellerId: "" }]
})

const state = (world: World): StoredState => ({
  tenants: new Map([["default", { us: world, eu, pace: undefined }]]),
  ended: new Map()
})

describe("the text of a state file", () => {
  it("depends only on the states", () => {
    const [one, other] = [withEnterprise("one"), withEnterprise("other")]
    const first = encode(state(one))
    assert.include(first, '"one"')
    assert.include(encode(state(other)), '"other"')
    assert.strictEqual(encode(state(one)), first)
  })
})
