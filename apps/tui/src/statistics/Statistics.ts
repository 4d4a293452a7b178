import type { CallEvents } from "@remote-assist/core/Calls"

import { formatTime, pluralize, formatDuration, formatNumber, shown } from "./texts.ts"

type Stats = NonNullable<CallEvents["stats"]>
type ParticipantStats = NonNullable<Stats["participantStats"]>[number]
type Point = NonNullable<NonNullable<ParticipantStats["network"]>["bandwidth"]>[number]

export type Media = "audio" | "video"

/** Measured points in order of time, one for each moment; missing values are `NaN`. */
export interface Readings {
  readonly times: Float64Array
  readonly audio: Float64Array
  readonly video: Float64Array
  /** The results as the service names them, or empty. */
  readonly results: ReadonlyArray<string>
  /** The median step between two times, in milliseconds; 0 if there are fewer than two. */
  readonly step: number
  /** How many points have no valid time. */
  readonly timeless: number
}

/** The measurements of a person. */
export interface Person {
  readonly name: string
  /** Role and devices: `dialer`, `Web 131.0`, `app 4.2.1`, `wifi`. */
  readonly about: ReadonlyArray<string>
  /** The average, such as `good (3)`, or empty. */
  readonly average: string
  readonly bandwidth: Readings
  readonly loss: Readings
  readonly summary: Summary
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
const minMillis = 1e11

/** The year 9999. */
const maxMillis = 253_370_764_800_000

const parseTime = (time: number | string | null | undefined): number => {
  const value = time === null || time === undefined || String(time).trim() === "" ? Number.NaN : Number(time)
  const millis = Math.round(value < minMillis ? value * 1000 : value)
  return millis > 0 && millis <= maxMillis ? millis : Number.NaN
}

const finite = (value: number | null | undefined) =>
  typeof value === "number" && Number.isFinite(value) ? value : Number.NaN

/** Sorts points by time, and drops those without one. */
export const toReadings = (points: ReadonlyArray<Point> | null | undefined): Readings => {
  const all = (points ?? []).map((point) => ({ at: parseTime(point.timestamp), point }))
  const timed = all.filter(({ at }) => !Number.isNaN(at)).toSorted((one, other) => one.at - other.at)
  const unique = timed.filter(({ at }, index) => at !== timed[index + 1]?.at)
  const times = Float64Array.from(unique, ({ at }) => at)
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  return {
    times,
    audio: Float64Array.from(unique, ({ point }) => finite(point.audio)),
    video: Float64Array.from(unique, ({ point }) => finite(point.video)),
    results: unique.map(({ point }) => shown(point.result ?? "")),
    step: steps.toSorted()[Math.floor(steps.length / 2)] ?? 0,
    timeless: all.length - timed.length
  }
}

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

const text = (value: string | number | null | undefined) => shown(String(value ?? ""))

const graded = (word: string, quality: number | null | undefined): string => {
  const number = Number.isNaN(finite(quality)) ? "" : String(quality)
  return word === "" || number === "" ? word || number : `${word} (${number})`
}

/** Results from best to worst; the API has no list of them. An unknown result counts as the worst. */
const ranks = ["excellent", "good", "fair", "poor", "bad"]

const rank = (result: string): number => {
  const rank = ranks.indexOf(result.toLowerCase())
  return rank === -1 ? ranks.length : rank
}

type Measured = Pick<Person, "bandwidth" | "loss" | "name">

const minute = 60_000

/** The connection of a person in words. */
export interface Summary {
  /** A sentence about the connection. */
  readonly words: string
  /** The start of the minute with the most loss, or `undefined` if the connection was good throughout. */
  readonly worst: number | undefined
}

/** Returns the worse result of bandwidth and loss at each time. */
const worstResults = ({ bandwidth, loss }: Measured): ReadonlyArray<readonly [at: number, result: string]> => {
  const results = new Map<number, string>()
  for (const { results: all, times } of [bandwidth, loss])
    for (const [index, at] of times.entries()) {
      const [one = "", other = ""] = [results.get(at), all[index]]
      results.set(at, one === "" || (other !== "" && rank(other) > rank(one)) ? other : one)
    }
  return Array.from(results).toSorted(([one], [other]) => one - other)
}

/** The highest loss, such as `video loss up to 14`, and the minute with the most. */
const describeLoss = ({
  loss
}: Pick<Person, "loss">): { readonly text: string; readonly worst: number | undefined } => {
  const highest: { media: Media; value: number } = { media: "video", value: 0 }
  const minutes = new Map<number, { sum: number; count: number }>()
  for (const [index, at] of loss.times.entries()) {
    const begin = Math.floor(at / minute) * minute
    const { count, sum } = minutes.get(begin) ?? { sum: 0, count: 0 }
    let max = 0
    for (const media of ["video", "audio"] as const) {
      const value = loss[media][index] ?? Number.NaN
      if (value > max) max = value
      if (value > highest.value) Object.assign(highest, { media, value })
    }
    minutes.set(begin, { sum: sum + max, count: count + 1 })
  }
  const [worst] = Array.from(minutes, ([begin, { count, sum }]) => ({ begin, mean: sum / count }))
    .filter(({ mean }) => mean > 0)
    .toSorted((one, other) => other.mean - one.mean)
  const text = highest.value === 0 ? "" : `${highest.media} loss up to ${formatNumber(highest.value)}`
  return { text, worst: worst?.begin }
}

const maxResults = 4

/** How much of the time each result has, the most frequent ones. */
const describeShares = (durations: ReadonlyMap<string, number>): string => {
  const total = Math.max(
    1,
    Array.from(durations.values()).reduce((sum, duration) => sum + duration, 0)
  )
  return Array.from(durations)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, maxResults)
    .map(([result, duration]) => {
      const name = result || "no result given"
      return durations.size === 1 ? `${name} throughout` : `${name} for ${Math.round((100 * duration) / total)} %`
    })
    .join(", ")
}

