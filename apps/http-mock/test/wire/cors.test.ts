import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import { parseCors } from "../../src/server/http.ts"

const page = "http://localhost:5173"

const read = (given: string | ReadonlyArray<string>) => Result.getOrElse(parseCors(given), (why) => ({ why }))

describe("what is said of origins", () => {
  it("is read with space around it", () => {
    assert.strictEqual(read("off "), "off")
    assert.strictEqual(read(" *"), "*")
    assert.deepStrictEqual(read([` ${page}`, "null "]), [page, "null"])
    assert.deepStrictEqual(read(` ${page} , null `), [page, "null"])
  })

  it("lets any page in by a list of * alone", () => {
    assert.strictEqual(read(["*"]), "*")
    assert.property(read(["*", page]), "why")
    assert.property(read(`*,${page}`), "why")
  })

  it("is not read as a list of off, or of nothing", () => {
    for (const given of [["off"], [], [""], `off,${page}`, ""]) assert.property(read(given), "why")
  })
})
