import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { bounded, tooLong } from "../../src/stubs/bounded.ts"
import { jsonEquals } from "../../src/stubs/matching/jsonEquals.ts"
import { patternOf } from "../../src/stubs/matching/pattern.ts"
import { testOf, textValue } from "../../src/stubs/matching/valueTest.ts"
import { paramsOf, routeOf } from "../../src/stubs/Route.ts"
import { templateOf } from "../../src/stubs/templates/Template.ts"

type Json = Schema.Json

const json = Arbitrary.schema(Schema.Json)

const text = Arbitrary.schema(Schema.String)

const holds = <A>(arbitrary: Arbitrary.Arbitrary<A>, property: (value: A) => boolean) =>
  Effect.map(
    Arbitrary.checkEffect(arbitrary, (value) => Effect.sync(() => property(value)), { seed: 7, runs: 500 }),
    (result) => assert.strictEqual(result._tag, "Passed", Arbitrary.formatCheckFailure(result))
  )

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

/** The same with each list and each object the other way round. */
const turned = (value: Json): Json => {
  if (value === null || typeof value !== "object") return value
  if (isList(value)) return value.map(turned).toReversed()
  return Object.fromEntries(
    Object.entries<Json>(value)
      .map(([name, one]) => [name, turned(one)])
      .toReversed()
  )
}

/** The same with something more in each list and each object. */
const grown = (value: Json): Json => {
  if (value === null || typeof value !== "object") return value
  if (isList(value)) return [...value.map(grown), "more"]
  return {
    ...Object.fromEntries(Object.entries<Json>(value).map(([name, one]) => [name, grown(one)])),
    "more \u0000": 1
  }
}

const strict = jsonEquals({ ignoreArrayOrder: false, ignoreExtraElements: false })
const unordered = jsonEquals({ ignoreArrayOrder: true, ignoreExtraElements: false })
const open = jsonEquals({ ignoreArrayOrder: false, ignoreExtraElements: true })
const lenient = jsonEquals({ ignoreArrayOrder: true, ignoreExtraElements: true })

const isPlain = (value: Json) => !JSON.stringify(value).includes("${json-unit")

describe("of any JSON", () => {
  it.effect("it equals itself, turned round where order is ignored, and with more where that is", () =>
    holds(json, (value) => {
      if (!isPlain(value)) return true
      return (
        strict(value, value) &&
        unordered(value, turned(value)) &&
        unordered(turned(value), value) &&
        open(value, grown(value)) &&
        lenient(turned(value), grown(value))
      )
    })
  )

  it.effect("it equals no other", () =>
    holds(Arbitrary.all([json, json]), ([one, other]) => {
      if (!isPlain(one)) return true
      const same = JSON.stringify(turned(turned(one))) === JSON.stringify(other)
      return same || !strict(one, { changed: other }) || JSON.stringify(one) === JSON.stringify({ changed: other })
    })
  )

  it.effect("with more it equals only where that is ignored", () =>
    holds(json, (value) => value === null || typeof value !== "object" || !strict(value, grown(value)))
  )
})

describe("of any text", () => {
  it.effect("the comparisons agree", () =>
    holds(Arbitrary.all([text, text]), ([one, other]) => {
      const met = (matcher: Parameters<typeof testOf>[0], value = one) => testOf(matcher, "", [])(textValue(value))
      return (
        met({ equalTo: one }) &&
        met({ equalTo: other }) === (one === other) &&
        met({ equalTo: one.toUpperCase(), caseInsensitive: true }, one) ===
          (one.toUpperCase().toLowerCase() === one.toLowerCase()) &&
        met({ contains: other }, one + other) &&
        met({ contains: other }) !== met({ doesNotContain: other }) &&
        met({ not: { contains: other } }) === met({ doesNotContain: other }) &&
        met({ matches: ".*" }) &&
        !met({ doesNotMatch: ".*" })
      )
    })
  )

  it.effect("it is a pattern or is refused, and compared in time", () =>
    holds(Arbitrary.all([text, text]), ([pattern, value]) => {
      const made = patternOf(pattern)
      return Result.isFailure(made) || Result.isSuccess(bounded(1000, () => made.success.test(value)))
    })
  )

  it.effect("it is a template or is refused, and without braces it stays as it is", () =>
    holds(Arbitrary.all([text, text]), ([one, other]) => {
      const rendered = (template: string) => Result.map(templateOf(template, []), (render) => render({}, {}))
      const plain = one.replaceAll("{", "(").replaceAll("\\", "/")
      assert.isTrue(Result.isResult(templateOf(`${one}{{${other}}}`, [])))
      return Option.getOrUndefined(Result.getSuccess(rendered(plain))) === plain
    })
  )

  it.effect("a variable of a route stands for it", () => {
    const route = Result.getOrThrow(routeOf("GET /api/v2/:kind/x/:id"))
    const isSegment = (value: string) => value !== "" && value.isWellFormed()
    return holds(Arbitrary.all([text, text]), ([kind, id]) => {
      if (!isSegment(kind) || !isSegment(id)) return true
      const path = `/api/v2/${encodeURIComponent(kind)}/x/${encodeURIComponent(id)}`
      const params = paramsOf(route, { method: "GET", path })
      return params?.["kind"] === kind && params["id"] === id
    })
  })
})

describe("a pattern that tries the same text again and again", () => {
  it("is stopped", () => {
    const pattern = Result.getOrThrow(patternOf("(a+)+b"))
    const endless = bounded(20, () => pattern.test("a".repeat(200)))
    assert.strictEqual(Option.getOrUndefined(Result.getFailure(endless)), tooLong)
    assert.deepStrictEqual(
      bounded(20, () => pattern.test("aab")),
      Result.succeed(true)
    )
  })
})
