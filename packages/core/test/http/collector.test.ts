import { assert, describe, it } from "vitest"

import { collector } from "../../src/internal/http.ts"

describe("the bytes of a body", () => {
  it.each([
    [0, 10],
    [1, 10],
    [64, 10],
    [65, 10],
    [500, 10],
    [70, 200_000]
  ])("are all of %i parts, each of %i", (count, size) => {
    const body = collector(count * size)
    for (let part = 0; part < count; part++) assert.isTrue(body.add(new Uint8Array(size).fill(part)))
    const bytes = body.bytes()
    assert.strictEqual(bytes.byteLength, count * size)
    for (let part = 0; part < count; part++) {
      assert.strictEqual(bytes[part * size], part % 256)
      assert.strictEqual(bytes[part * size + size - 1], part % 256)
    }
    assert.isFalse(body.add(new Uint8Array(1)))
  })
})
