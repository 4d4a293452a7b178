import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import * as Expect from "../../src/scenario/Expect.ts"

const [one, other] = [Redacted.make("one"), Redacted.make("other")]

const comparedOf = (actual: unknown, expected: unknown) =>
  Effect.map(Effect.flip(Expect.equal("the answer", actual, expected)), ({ actual, expected }) => [expected, actual])

class Answer {
  readonly token: Redacted.Redacted
  constructor(token: Redacted.Redacted) {
    this.token = token
  }
}

describe("Expect.equal", () => {
  it.effect.each([
    [one, other, "<redacted 1>", "<redacted 2>"],
    [[1, one], [1, other], "[\n  1,\n  <redacted 1>\n]", "[\n  1,\n  <redacted 2>\n]"],
    [
      { list: [{ a: one }] },
      { list: [{ a: other }] },
      `{"list":[{"a":<redacted 1>}]}`,
      `{"list":[{"a":<redacted 2>}]}`
    ],
    [new Answer(one), new Answer(other), `Answer({"token":<redacted 1>})`, `Answer({"token":<redacted 2>})`],
    [Option.some(one), Option.some(other), "some(<redacted 1>)", "some(<redacted 2>)"],
    [[one, other], [other, other], "[\n  <redacted 1>,\n  <redacted 2>\n]", "[\n  <redacted 2>,\n  <redacted 2>\n]"],
    [new Set([one]), new Set([other]), "Set([<redacted 1>])", "Set([<redacted 2>])"],
    [
      new Map([["a", { token: one }]]),
      new Map([["a", { token: other }]]),
      `Map([[\n  "a",\n  {"token":<redacted 1>}\n]])`,
      `Map([[\n  "a",\n  {"token":<redacted 2>}\n]])`
    ],
    [one, 1, "<redacted>", "1"]
  ] as const)("numbers redacted values that differ: %o, %o", ([expected, actual, ...texts]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* comparedOf(actual, expected), texts)
    })
  )

  it.effect("numbers them for oneOf", () =>
    Effect.gen(function* () {
      const { actual, expected } = yield* Effect.flip(Expect.oneOf("the token", one, [other]))
      assert.deepStrictEqual([expected, actual], ["one of [<redacted 1>]", "<redacted 2>"])
    })
  )

  it.effect("keeps equal secrets without a number, and values that contain themselves", () =>
    Effect.gen(function* () {
      const circular: { readonly token: unknown; self?: unknown } = { token: one }
      circular.self = circular
      assert.deepStrictEqual(yield* comparedOf({ token: one, name: "b" }, { token: one, name: "a" }), [
        `{\n  "token": <redacted>,\n  "name": "a"\n}`,
        `{\n  "token": <redacted>,\n  "name": "b"\n}`
      ])
      assert.match((yield* comparedOf(circular, other)).join(), /^<redacted 1>,\{\n {2}"token": <redacted 2>,\n/)
    })
  )
})
