import type { CallEvents } from "@remote-assist/core/Calls"
import { pluralize } from "@remote-assist/core/Text"
import { sumAll } from "effect/Number"

import { cut, formatDuration, toMillis } from "../text/format.ts"

type Stats = NonNullable<CallEvents["stats"]>
type ParticipantStats = NonNullable<Stats["participantStats"]>[number]
type Point = NonNullable<NonNullable<ParticipantStats["network"]>["bandwidth"]>[number]

export type Media = "audio" | "video"

const maxLength = 60

/** A text of the service on one line, short and safe for a terminal. */
const text = (value: string | number | null | undefined): string =>
  cut(
    String(value ?? "")
      .replaceAll(/\s+/gu, " ")
      .trim(),
    maxLength
  )

/** A number in nine characters at most, with two decimals at most. */
export const formatNumber = (value: number): string => {
  const rounded = Math.round(value * 100) / 100
  return Math.abs(value) >= 1e6 || (rounded === 0 && value !== 0)
    ? value.toExponential(2).replace(/\.?0*e\+?/, "e")
    : String(rounded)
}

/** The year 9999. */
const maxMillis = 253_370_764_800_000

const parseTime = (time: number | string | null | undefined): number => {
  const millis = Math.round(toMillis(time) ?? Number.NaN)
  return millis > 0 && millis <= maxMillis ? millis : Number.NaN
}

const finite = (value: number | null | undefined) =>
  typeof value === "number" && Number.isFinite(value) ? value : Number.NaN

/** Sorts points by time, and drops those without one. There is one point for each moment; missing values are `NaN`. */
export const toReadings = (points: ReadonlyArray<Point> | null | undefined) => {
  const all = (points ?? []).map((point) => ({ at: parseTime(point.timestamp), point }))
  const timed = all.filter(({ at }) => !Number.isNaN(at)).toSorted((one, other) => one.at - other.at)
  const unique = timed.filter(({ at }, index) => at !== timed[index + 1]?.at)
  const times = Float64Array.from(unique, ({ at }) => at)
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  return {
    times,
    audio: Float64Array.from(unique, ({ point }) => finite(point.audio)),
    video: Float64Array.from(unique, ({ point }) => finite(point.video)),
    /** The results as the service names them, or empty. */
    results: unique.map(({ point }) => text(point.result)),
    /** The median step between two times, in milliseconds; 0 if there are fewer than two. */
    step: steps.toSorted()[Math.floor(steps.length / 2)] ?? 0,
    /** How many points have no valid time. */
    timeless: all.length - timed.length
  }
}
export type Readings = ReturnType<typeof toReadings>

/** Times further apart than this have a gap between them. */
export const maxGap = ({ step }: { readonly step: number }): number => step * 1.9

/** How many of some ordered times are before a moment. */
export const countBefore = (times: Float64Array, at: number): number => {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

/** The index of the last reading at or before a moment, or `undefined` in a gap. */
export const indexAt = (readings: Readings, at: number): number | undefined => {
  const index = countBefore(readings.times, at + 1) - 1
  return at - (readings.times[index] ?? Number.NaN) <= maxGap(readings) ? index : undefined
}

const graded = (word: string, quality: number | null | undefined): string => {
  if (!Number.isFinite(quality)) return word
  return word === "" ? String(quality) : `${word} (${quality})`
}

/** Results from best to worst; the API has no list of them. An unknown result counts as the worst. */
const ranks = ["excellent", "good", "fair", "poor", "bad"]

const rank = (result: string): number => {
  const rank = ranks.indexOf(result.toLowerCase())
  return rank === -1 ? ranks.length : rank
}

interface Measured {
  readonly name: string
  readonly bandwidth: Readings
  readonly loss: Readings
}

const allTimes = (readings: ReadonlyArray<Readings>): Float64Array =>
  Float64Array.from(new Set(readings.flatMap(({ times }) => Array.from(times)))).toSorted()

/** Returns the worse result of bandwidth and loss at each time. */
const worstResults = ({ bandwidth, loss }: Measured) =>
  Array.from(allTimes([bandwidth, loss]), (at) => {
    const results = [bandwidth, loss].map((readings) => String(valuesAt(readings, at)[2])).filter(Boolean)
    return [at, results.toSorted((one, other) => rank(other) - rank(one))[0] ?? ""] as const
  })

/** The highest loss, such as `video loss up to 14`. */
const describeLoss = ({ loss }: Measured): string => {
  const highest = (media: Media) => loss[media].reduce((max, value) => (value > max ? value : max), 0)
  const [video, audio] = [highest("video"), highest("audio")]
  const value = Math.max(video, audio)
  return value === 0 ? "" : `${audio > video ? "audio" : "video"} loss up to ${formatNumber(value)}`
}

const maxResults = 4

/** How much of the time each result has, the most frequent ones. */
const describeShares = (durations: ReadonlyMap<string, number>): string => {
  const total = Math.max(1, sumAll(durations.values()))
  return Array.from(durations)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, maxResults)
    .map(([result, duration]) => {
      const name = result || "no result given"
      return durations.size === 1 ? `${name} throughout` : `${name} for ${Math.round((100 * duration) / total)} %`
    })
    .join(", ")
}

