import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { World as Codec } from "../../../src/persistence/Codec.ts"
import * as WorldChange from "../../../src/persistence/Codec.ts"
import { live } from "../../../src/world/calls/StoredCalls.ts"
import type { World as Stored } from "../../../src/world/model/World.ts"
import { assertInvariants } from "./support/assertInvariants.ts"
import { moved, start, walkOf } from "./support/moves.ts"

const Seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 31 - 1 }))

const steps = 60

const runs = { arbitrary: { runs: 10 } }

const codec = Codec("us")
const encode = Schema.encodeSync(codec)
const decode = Schema.decodeUnknownSync(codec)

/** The encoded state with the rows of maps in a canonical order. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const all = value.map(sorted)
    return all.every((one) => typeof one === "object")
      ? all.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
      : all
  }
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sorted(one)]))
    : value
}

/** The indexes of the stored calls, as plain values. */
const indexesOf = ({ calls: { stored } }: Stored) => ({
  ids: new Map(stored.ids),
  ofUser: new Map([...stored.ofUser].map(([user, rows]) => [user, rows.map(({ position }) => position)])),
  live: new Set(live(stored).map(({ position }) => position))
})

describe("placed calls", () => {
  it.prop(
    "stay consistent after random actions, deletions and clock changes",
    { seed: Seed },
    ({ seed }) => {
      const last = walkOf(seed, steps).reduce((place, move, index) => {
        const next = moved(place, move)
        if (index % 20 === 19) assertInvariants(next)
        return next
      }, start)
      assertInvariants(last)
    },
    runs
  )

  it.prop(
    "are the same after a save of the state and of each change",
    { seed: Seed },
    ({ seed }) => {
      let saved = start.world
      const last = walkOf(seed, steps).reduce((place, move) => {
        const next = moved(place, move)
        saved = WorldChange.worldChange.applied(
          saved,
          JSON.parse(JSON.stringify(WorldChange.worldChange.between(place.world, next.world)))
        )
        assert.deepStrictEqual(indexesOf(saved), indexesOf(next.world))
        return next
      }, start)
      const text = JSON.stringify(encode(last.world))
      const again = decode(JSON.parse(text))
      for (const world of [again, saved]) {
        assert.deepStrictEqual(sorted(encode(world)), sorted(encode(last.world)))
        assertInvariants({ ...last, world })
      }
    },
    runs
  )
})
