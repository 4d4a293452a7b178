import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import * as RowTextCache from "../../../src/world/users/RowTextCache.ts"

const seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 }))
const position = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 }))
const kept = { kept: Schema.Array(Schema.Struct({ seed, position, text: Schema.String })) }

const capacity = 7

describe("RowTextCache", () => {
  it.prop("yields what was kept last at a place, and nothing of another row", kept, ({ kept }) => {
    const texts = RowTextCache.make(capacity)
    const places = new Map<number, (typeof kept)[number]>()
    for (const row of kept) {
      RowTextCache.set(texts, row.seed, row.position, row.text)
      places.set(row.position % capacity, row)
    }
    for (const { position, seed } of kept) {
      const last = places.get(position % capacity)
      const mine = last?.position === position && last.seed === seed && last.text !== ""
      const text = mine ? Buffer.from(last.text).toString() : undefined
      assert.strictEqual(RowTextCache.get(texts, seed, position), text)
    }
  })

  it("never grows past its room, whatever is kept", () => {
    const texts = RowTextCache.make(capacity)
    for (let position = 0; position < 1000; position++) RowTextCache.set(texts, 1, position, `row ${position}`)
    assert.strictEqual(texts.block.length, capacity * RowTextCache.width)
    const found = Array.from({ length: 1000 }, (_, position) => RowTextCache.get(texts, 1, position))
    assert.strictEqual(found.filter((text) => text !== undefined).length, capacity)
  })

  it("keeps no text that is longer than its place", () => {
    const texts = RowTextCache.make(capacity)
    RowTextCache.set(texts, 1, 0, "neighbor before")
    RowTextCache.set(texts, 1, 2, "neighbor behind")
    RowTextCache.set(texts, 1, 1, "ä".repeat(RowTextCache.width))
    assert.isUndefined(RowTextCache.get(texts, 1, 1))
    assert.strictEqual(RowTextCache.get(texts, 1, 0), "neighbor before")
    assert.strictEqual(RowTextCache.get(texts, 1, 2), "neighbor behind")
    RowTextCache.set(texts, 1, 1, "x".repeat(RowTextCache.width))
    assert.strictEqual(RowTextCache.get(texts, 1, 1)?.length, RowTextCache.width)
    assert.strictEqual(RowTextCache.get(texts, 1, 2), "neighbor behind")
  })
})
