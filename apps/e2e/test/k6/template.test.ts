import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { codeOf, put } from "../../src/k6/template.ts"

/** What JavaScript makes of an expression in which `known` stands for a text. */
const evaluated = (code: string, known: string): unknown => {
  // oxlint-disable-next-line typescript/no-implied-eval -- the code is what is tested
  return new Function("known", `return ${code}`)(known)
}

const hostile = [
  "",
  "`",
  "${known}",
  "$",
  "\\",
  "\\`",
  '"',
  "'",
  "\n",
  "\r",
  "\u2028",
  "${",
  "}",
  "\0",
  "é",
  "🙂",
  "\uD800"
]

describe("a text of a script", () => {
  it.each(hostile.flatMap((before) => hostile.map((after) => [before, after] as const)))(
    "is the same text again around a known part: %j and %j",
    (before, after) => {
      const text = `${before}KNOWN${after}KNOWN`
      assert.strictEqual(evaluated(codeOf(put(text, "KNOWN", "known")), "KNOWN"), text)
      assert.strictEqual(evaluated(codeOf(text), ""), text)
    }
  )

  it.effect("is the same text again, whatever stands in it", () =>
    Effect.gen(function* () {
      const Texts = Schema.Struct({ text: Schema.String, part: Schema.NonEmptyString })
      for (const { part, text } of yield* Arbitrary.sampleEffect(Arbitrary.schema(Texts), { count: 500, seed: 1 })) {
        for (const whole of [text, `${text}${part}`, `${part}${text}${part}${text}`])
          assert.strictEqual(evaluated(codeOf(put(whole, part, "known")), part), whole)
      }
    })
  )
})
