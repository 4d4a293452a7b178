import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import { readMappings, sentenceOf } from "../../src/stubs/mapping/readMappings.ts"

const problems = (value: unknown) =>
  Result.match(readMappings(value), { onFailure: (found) => found.map(sentenceOf), onSuccess: () => [] })

describe("a stub mapping", () => {
  it("is an object, or several of them under mappings", () => {
    const mapping = { request: { method: "GET", urlPath: "/api/v2/things" }, response: { jsonBody: [1] } }
    assert.deepStrictEqual(readMappings(mapping), Result.succeed({ mappings: [mapping] }))
    const many = { mappings: [mapping, {}], meta: { total: 2 } }
    assert.deepStrictEqual(readMappings(many), Result.succeed(many))
  })

  it.each([
    [
      { request: { bodyPatterns: [{ matchesXPath: "//a" }] } },
      /^request\.bodyPatterns\[0\]\.matchesXPath is not supported; supported here: equalTo, .*matchesJsonPath/
    ],
    [{ respons: {} }, /^respons is not supported; supported here: id, .*response/],
    [
      { response: { proxyBaseUrl: "http://a.example" } },
      /^response\.proxyBaseUrl is not supported; supported here: st/
    ],
    [{ mappings: [{}, { response: { status: 99 } }] }, /^mappings\[1\]\.response\.status: .*between 200 and 599$/],
    [{ request: { url: "/a", urlPath: "/a" } }, /^request has url and urlPath; give one of them$/],
    [{ request: { pathParameters: {} } }, /^request has pathParameters without a urlPathTemplate/],
    [{ request: { bodyPatterns: [{}] } }, /^request\.bodyPatterns\[0\] compares nothing; give one of equalTo, /],
    [{ request: { headers: { a: { equalTo: "b", contains: "b" } } } }, /^request\.headers\.a has equalTo and contains/],
    [{ request: { headers: { a: { matches: "b", caseInsensitive: true } } } }, /has caseInsensitive without/],
    [{ request: { queryParameters: { a: { includes: [], equalTo: "b" } } } }, /hasExactly or includes beside/],
    [
      { request: { bodyPatterns: [{ and: [{ not: { before: "now" } }] }] } },
      /^request\..*\.not\.before is not supported/
    ],
    [{ response: { body: "a", jsonBody: {} } }, /^response has body and jsonBody; give one of them$/],
    [{ response: { transformers: ["other"] } }, /^response\.transformers\[0\]: Expected "response-template"$/],
    [{ response: { fault: "SLOW" } }, /^response\.fault: Expected "EMPTY_RESPONSE" \| /],
    [{ newScenarioState: "paid" }, /^the mapping has a scenario state without a scenarioName/],
    [{ id: "one" }, /^id: Expected a UUID/],
    [3, /^the mapping is no object/],
    [[{}], /^the mapping is no object/]
  ])("is refused by name and place: %j", (value, told) => {
    const [first = "", ...more] = problems(value)
    assert.match(first, told)
    assert.deepStrictEqual(more, [])
  })

  it("is told all that is wrong with it", () => {
    assert.lengthOf(problems({ mappings: [{ a: 1 }, { request: { b: 1 }, response: { status: "200" } }] }), 3)
  })
})
