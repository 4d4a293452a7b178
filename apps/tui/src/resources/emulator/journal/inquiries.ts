import { Region } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import * as Inquiry from "../../../actions/Inquiry.ts"
import type { Line, Report } from "../../../actions/Report.ts"
import { Control } from "../../../control/Control.ts"
import * as Recording from "../../../requests/Recording.ts"
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

const ReplayReport = Schema.Struct({
  tenant: Schema.String,
  equal: Schema.Int,
  different: Schema.Int,
  not_compared: Schema.Int,
  requests: Schema.Array(
    Schema.Struct({
      id: Schema.Int,
      method: Schema.String,
      path: Schema.String,
      differences: Schema.Array(Schema.Struct({ what: Schema.String }))
    })
  )
})

type ReplayReport = typeof ReplayReport.Type

/** What differs of each answer that does, without what stands there. */
const differencesOf = ({ requests }: ReplayReport): ReadonlyArray<string> =>
  requests.flatMap((request) =>
    request.differences.length === 0
      ? []
      : [
          `${request.id} ${request.method} ${Texts.path(request)}: ${request.differences.map(({ what }) => what).join(", ")}`
        ]
  )

const Nothing = Schema.Struct({})

const replay = Inquiry.make<Entry, typeof Nothing.Type>(Nothing, {
  name: "journal.replay",
  label: "replay",
  object: "the journal",
  keys: ["p"],
  pending: "replaying",
  on: "none",
  leaves: true,
  consequence:
    "Sends all requests of the journal to a fresh tenant, which stays, and says which answers are equal byte by byte.",
  fields: {},
  run: Effect.fnUntraced(function* () {
    const { ask } = yield* Control
    const file = yield* Recording.aside(ask({ method: "GET", path: "/journal/replay" }, Schema.Json), "<journal>")
    const report = yield* ask({ method: "POST", path: "/replay", body: file }, ReplayReport)
    const { different, equal, not_compared, tenant } = report
    const differences = differencesOf(report)
    return {
      title: "The journal replayed",
      parts: [
        {
          lines: [
            { label: "Equal", text: String(equal), tone: "good" as const },
            {
              label: "Different",
              text: String(different),
              tone: different === 0 ? ("good" as const) : ("bad" as const)
            },
            { label: "Not compared", text: String(not_compared) },
            { label: "Tenant", text: tenant }
          ]
        },
        ...(differences.length === 0 ? [] : [{ title: "Differ", lines: differences.map((text) => ({ text })) }])
      ],
      data: { tenant, equal, different, not_compared, differences }
    }
  })
})

export const inquiries: ReadonlyArray<Inquiry.Inquiry<Entry>> = [whole, replay]
