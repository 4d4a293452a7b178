import { assert, describe, it } from "@effect/vitest"
import { vi } from "vitest"

import * as StatesChange from "../../src/persistence/Codec.ts"

const ended = (name: string) =>
  JSON.stringify({ begun: {}, changed: {}, dropped: [], ended: [[name, { us: "", eu: "" }]] })

const names = Array.from({ length: 50 }, (_, index) => `tenant-${index}`)

describe("changes of stored states", () => {
  it("are applied without a copy for each", () => {
    const texts = names.map(ended)
    const walked = vi.spyOn(Map.prototype, Symbol.iterator)
    const after = StatesChange.applyChanges(StatesChange.emptyState, texts)
    const walks = walked.mock.calls.length
    walked.mockRestore()
    assert.deepStrictEqual([...after.ended.keys()], names)
    assert.isBelow(walks, names.length)
    assert.strictEqual(StatesChange.emptyState.ended.size, 0)
  })
})
