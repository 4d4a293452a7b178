import { Calls } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { makeRowQuery } from "../../actions/Action.ts"
import { factLines, mask } from "../../actions/Report.ts"
import type { Part } from "../../actions/Report.ts"
import * as Statistics from "../../statistics/Statistics.ts"
import { formatSecond, toMillis } from "../../text/format.ts"
import { glyphs } from "../../theme.ts"
import { callState, dialer, isCallRunning, lengthText, receiver } from "./Call.ts"
import type { CallRow } from "./Call.ts"

type Event = Calls.CallEventStream

type Entry = ReturnType<typeof eventEntry>

type Actor = { readonly name?: string | null; readonly id?: string | number | null } | null | undefined

const actorName = (actor: Actor) => (actor == null ? "" : actor.name || `user ${actor.id ?? "?"}`)

const eventTime = ({ data, datetime }: Event): number | undefined => {
  const parsed = Date.parse(datetime ?? "")
  return Number.isNaN(parsed) ? toMillis(data?.timestamp) : parsed
}

const eventEntry = (event: Event) => {
  const { data, type } = event
  const name = data?.event_type || data?.type || type || "event"
  return {
    at: eventTime(event),
    text: name.replaceAll(/[_-]+/g, " ").trim(),
    facts: factLines([
      ["from", actorName(data?.from)],
      ["to", actorName(data?.to)],
      ["who", actorName(data?.participant)],
      ["by", actorName(data?.creator)],
      ["says", data?.message],
      ["reason", data?.reason],
      ["file", data?.name],
      ["kind", data?.mime_type],
      ["progress", String(data?.progress ?? "")],
      ["deleted", data?.deleted === true ? "yes" : ""],
      ["address", data?.signed_url ? Redacted.make(data.signed_url) : ""],
      ["status", data?.status === "unknown" ? "" : String(data?.status ?? "")]
    ])
  }
}

/** Start and end of the call, which the event stream may lack. */
const callEntries = (call: CallRow, hasStart: boolean): ReadonlyArray<Entry> => {
  const [started, ended] = [toMillis(call.timeCallStarted), toMillis(call.timeCallEnded)]
  const people = factLines([
    ["from", dialer(call).name],
    ["to", receiver(call).name]
  ])
  const ending = factLines([
    ["how", callState(call).text],
    ["length", lengthText(call)]
  ])
  return [
    ...(started === undefined || hasStart ? [] : [{ at: started, text: "call started", facts: people }]),
    ...(ended === undefined ? [] : [{ at: ended, text: "call over", facts: ending }])
  ]
}

/** Returns the entries by time; those without a time come last. */
const timeline = (call: CallRow, event: Event): ReadonlyArray<Entry> => {
  const entry = eventEntry(event)
  const all = [entry, ...callEntries(call, /^call started$/i.test(entry.text))]
  return all.toSorted((one, other) => (one.at ?? Infinity) - (other.at ?? Infinity))
}

export const events = makeRowQuery<CallRow>({
  name: "calls.events",
  label: "read the events of",
  keys: ["2"],
  consequence: "Shows the events of a call by time.",
  run: (row) =>
    Effect.gen(function* () {
      const calls = yield* Calls.Calls
      const event = yield* calls.eventStream(row.session)
      // a row that was made from an id has no times
      const call = row.timeCallStarted === undefined ? { ...(yield* calls.read(row.session)), me: row.me } : row
      const { data, ...rest } = event
      const isRunning = toMillis(call.timeCallEnded) === undefined
      return {
        title: "Events",
        parts: [
          ...timeline(call, event).map(({ at, facts, text }) => ({
            title: `${formatSecond(at) || "at an unknown time"}  ${text}`,
            lines: facts
          })),
          ...(isRunning
            ? [{ lines: [{ text: `${glyphs.busy} The call has not ended.`, tone: "warning" as const }] }]
            : [])
        ],
        data: {
          ...rest,
          data: data && { ...data, ...(data.signed_url && { signed_url: Redacted.make(data.signed_url) }) },
          timeCallStarted: call.timeCallStarted ?? null,
          timeCallEnded: call.timeCallEnded ?? null
        }
      }
    })
})

const unknown = "not known"

const statisticsParts = ({ stats }: Calls.CallEvents, statistics: Statistics.Statistics): ReadonlyArray<Part> => {
  const { overall, people } = statistics
  const text = { lines: Statistics.describeCall(statistics).map((text) => ({ text })) }
  if (people.length === 0) return [text]
  const reasons = stats?.participantStats?.map(({ ended }) => ended?.reason) ?? []
  return [
    { lines: [{ label: "Overall", text: overall || unknown }] },
    text,
    ...people.map(({ average, facts, name }, at) => ({
      title: name,
      lines: factLines([...facts, ["Average", average || unknown], ["Left", reasons[at]]])
    }))
  ]
}

export const stats = makeRowQuery<CallRow>({
  name: "calls.stats",
  label: "read the statistics of",
  keys: ["3"],
  consequence: "Shows the measurements of a call for each person.",
  run: Effect.fnUntraced(function* (row) {
    const events = yield* Calls.Calls.use((calls) => calls.events(row.session))
    const statistics = Statistics.fromEvents(events)
    const running = {
      text: `${glyphs.busy} The call is running: these are the values so far.`,
      tone: "warning" as const
    }
    const isRunning = row.timeCallStarted !== undefined && isCallRunning(row)
    const parts = [...(isRunning ? [{ lines: [running] }] : []), ...statisticsParts(events, statistics)]
    return { title: "Statistics", parts, chart: statistics, data: events }
  })
})

/** The call as in the API, with the address of its recording masked. */
export const json = makeRowQuery<CallRow>({
  name: "calls.json",
  label: "read",
  keys: ["4"],
  consequence: "Shows a call as in the API.",
  run: Effect.fnUntraced(function* ({ session }) {
    const call = yield* Calls.Calls.use((calls) => calls.read(session))
    const { recordingUrl } = call
    const text = JSON.stringify({ ...call, ...(recordingUrl && { recordingUrl: mask }) }, undefined, 2)
    return {
      title: "As in the API",
      parts: [{ lines: text.split("\n").map((line) => ({ text: line, isCode: true })) }],
      data: { ...call, ...(recordingUrl && { recordingUrl: Redacted.make(recordingUrl) }) }
    }
  })
})