const summarize = (person: Measured): Summary => {
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
  const { text: loss, worst } = isGood ? { text: "", worst: undefined } : describeLoss(person)
  const timeless = person.bandwidth.timeless + person.loss.timeless
  const parts = [
    results.length === 0 ? "nothing was measured" : describeShares(durations),
    gaps === 0 ? "" : `nothing measured for ${formatDuration(gaps)}`,
    loss === "" || worst === undefined ? loss : `${loss}, most at ${formatTime(worst, { withSeconds: false })}`
  ]
  const skipped = timeless === 0 ? "" : ` Left out: ${pluralize(timeless, "point")} without a time.`
  return { words: `${person.name}: ${parts.filter((part) => part !== "").join("; ")}.${skipped}`, worst }
}

const toPerson = ({ ended, id, isDialer, name, network, started }: ParticipantStats, at: number): Person => {
  const { appVersion, deviceType, deviceVersion, networkType } = started ?? ended ?? {}
  const about = [
    isDialer === true ? "dialer" : isDialer === false ? "receiver" : "",
    `${text(deviceType)} ${text(deviceVersion)}`.trim(),
    text(appVersion) === "" ? "" : `app ${text(appVersion)}`,
    text(networkType)
  ]
  const measured = {
    name: text(name) || `Participant ${text(id) || at + 1}`,
    bandwidth: toReadings(network?.bandwidth),
    loss: toReadings(network?.packetLoss)
  }
  return {
    ...measured,
    about: about.filter((part) => part !== ""),
    average: graded(text(network?.avgResult), network?.avgQuality),
    summary: summarize(measured)
  }
}

/** Reads the statistics of a call. */
export const fromEvents = ({ stats }: CallEvents): Statistics => {
  const participants = stats?.participantStats ?? []
  const people = participants.map(toPerson)
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
