import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

import * as TextField from "../../../src/model/TextField.ts"
import { describeChanges } from "../../../src/renderers/linear/speech.ts"
import * as Transcript from "../../../src/renderers/linear/speech.ts"
import { glyphs } from "../../../src/theme.ts"
import type { Body, View } from "../../../src/view/View.ts"
import { list, view } from "../../support/views.ts"

const Odd = Schema.Literals([
  ...Object.values(glyphs),
  "",
  " ",
  "\n",
  "\r\n",
  "\t",
  "\u001B[2J",
  "\u009B2J",
  "\u0007",
  "\b",
  "\u202E",
  "\u200D",
  "\u2028",
  "\u{E0041}",
  "\uFEFF",
  "\uD800",
  "│",
  "─",
  "█",
  "▪️",
  "⠓",
  "👩‍🚀",
  "🇩🇪",
  "1️⃣",
  "●●",
  "…",
  "constructor"
])

const texts = Arbitrary.map(Arbitrary.array(Arbitrary.schema(Schema.Union([Schema.String, Odd]))), (parts) =>
  parts.join("")
)

const runs = { arbitrary: { seed: 1, runs: 400 } }

// `pnpm harden tui` has each pair of views for each text; the tests have each pair for some of them
const isEach = process.env["REMOTE_ASSIST_HARDEN"] !== undefined

const ViewIndex = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 7 }))

/** Noise to hear, and what moves the cursor or hides. */
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2500-\u25FF\u2800-\u28FF]/u

const form = (text: string): Body => ({
  _tag: "Form",
  name: text,
  title: text,
  fields: [{ label: text, field: TextField.make(text), help: text, example: text, isFocused: true }]
})

/** Every kind of view there is, full of a text. */
const viewsOf = (text: string): ReadonlyArray<View> => {
  const message = { text, tone: "plain" } as const
  const rows = [
    { name: text, state: text },
    { name: text, state: `${glyphs.active} ${text}`, isMarked: true }
  ]
  const shared = { messages: [message], begun: text }
  return [
    view(list(rows, 0, { title: text, notes: [text] }), shared),
    view(list(rows, 1, { withDetails: true, place: text }), { input: { label: text, field: TextField.make(text) } }),
    view(list(rows, 1, { withDetails: true, isInDetails: true })),
    view(list([], 0, { instead: text })),
    view({
      _tag: "Reader",
      name: text,
      title: text,
      sections: [{ title: text, entries: [message, { ...message, isCode: true }, { ...message, label: text }] }],
      top: 0
    }),
    view({ _tag: "Menu", name: text, title: text, choices: [{ label: text, detail: text }], cursor: 0 }),
    view(form(text), shared),
    view(list(rows), { header: { ...view(list([])).header, who: text, address: text, profile: text, state: message } })
  ]
}

describe("describeChanges with any names", () => {
  it.prop(
    "is lines that are not empty, with nothing in them that is noise, hides or moves the cursor",
    { text: texts, index: ViewIndex },
    ({ index, text }) => {
      const views = viewsOf(text)
      for (const after of views) {
        for (const before of isEach ? [undefined, ...views] : [undefined, views[index]]) {
          for (const line of describeChanges(before, after)) {
            assert.notStrictEqual(line.trim(), "")
            assert.notMatch(line, forbidden)
          }
        }
      }
    },
    runs
  )

  it.prop(
    "is empty without changes",
    { text: texts },
    ({ text }) => {
      for (const each of viewsOf(text)) assert.deepStrictEqual(describeChanges(each, each), [])
    },
    runs
  )
})

describe("typed text", () => {
  const typing = (text: string, isSecret = false) =>
    view(list([]), { input: { label: "/", field: TextField.make(text), isSecret } })

  it.prop(
    "ends as the last line that was written, however it was changed, with no control but the ends of lines",
    { all: Arbitrary.array(texts, { minLength: 1 }) },
    ({ all }) => {
      let transcript = Transcript.echo(Transcript.empty, typing("begun")).transcript
      for (const text of all) {
        const before = transcript.open
        const { written, ...step } = Transcript.echo(transcript, typing(text))
        transcript = step.transcript
        assert.notMatch(written.replaceAll("\n", ""), forbidden)
        const [last] = `${before}${written}`.split("\n").slice(-1)
        assert.strictEqual(last, transcript.open)
      }
    },
    runs
  )

  it("is nothing but stars of a secret", () => {
    const { transcript } = Transcript.echo(Transcript.empty, typing("", true))
    assert.strictEqual(Transcript.echo(transcript, typing("horse", true)).written, "*****")
    assert.deepStrictEqual(describeChanges(view(list([])), typing("horse", true)), ["Filter, password edit, filled in"])
  })
})
