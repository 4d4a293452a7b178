import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import { parseCors } from "../../src/server/http.ts"

const page = "http://localhost:5173"

const read = (input: string | ReadonlyArray<string>) => Result.getOrElse(parseCors(input), (why) => ({ why }))

describe("the option cors", () => {
  it("ignores space around origins", () => {
    assert.strictEqual(read("off "), "off")
    assert.strictEqual(read(" *"), "*")
    assert.deepStrictEqual(read([` ${page}`, "null "]), [page, "null"])
    assert.deepStrictEqual(read(` ${page} , null `), [page, "null"])
  })

  it("allows every origin by a list of only *", () => {
    assert.strictEqual(read(["*"]), "*")
    assert.property(read(["*", page]), "why")
    assert.property(read(`*,${page}`), "why")
  })

  it("rejects a list of off, and an empty list", () => {
    for (const input of [["off"], [], [""], `off,${page}`, ""]) assert.property(read(input), "why")
  })
})
