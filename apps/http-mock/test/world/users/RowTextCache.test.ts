import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import * as Texts from "../../../src/world/users/RowTextCache.ts"

const seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 }))
const position = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 }))
const kept = { kept: Schema.Array(Schema.Struct({ seed, position, text: Schema.String })) }

const capacity = 7

describe("Texts", () => {
  it.prop("yields what was kept last at a place, and nothing of another row", kept, ({ kept }) => {
    const texts = Texts.make(capacity)
    const places = new Map<number, (typeof kept)[number]>()
    for (const row of kept) {
      Texts.set(texts, row.seed, row.position, row.text)
      places.set(row.position % capacity, row)
    }
    for (const { position, seed } of kept) {
      const last = places.get(position % capacity)
      const mine = last?.position === position && last.seed === seed && last.text !== ""
      const text = mine ? Buffer.from(last.text).toString() : undefined
      assert.strictEqual(Texts.get(texts, seed, position), text)
    }
  })

  it("never grows past its room, whatever is kept", () => {
    const texts = Texts.make(capacity)
    for (let position = 0; position < 1000; position++) Texts.set(texts, 1, position, `row ${position}`)
    assert.strictEqual(texts.block.length, capacity * Texts.width)
    const found = Array.from({ length: 1000 }, (_, position) => Texts.get(texts, 1, position))
    assert.strictEqual(found.filter((text) => text !== undefined).length, capacity)
  })

  it("keeps no text that is longer than its place", () => {
    const texts = Texts.make(capacity)
    Texts.set(texts, 1, 0, "neighbor before")
    Texts.set(texts, 1, 2, "neighbor behind")
    Texts.set(texts, 1, 1, "ä".repeat(Texts.width))
    assert.isUndefined(Texts.get(texts, 1, 1))
    assert.strictEqual(Texts.get(texts, 1, 0), "neighbor before")
    assert.strictEqual(Texts.get(texts, 1, 2), "neighbor behind")
    Texts.set(texts, 1, 1, "x".repeat(Texts.width))
    assert.strictEqual(Texts.get(texts, 1, 1)?.length, Texts.width)
    assert.strictEqual(Texts.get(texts, 1, 2), "neighbor behind")
  })
})