/** A sentence about the connection, and whether it was good throughout. */
const summarize = (person: Measured) => {
  const step = Math.max(person.bandwidth.step, person.loss.step)
  const results = worstResults(person)
  const durations = new Map<string, number>()
  let gaps = 0
  for (const [index, [at, result]] of results.entries()) {
    const next = results[index + 1]?.[0] ?? at + step
    const isGap = next - at > maxGap({ step })
    if (isGap) gaps += next - at - step
    durations.set(result, (durations.get(result) ?? 0) + (isGap ? step : next - at))
  }
  const isGood = Array.from(durations.keys()).every((result) => rank(result) <= rank("good"))
  const timeless = person.bandwidth.timeless + person.loss.timeless
  const parts = [
    results.length === 0 ? "nothing was measured" : describeShares(durations),
    gaps === 0 ? "" : `nothing measured for ${formatDuration(gaps)}`,
    isGood ? "" : describeLoss(person)
  ]
  const skipped = timeless === 0 ? "" : ` Left out: ${pluralize(timeless, "point")} without a time.`
  return { words: `${person.name}: ${parts.filter((part) => part !== "").join("; ")}.${skipped}`, isGood }
}

const toPerson = ({ ended, id, isDialer, name, network, started }: ParticipantStats, at: number) => {
  const { appVersion, deviceType, deviceVersion, networkType } = started ?? ended ?? {}
  const measured = {
    name: text(name) || `Participant ${text(id) || at + 1}`,
    bandwidth: toReadings(network?.bandwidth),
    loss: toReadings(network?.packetLoss)
  }
  return {
    ...measured,
    /** Role, device, app and network, or empty. */
    facts: [
      ["Role", isDialer == null ? "" : isDialer ? "dialer" : "receiver"],
      ["Device", `${text(deviceType)} ${text(deviceVersion)}`.trim()],
      ["App", text(appVersion)],
      ["Network", text(networkType)]
    ] as const,
    /** The average, such as `good (3)`, or empty. */
    average: graded(text(network?.avgResult), network?.avgQuality),
    summary: summarize(measured)
  }
}
export type Person = ReturnType<typeof toPerson>

/** Reads the statistics of a call. */
export const fromEvents = ({ stats }: CallEvents) => {
  const participants = stats?.participantStats ?? []
  const people = participants.map(toPerson)
  const readings = people.flatMap(({ bandwidth, loss }) => [bandwidth, loss])
  // the scale is not known: a person with the same quality has its word
  const same = participants.find(({ network }) => network?.avgQuality === stats?.overallQuality)
  return {
    /** The quality of the call, such as `good (3)`, or empty. */
    overall: graded(text(same?.network?.avgResult), stats?.overallQuality),
    people,
    times: allTimes(readings),
    /** The longest step of all readings. */
    step: Math.max(0, ...readings.map(({ step }) => step))
  }
}
export type Statistics = ReturnType<typeof fromEvents>

/** The statistics in words, a line for each person; the API gives no units, so there are none. */
export const describeCall = ({ people }: Statistics): ReadonlyArray<string> =>
  people.length === 0
    ? ["Nothing was measured of this call."]
    : [...people.map(({ summary }) => summary.words), "Times are in UTC."]

const headings = ["video", "audio", "result"]

/** The values of a moment in the order of the headings, `undefined` if not measured; empty texts without a reading. */
export const valuesAt = ({ audio, results, times, video }: Readings, at: number) => {
  const index = countBefore(times, at)
  if (times[index] !== at) return ["", "", ""]
  return [video[index], audio[index], results[index]].map((value) => (Number.isNaN(value) ? undefined : value))
}

/** The readings from one moment to another as a table, first its header: a row for each moment of each person. */
export const toRecords = (
  { people, times }: Statistics,
  { from, to }: { readonly from: number; readonly to: number }
): ReadonlyArray<ReadonlyArray<unknown>> => {
  const header = ["bandwidth", "packet_loss"].flatMap((name) => headings.map((heading) => `${name}_${heading}`))
  const seen = Array.from(times.slice(countBefore(times, from), countBefore(times, to + 1)))
  return [
    ["participant", "time", ...header],
    ...people.flatMap(({ bandwidth, loss, name }) =>
      seen.flatMap((at) => {
        const values = [...valuesAt(bandwidth, at), ...valuesAt(loss, at)]
        return values.some((value) => value !== "" && value !== undefined)
          ? [[name, new Date(at).toISOString(), ...values]]
          : []
      })
    )
  ]
}
