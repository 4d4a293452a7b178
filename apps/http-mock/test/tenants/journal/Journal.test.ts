import { assert, describe, it } from "@effect/vitest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"

import * as Journal from "../../../src/tenants/Journal.ts"
import { exchange, over } from "./support/exchanges.ts"

const idsOf = (journal: Journal.Journal) => journal.all().map(({ id }) => id)

describe("a journal", () => {
  it("keeps the latest exchanges in the order in which they entered", () => {
    const journal = Journal.make(3)
    for (let count = 0; count < 5; count += 1) over(journal)
    assert.deepStrictEqual(idsOf(journal), [3, 4, 5])
    assert.isTrue(Option.isNone(journal.get(2)))
    assert.strictEqual(Option.getOrThrow(journal.get(4)).id, 4)
    assert.isTrue(Option.isNone(journal.get(6)))
  })

  it("continues its ids when it is cleared", () => {
    const journal = Journal.make(3)
    over(journal)
    journal.clear()
    assert.deepStrictEqual(idsOf(journal), [])
    over(journal)
    assert.deepStrictEqual(idsOf(journal), [2])
  })

  it("keeps bodies up to a number of bytes, and always the newest", () => {
    const journal = Journal.make(10)
    const third = Math.ceil(Journal.maxBytes / 3)
    for (let count = 0; count < 4; count += 1) over(journal, third)
    assert.deepStrictEqual(idsOf(journal), [3, 4])
    over(journal, Journal.maxBytes + 1)
    assert.deepStrictEqual(idsOf(journal), [5])
    over(journal)
    assert.deepStrictEqual(idsOf(journal), [6])
    over(journal, third)
    assert.deepStrictEqual(idsOf(journal), [6, 7])
  })

  it("counts the bytes of a served answer that a fault replaced", () => {
    const journal = Journal.make(10)
    for (let count = 0; count < 3; count += 1) {
      const one = exchange()
      journal.enter(one)
      one.duration = 1n
      one.served = HttpServerResponse.uint8Array(new Uint8Array(Journal.maxBytes / 2 + 1))
      one.answer = HttpServerResponse.empty()
      journal.close(one)
    }
    assert.deepStrictEqual(idsOf(journal), [3])
  })

  it("has unfinished exchanges, and ignores the end of a dropped one", () => {
    const journal = Journal.make(2)
    const slow = exchange()
    journal.enter(slow)
    assert.deepStrictEqual(idsOf(journal), [1])
    over(journal)
    over(journal)
    slow.duration = 1n
    slow.answer = HttpServerResponse.uint8Array(new Uint8Array(Journal.maxBytes))
    journal.close(slow)
    assert.deepStrictEqual(idsOf(journal), [2, 3])
    over(journal, 1)
    assert.deepStrictEqual(idsOf(journal), [3, 4])
  })

  it("notifies followers of ended exchanges until they stop", () => {
    const journal = Journal.make(2)
    const heard: Array<number> = []
    const stop = journal.follow({ onExchange: ({ id }) => heard.push(id), onEnd: () => {} })
    over(journal)
    over(journal)
    stop()
    over(journal)
    assert.deepStrictEqual(heard, [1, 2])
  })
})
