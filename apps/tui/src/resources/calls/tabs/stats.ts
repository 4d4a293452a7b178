import { Calls } from "@remote-assist/core"
import * as Effect from "effect/Effect"

import * as Inquiry from "../../../actions/Inquiry.ts"
import type { Part } from "../../../actions/Report.ts"
import * as Statistics from "../../../statistics/Statistics.ts"
import { inWords } from "../../../statistics/words.ts"
import type { CallRow } from "../CallRow.ts"

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
  const statistics = Statistics.of(events)
  const people = events.stats?.participantStats ?? []
  const words = { lines: inWords(statistics).map((text) => ({ text })) }
  if (people.length === 0) return [words]
  return [{ lines: [{ label: "Overall", text: statistics.overall || "not told" }] }, words, ...people.map(personOf)]
}

/** What was measured in a call. */
export const stats = Inquiry.ofRow<CallRow>({
  name: "calls.stats",
  label: "read the statistics of",
  keys: ["3"],
  pending: "reading",
  consequence: "Says what was measured in a call, of each person.",
  run: ({ session }) =>
    Effect.map(
      Effect.flatMap(Calls.Calls, (calls) => calls.events(session)),
      (events) => ({ title: "What was measured", parts: partsOf(events), chart: Statistics.of(events), data: events })
    )
})
