import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import * as RowTextCache from "../../../src/world/users/encodedPage.ts"

const seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 }))
const position = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 }))
const rowArrays = { rows: Schema.Array(Schema.Struct({ seed, position, text: Schema.String })) }

const capacity = 7

describe("RowTextCache", () => {
  it.prop("returns the last text at a position, and none of another row", rowArrays, ({ rows }) => {
    const texts = RowTextCache.makeRowTextCache(capacity)
    const places = new Map<number, (typeof rows)[number]>()
    for (const row of rows) {
      RowTextCache.setText(texts, row.seed, row.position, row.text)
      places.set(row.position % capacity, row)
    }
    for (const { position, seed } of rows) {
      const last = places.get(position % capacity)
      const mine = last?.position === position && last.seed === seed && last.text !== ""
      const text = mine ? Buffer.from(last.text).toString() : undefined
      assert.strictEqual(RowTextCache.getText(texts, seed, position), text)
    }
  })

  it("never grows past its limit", () => {
    const texts = RowTextCache.makeRowTextCache(capacity)
    for (let position = 0; position < 1000; position++) RowTextCache.setText(texts, 1, position, `row ${position}`)
    assert.strictEqual(texts.block.length, capacity * RowTextCache.maxTextBytes)
    const found = Array.from({ length: 1000 }, (_, position) => RowTextCache.getText(texts, 1, position))
    assert.strictEqual(found.filter((text) => text !== undefined).length, capacity)
  })

  it("stores no text that is longer than a position", () => {
    const texts = RowTextCache.makeRowTextCache(capacity)
    RowTextCache.setText(texts, 1, 0, "neighbor before")
    RowTextCache.setText(texts, 1, 2, "neighbor after")
    RowTextCache.setText(texts, 1, 1, "ä".repeat(RowTextCache.maxTextBytes))
    assert.isUndefined(RowTextCache.getText(texts, 1, 1))
    assert.strictEqual(RowTextCache.getText(texts, 1, 0), "neighbor before")
    assert.strictEqual(RowTextCache.getText(texts, 1, 2), "neighbor after")
    RowTextCache.setText(texts, 1, 1, "x".repeat(RowTextCache.maxTextBytes))
    assert.strictEqual(RowTextCache.getText(texts, 1, 1)?.length, RowTextCache.maxTextBytes)
    assert.strictEqual(RowTextCache.getText(texts, 1, 2), "neighbor after")
  })
})
