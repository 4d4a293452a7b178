import { Calls } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { makeRowQuery } from "../../actions/Action.ts"
import type { Line, Part } from "../../actions/Report.ts"
import { mask } from "../../actions/Report.ts"
import * as Statistics from "../../statistics/Statistics.ts"
import { describeCall } from "../../statistics/words.ts"
import { glyphs } from "../../theme.ts"
import { dialerOf, endingOf, lengthOf, millisOf, receiverOf, secondOf, spanOf } from "./CallRow.ts"
import type { CallRow } from "./CallRow.ts"

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
export const events = makeRowQuery<CallRow>({
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

type Stats = NonNullable<Calls.CallEvents["stats"]>

type Person = NonNullable<Stats["participantStats"]>[number]

const graded = (word: string | null | undefined, quality: number | null | undefined) =>
  word ? `${word}${quality == null ? "" : ` (${quality})`}` : quality == null ? "not told" : String(quality)

const personOf = ({ ended, id, isDialer, name, network, started }: Person): Part => {
  const { appVersion, deviceType, deviceVersion, networkType } = started ?? ended ?? {}
  const facts: ReadonlyArray<readonly [string, string]> = [
    ["Role", isDialer == null ? "" : isDialer ? "dialer" : "receiver"],
    ["Device", [deviceType, deviceVersion].filter(Boolean).join(" ")],
    ["App", appVersion ?? ""],
    ["Network", networkType ?? ""],
    ["Average", network == null ? "not told" : graded(network.avgResult, network.avgQuality)],
    ["Left", ended?.reason ?? ""]
  ]
  return {
    title: name || `user ${String(id ?? "?")}`,
    lines: facts.flatMap(([label, text]) => (text === "" ? [] : [{ label, text }]))
  }
}

/** What a call's statistics come to: as a whole, in words, and of each person. */
const partsOf = (events: Calls.CallEvents): ReadonlyArray<Part> => {
  const statistics = Statistics.fromEvents(events)
  const people = events.stats?.participantStats ?? []
  const words = { lines: describeCall(statistics).map((text) => ({ text })) }
  if (people.length === 0) return [words]
  return [{ lines: [{ label: "Overall", text: statistics.overall || "not told" }] }, words, ...people.map(personOf)]
}

/** What was measured in a call. */
export const stats = makeRowQuery<CallRow>({
  name: "calls.stats",
  label: "read the statistics of",
  keys: ["3"],
  pending: "reading",
  consequence: "Says what was measured in a call, of each person.",
  run: ({ session }) =>
    Effect.map(
      Effect.flatMap(Calls.Calls, (calls) => calls.events(session)),
      (events) => ({
        title: "What was measured",
        parts: partsOf(events),
        chart: Statistics.fromEvents(events),
        data: events
      })
    )
})

/** A call as the service has it now, but for the address of its recording. */
export const json = makeRowQuery<CallRow>({
  name: "calls.json",
  label: "read",
  keys: ["4"],
  pending: "reading",
  consequence: "Says what the service has of a call.",
  run: ({ session }) =>
    Effect.map(
      Effect.flatMap(Calls.Calls, (calls) => calls.read(session)),
      (call) => {
        const { recordingUrl } = call
        const shown = { ...call, ...(recordingUrl && { recordingUrl: mask }) }
        return {
          title: "As the service has it",
          parts: [
            {
              lines: JSON.stringify(shown, undefined, 2)
                .split("\n")
                .map((text) => ({ text, isCode: true }))
            }
          ],
          data: { ...call, ...(recordingUrl && { recordingUrl: Redacted.make(recordingUrl) }) }
        }
      }
    )
})
