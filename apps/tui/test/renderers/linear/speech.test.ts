import { assert, describe, it } from "@effect/vitest"

import * as TextField from "../../../src/model/TextField.ts"
import { describeChanges } from "../../../src/renderers/linear/speech.ts"
import * as Transcript from "../../../src/renderers/linear/speech.ts"
import type { View } from "../../../src/view/View.ts"
import { list, view } from "../../support/views.ts"

const ada = { name: "Ada Lovelace", state: "● active" }
const grace = { name: "Grace Hopper", state: "○ inactive" }

const header = (text: string) => ({ header: { ...view(list([])).header, state: { text, tone: "plain" as const } } })

const announce = (from: Transcript.Transcript, views: ReadonlyArray<View>) => {
  let transcript = from
  return views.map((each) => {
    const step = Transcript.announce(transcript, each)
    transcript = step.transcript
    return step.written
  })
}

describe("describeChanges", () => {
  it("says nothing of a view that is as it was", () => {
    assert.deepStrictEqual(describeChanges(view(list([ada, grace])), view(list([ada, grace]))), [])
  })

  it("says a row as place, name, state and what is on it", () => {
    const rows = [ada, { ...grace, isMarked: true }]
    assert.deepStrictEqual(describeChanges(view(list(rows)), view(list(rows, 1))), [
      "row 2 of 2, Grace Hopper, inactive, marked"
    ])
  })

  it("says of the same row what is new, and a mark that is taken", () => {
    const marked = view(list([{ ...ada, isMarked: true }]))
    assert.deepStrictEqual(describeChanges(view(list([ada])), marked), ["Ada Lovelace, marked"])
    assert.deepStrictEqual(describeChanges(marked, view(list([ada]))), ["Ada Lovelace, not marked"])
    assert.deepStrictEqual(describeChanges(view(list([ada])), view(list([{ ...ada, state: "◌ deactivating" }]))), [
      "Ada Lovelace, deactivating"
    ])
  })

  it("says an unknown state without its sign", () => {
    assert.deepStrictEqual(describeChanges(view(list([ada])), view(list([{ ...ada, state: "? unknown" }]))), [
      "Ada Lovelace, unknown"
    ])
  })

  it("announces the text instead of rows, and the selected row when they arrive", () => {
    const loading = view(list([], 0, { instead: "Loading the users…" }))
    assert.deepStrictEqual(describeChanges(view(list([ada])), loading), ["Loading the users"])
    assert.deepStrictEqual(describeChanges(loading, view(list([ada]))), ["row 1 of 1, Ada Lovelace, active"])
  })

  it("says how far something is once", () => {
    const at = (count: number) =>
      view(list([ada], 0, { notes: [`reading ${count} of 500 …`] }), {
        messages: [{ text: `◌ Deactivating 500: ${count} done. Esc stops the rest.`, tone: "warning" }]
      })
    assert.deepStrictEqual(describeChanges(view(list([ada])), at(0)), [
      "Deactivating 500: 0 done. Esc stops the rest.",
      "reading 0 of 500"
    ])
    assert.deepStrictEqual(describeChanges(at(0), at(200)), [])
  })

  it("announces a repeated notice again", () => {
    const notice = (at: number) =>
      view(list([ada]), { messages: [{ text: "› No change can be undone.", tone: "plain", at }] })
    assert.deepStrictEqual(describeChanges(notice(1), notice(1)), [])
    assert.deepStrictEqual(describeChanges(notice(1), notice(2)), ["No change can be undone."])
  })

  it("announces the selected row after a question was closed", () => {
    const question = view(list([ada]), { input: { label: ">", field: TextField.empty } })
    assert.deepStrictEqual(describeChanges(question, view(list([ada]))), ["row 1 of 1, Ada Lovelace, active"])
  })

  it("says freshness where it turns, and not what is under way", () => {
    const states = [
      "◌ no data yet",
      "● live",
      "◌ refreshing",
      "● live",
      "◷ stale since 10:00:00",
      "◌ refreshing",
      "● live",
      "✗ offline since 10:01:00, next try 10:01:02",
      "◌ refreshing",
      "✗ offline since 10:01:02, next try 10:01:06",
      "◌ refreshing",
      "● live"
    ]
    const [, ...written] = announce(
      Transcript.empty,
      states.map((state) => view(list([ada]), header(state)))
    )
    assert.deepStrictEqual(
      written.filter((text) => text !== ""),
      ["stale since 10:00:00\n", "live again\n", "offline since 10:01:00, next try 10:01:02\n", "live again\n"]
    )
  })
})
