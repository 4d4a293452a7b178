import { assert, describe, it } from "vitest"

import { formatRoute, parseRoute } from "../src/route.ts"

describe("the place in an address", () => {
  it("is the same after formatting and parsing", () => {
    for (const route of [
      { view: "requests", id: undefined, filters: {} },
      { view: "world", id: "102", filters: { box: "users", region: "eu", q: "a&b=c?d#e/f %" } },
      { view: "tenants", id: "team/a?b#c", filters: {} }
    ] as const)
      assert.deepStrictEqual(parseRoute(formatRoute(route)), route)
  })

  it("has no empty filters", () => {
    assert.strictEqual(formatRoute({ view: "gaps", filters: { q: "", show: "changed" } }), "#/gaps?show=changed")
  })

  it("is the list of requests if the view is unknown", () => {
    for (const hash of ["", "#", "#/", "#/toString", "#/nothing/1"])
      assert.strictEqual(parseRoute(hash).view, "requests", hash)
  })

  it("keeps an id with invalid percent-encoding", () => {
    assert.strictEqual(parseRoute("#/gaps/100%").id, "100%")
  })
})
