import { Region } from "@remote-assist/core"
import * as Effect from "effect/Effect"

import * as Inquiry from "../../../actions/Inquiry.ts"
import type { Line, Report } from "../../../actions/Report.ts"
import { moments } from "../../texts.ts"
import { changeText } from "../snapshots/changes.ts"
import { masked } from "../texts.ts"
import type { Entry } from "./Entry.ts"
import { partOf } from "./shown.ts"
import * as Texts from "./texts.ts"
import * as Whole from "./WholeEntry.ts"

const labelled = (pairs: ReadonlyArray<readonly [label: string, text: string]>): ReadonlyArray<Line> =>
  pairs.flatMap(([label, text]) => (text === "" ? [] : [{ label, text }]))

const reportOf = (entry: Whole.WholeEntry, curl: string): Report => {
  const {
    answer,
    at,
    changes,
    duration,
    faults,
    gaps,
    hint = "",
    id,
    mails,
    method,
    operation,
    region,
    request
  } = entry
  const path = Whole.pathOf(entry)
  const made = [...(changes.us ?? []), ...(changes.eu ?? [])].map(changeText)
  return {
    title: `Entry ${id}: ${operation ?? method} ${Texts.status(entry)}`,
    parts: [
      {
        lines: labelled([
          ["Request", `${method} ${Texts.path(entry)}`],
          ["Region", region],
          ["At", moments(at)],
          ["Took", duration === null ? "" : `${Texts.milliseconds(duration)} ms`],
          ["Why", Texts.why(entry)],
          ["Hint", masked(hint)],
          ["Did", Texts.effects(entry)],
          ["E-mails", mails.map(({ kind, to }) => `${kind} to ${to}`).join(", ")],
          ["Faults", faults.join(", ")],
          ["Relies on", gaps.map(({ id }) => id).join(", ")]
        ])
      },
      { title: "For curl", lines: [{ text: curl, isCode: true }] },
      partOf("Request", path, request.headers, request.body),
      ...(answer === null ? [] : [partOf("Answer", path, answer.headers, answer.body)]),
      ...(made.length === 0 ? [] : [{ title: "Changes", lines: made.map((text) => ({ text })) }])
    ],
    data: {
      id,
      at,
      region,
      operation,
      method,
      path: Texts.path(entry),
      status: entry.status,
      duration,
      why: Texts.why(entry),
      hint: masked(hint),
      faults,
      mails,
      gaps: gaps.map(({ id }) => id),
      changes: made,
      curl
    }
  }
}

const whole = Inquiry.ofRow<Entry>({
  name: "journal.read",
  label: "read",
  hint: "whole entry",
  keys: ["enter"],
  pending: "reading",
  consequence: "The whole of an entry: headers, bodies, what it changed, and why it was refused. Secrets are left out.",
  run: Effect.fnUntraced(function* ({ id }) {
    const entry = yield* Whole.read(id)
    const kept = yield* Whole.keptOf(entry)
    const { of } = yield* Effect.promise(() => import("../../../requests/curl.ts"))
    return reportOf(entry, of(kept, yield* Region.Region))
  })
})

export const inquiries: ReadonlyArray<Inquiry.Inquiry<Entry>> = [whole]
