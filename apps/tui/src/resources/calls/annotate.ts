import { Calls } from "@remote-assist/core"
import * as Effect from "effect/Effect"

import * as FormAction from "../../actions/FormAction.ts"
import type { CallRow } from "./CallRow.ts"

const most = 512

const notes = ["alt1_id", "alt2_id", "alt3_id", "extra_info"] as const

/** Notes ids and text on a call; one that is emptied is taken away. */
export const annotate = FormAction.make<CallRow, Calls.Annotation>(Calls.Annotation, {
  name: "calls.annotate",
  label: "annotate",
  keys: ["e"],
  pending: "annotating",
  on: "one",
  effect: "reversible",
  consequence: "What is noted here is seen by everybody who may read the call.",
  fields: {
    alt1_id: {
      flag: "alt1",
      label: "Alt 1",
      takes: "text",
      help: "First id of yours",
      limit: most,
      mayBeEmptied: true
    },
    alt2_id: { flag: "alt2", label: "Alt 2", takes: "text", help: "Second id", limit: most, mayBeEmptied: true },
    alt3_id: { flag: "alt3", label: "Alt 3", takes: "text", help: "Third id", limit: most, mayBeEmptied: true },
    extra_info: {
      flag: "extra",
      label: "Extra",
      takes: "text",
      help: "Any text; in the form, ⏎ stands for a new line and ⇥ for a tab",
      hasLines: true,
      mayBeEmptied: true
    }
  },
  initial: ({ alt1_id, alt2_id, alt3_id, extra_info }) => ({
    alt1_id: alt1_id ?? "",
    alt2_id: alt2_id ?? "",
    alt3_id: alt3_id ?? "",
    extra_info: extra_info ?? ""
  }),
  before: (form, row) =>
    Object.fromEntries(notes.filter((name) => form[name] !== undefined).map((name) => [name, row[name] ?? ""])),
  run: (form, row) =>
    row === undefined
      ? Effect.succeed(row)
      : Effect.as(
          Effect.flatMap(Calls.Calls, (calls) => calls.annotate(row.session, form)),
          { ...row, ...form }
        ),
  done: "is annotated.",
  example: '--alt1 A-71 --extra "The seal was replaced."'
})
