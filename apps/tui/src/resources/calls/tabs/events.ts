import { Calls } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import * as Inquiry from "../../../actions/Inquiry.ts"
import type { Line } from "../../../actions/Report.ts"
import { glyphs } from "../../../theme.ts"
import { endingOf, lengthOf, millisOf, secondOf, spanOf } from "../CallRow.ts"
import type { CallRow } from "../CallRow.ts"
import { dialerOf, receiverOf } from "../CallRow.ts"

type Event = Calls.CallEventStream

interface Entry {
  readonly at: number | undefined
  readonly text: string
  readonly about: ReadonlyArray<Line>
}

const words = (name: string) => name.replaceAll(/[_-]+/g, " ").trim()

const actor = (
  label: string,
  who: { readonly name?: string | null; readonly id?: string | number | null } | null | undefined
) => (who == null ? [] : [{ label, text: who.name || `user ${who.id ?? "?"}` }])

const fact = (label: string, value: string | number | boolean | null | undefined) =>
  value === null || value === undefined || value === "" ? [] : [{ label, text: String(value) }]

/** When an event was, by whichever of its times is there. */
const timeOf = ({ data, datetime }: Event): number | undefined => {
  const parsed = Date.parse(datetime ?? "")
  return Number.isNaN(parsed) ? millisOf(data?.timestamp) : parsed
}

const ofStream = (event: Event): Entry => {
  const { data, type } = event
  const about = [
    ...actor("from", data?.from),
    ...actor("to", data?.to),
    ...actor("who", data?.participant),
    ...actor("by", data?.creator),
    ...fact("says", data?.message),
    ...fact("reason", data?.reason),
    ...fact("file", data?.name),
    ...fact("kind", data?.mime_type),
    ...fact("progress", data?.progress),
    ...fact("deleted", data?.deleted === true ? "yes" : ""),
    ...(data?.signed_url ? [{ label: "address", text: Redacted.make(data.signed_url) }] : []),
    ...fact("status", data?.status === "unknown" ? "" : data?.status)
  ]
  return { at: timeOf(event), text: words(data?.event_type || data?.type || type || "something"), about }
}

const isStart = ({ text }: Entry) => /^call started$/i.test(text)

/** Start and end of the call itself, which the stream may not have. */
const ofCall = (call: CallRow, has: (test: (entry: Entry) => boolean) => boolean): ReadonlyArray<Entry> => {
  const [started, ended] = [millisOf(call.timeCallStarted), millisOf(call.timeCallEnded)]
  const people = [
    { label: "from", text: dialerOf(call).name },
    { label: "to", text: receiverOf(call).name }
  ].filter(({ text }) => text !== "")
  return [
    ...(started === undefined || has(isStart) ? [] : [{ at: started, text: "call started", about: people }]),
    ...(ended === undefined
      ? []
      : [
          {
            at: ended,
            text: "call over",
            about: [...fact("how", endingOf(call).text), ...fact("length", spanOf(lengthOf(call)))]
          }
        ])
  ]
}

/** What happened, the earliest first; what has no time comes last. */
const timeline = (call: CallRow, event: Event): ReadonlyArray<Entry> => {
  const streamed = [ofStream(event)]
  const all = [...streamed, ...ofCall(call, (test) => streamed.some(test))]
  return all.toSorted((one, other) => (one.at ?? Infinity) - (other.at ?? Infinity))
}

const partOf = ({ about, at, text }: Entry) => ({
  title: `${secondOf(at) || "at a time that is not told"}  ${text}`,
  lines: about
})

const nothingMore = (call: CallRow): ReadonlyArray<Line> =>
  millisOf(call.timeCallEnded) === undefined ? [{ text: `${glyphs.busy} It has not ended yet.`, tone: "warning" }] : []

/** What happened in a call, by the times of its event stream and of the call itself. */
export const events = Inquiry.ofRow<CallRow>({
  name: "calls.events",
  label: "read the events of",
  keys: ["2"],
  pending: "reading",
  consequence: "Says what happened in a call, the earliest first.",
  run: (row) =>
    Effect.gen(function* () {
      const calls = yield* Calls.Calls
      const event = yield* calls.eventStream(row.session)
      // by its id alone little is known of it
      const call = row.timeCallStarted === undefined ? { ...(yield* calls.read(row.session)), me: row.me } : row
      const last = nothingMore(call)
      const { data, ...told } = event
      return {
        title: "What happened",
        parts: [...timeline(call, event).map(partOf), ...(last.length === 0 ? [] : [{ lines: last }])],
        data: {
          ...told,
          data: data && { ...data, ...(data.signed_url && { signed_url: Redacted.make(data.signed_url) }) },
          timeCallStarted: call.timeCallStarted ?? null,
          timeCallEnded: call.timeCallEnded ?? null
        }
      }
    })
})
