import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

import { assert, describe, it } from "@effect/vitest"

import type { StoredState } from "../../src/persistence/Codec.ts"
import * as StateFile from "../../src/persistence/stateFile.ts"
import type { World } from "../../src/world/model/World.ts"
import { worldOf } from "../support/worlds.ts"

setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")

const start = worldOf()

/** The world with another enterprise. */
const withEnterprise = (name: string): World => ({
  ...start,
  enterprises: [{ name, contactEmail: "", contactName: "", resellerId: "" }]
})

const state = (world: World): StoredState => ({
  tenants: new Map([["default", { us: world, eu: start, pace: undefined }]]),
  ended: new Map()
})

describe("the text of a state file", () => {
  it("depends only on the states", () => {
    const encode = StateFile.makeEncoder()
    const [one, other] = [withEnterprise("one"), withEnterprise("other")]
    const first = encode(state(one))
    assert.include(first, '"one"')
    assert.include(encode(state(other)), '"other"')
    assert.strictEqual(encode(state(one)), first)
    assert.strictEqual(encode(state(one)), StateFile.makeEncoder()(state(one)))
  })

  it("is released with the next one, even if a history keeps the worlds", () => {
    const encode = StateFile.makeEncoder()
    const history: Array<World> = []
    const size = 4 * 2 ** 20
    const name = "x".repeat(size)
    collect()
    const before = process.memoryUsage().heapUsed
    for (let number = 0; number < 24; number += 1) {
      const world = withEnterprise(name)
      history.push(world)
      encode(state(world))
    }
    collect()
    assert.lengthOf(history, 24)
    assert.isBelow((process.memoryUsage().heapUsed - before) / size, 6)
  })
})
