import type { CallEvents } from "@remote-assist/core/Calls"

import { shown } from "./texts.ts"

type Stats = NonNullable<CallEvents["stats"]>
type ParticipantStats = NonNullable<Stats["participantStats"]>[number]
type Point = NonNullable<NonNullable<ParticipantStats["network"]>["bandwidth"]>[number]

export type Media = "audio" | "video"

/** Measured points in the order of time, one for each moment; what was not measured is `NaN`. */
export interface Readings {
  readonly times: Float64Array
  readonly audio: Float64Array
  readonly video: Float64Array
  /** The results in the words of the service, or empty. */
  readonly results: ReadonlyArray<string>
  /** The median step between two times, in milliseconds; 0 if there are fewer than two. */
  readonly step: number
  /** How many points have no valid time. */
  readonly timeless: number
}

/** What was measured of a person. */
export interface Person {
  readonly name: string
  /** Role and devices: `dialer`, `Web 131.0`, `app 4.2.1`, `wifi`. */
  readonly about: ReadonlyArray<string>
  /** The average, such as `good (3)`, or empty. */
  readonly average: string
  readonly bandwidth: Readings
  readonly loss: Readings
}

export interface Statistics {
  /** The quality of the call, such as `good (3)`, or empty. */
  readonly overall: string
  readonly people: ReadonlyArray<Person>
  /** All times, in order. */
  readonly times: Float64Array
  /** The longest step of all readings. */
  readonly step: number
}

/** Numbers above are milliseconds: as seconds they would be after the year 5138. */
const leastMillis = 1e11

/** The year 9999. */
const latest = 253_370_764_800_000

const timeOf = (time: number | string | null | undefined): number => {
  const value = time === null || time === undefined || String(time).trim() === "" ? Number.NaN : Number(time)
  const millis = Math.round(value < leastMillis ? value * 1000 : value)
  return millis > 0 && millis <= latest ? millis : Number.NaN
}

const finite = (value: number | null | undefined) =>
  typeof value === "number" && Number.isFinite(value) ? value : Number.NaN

/** Reads points in whatever order and state they come. */
export const toReadings = (points: ReadonlyArray<Point> | null | undefined): Readings => {
  const all = (points ?? []).map((point) => ({ at: timeOf(point.timestamp), point }))
  const timed = all.filter(({ at }) => !Number.isNaN(at)).toSorted((one, other) => one.at - other.at)
  const kept = timed.filter(({ at }, index) => at !== timed[index + 1]?.at)
  const times = Float64Array.from(kept, ({ at }) => at)
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  return {
    times,
    audio: Float64Array.from(kept, ({ point }) => finite(point.audio)),
    video: Float64Array.from(kept, ({ point }) => finite(point.video)),
    results: kept.map(({ point }) => shown(point.result ?? "")),
    step: steps.toSorted()[Math.floor(steps.length / 2)] ?? 0,
    timeless: all.length - timed.length
  }
}

/** Times further apart than this have a gap between them. */
export const gapOf = ({ step }: { readonly step: number }): number => step * 1.9

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
  return at - (readings.times[index] ?? Number.NaN) <= gapOf(readings) ? index : undefined
}

const text = (value: string | number | null | undefined) => shown(String(value ?? ""))

const graded = (word: string, quality: number | null | undefined): string => {
  const number = Number.isNaN(finite(quality)) ? "" : String(quality)
  return word === "" || number === "" ? word || number : `${word} (${number})`
}

const personOf = ({ ended, id, isDialer, name, network, started }: ParticipantStats, at: number): Person => {
  const { appVersion, deviceType, deviceVersion, networkType } = started ?? ended ?? {}
  const about = [
    isDialer === true ? "dialer" : isDialer === false ? "receiver" : "",
    `${text(deviceType)} ${text(deviceVersion)}`.trim(),
    text(appVersion) === "" ? "" : `app ${text(appVersion)}`,
    text(networkType)
  ]
  return {
    name: text(name) || `Participant ${text(id) || at + 1}`,
    about: about.filter((part) => part !== ""),
    average: graded(text(network?.avgResult), network?.avgQuality),
    bandwidth: toReadings(network?.bandwidth),
    loss: toReadings(network?.packetLoss)
  }
}

const read = ({ stats }: CallEvents): Statistics => {
  const participants = stats?.participantStats ?? []
  const people = participants.map(personOf)
  const readings = people.flatMap(({ bandwidth, loss }) => [bandwidth, loss])
  // the scale is not known: a person with the same quality has its word
  const same = participants.find(({ network }) => network?.avgQuality === stats?.overallQuality)
  return {
    overall: graded(text(same?.network?.avgResult), stats?.overallQuality),
    people,
    times: Float64Array.from(new Set(readings.flatMap(({ times }) => Array.from(times)))).toSorted(),
    step: Math.max(0, ...readings.map(({ step }) => step))
  }
}

const cache = new WeakMap<CallEvents, Statistics>()

/** The statistics of a call, read once for each answer. */
export const fromEvents = (events: CallEvents): Statistics => {
  const statistics = cache.get(events) ?? read(events)
  cache.set(events, statistics)
  return statistics
}

const headings = ["video", "audio", "result"]

/** The readings from one moment to another as a table, first its header: a row for each moment of each person. */
export const toRecords = (
  { people, times }: Statistics,
  { from, to }: { readonly from: number; readonly to: number }
): ReadonlyArray<ReadonlyArray<unknown>> => {
  const cells = ({ audio, results, times, video }: Readings, at: number): ReadonlyArray<unknown> => {
    const index = countBefore(times, at)
    if (times[index] !== at) return ["", "", ""]
    return [video[index], audio[index], results[index]].map((value) => (Number.isNaN(value) ? undefined : value))
  }
  const header = ["bandwidth", "packet_loss"].flatMap((name) => headings.map((heading) => `${name}_${heading}`))
  const seen = Array.from(times.slice(countBefore(times, from), countBefore(times, to + 1)))
  return [
    ["participant", "time", ...header],
    ...people.flatMap(({ bandwidth, loss, name }) =>
      seen.flatMap((at) => {
        const values = [...cells(bandwidth, at), ...cells(loss, at)]
        return values.some((value) => value !== "" && value !== undefined)
          ? [[name, new Date(at).toISOString(), ...values]]
          : []
      })
    )
  ]
}
