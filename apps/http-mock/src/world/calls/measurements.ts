import { prng } from "../prng.ts"
import type { Call, Participant } from "./Call.ts"
import type { Profile } from "./CallScript.ts"

const results = { good: 3, fair: 2, poor: 1 } as const

type ConnectionResult = keyof typeof results

export const resultOf = (quality: number): ConnectionResult =>
  quality >= results.good ? "good" : quality >= results.fair ? "fair" : "poor"

/** The connection of a participant at a time, in milliseconds since the epoch. The interface has no units. */
export interface Measurement {
  readonly at: number
  readonly bandwidth: { readonly audio: number; readonly video: number }
  readonly packetLoss: { readonly audio: number; readonly video: number }
  readonly result: ConnectionResult
}

const second = 1000
const interval = 5 * second

/** The maximum for one participant: a response stays below 120 KB for a call of any length. */
export const maxMeasurements = 360

/** Returns the time between two measurements. It doubles with the length of the call, so that earlier points stay the same. */
const stepOf = (span: number): number => {
  let step = interval
  while (span / step >= maxMeasurements) step *= 2
  return step
}

/** The assumed length of a running call, so that its bad stretch does not move. */
const assumedLength = 600 * second

type Random = (index: number, salt: number) => number

const randomOf =
  (key: number): Random =>
  (index, salt) =>
    prng(key, index, salt) / 2 ** 32

const resultAt = (loss: number): ConnectionResult => (loss >= 14 ? "poor" : loss >= 4 ? "fair" : "good")

const bounds = {
  good: { audio: [38, 46], video: [180, 260], loss: [0, 0] },
  weak: { audio: [38, 46], video: [90, 150], loss: [3, 6] },
  congested: { audio: [24, 34], video: [50, 110], loss: [5, 12] },
  dropping: { audio: [4, 16], video: [0, 24], loss: [16, 45] }
} as const

type Quality = Profile | "weak"

const measure = (quality: Quality, random: Random, offset: number): Omit<Measurement, "at"> => {
  const { audio, loss, video } = bounds[quality]
  const between = ([min, max]: readonly [number, number], salt: number) =>
    Math.round(min + (max - min) * random(offset / interval, salt))
  const lost = between(loss, 22)
  return {
    bandwidth: { audio: between(audio, 20), video: between(video, 21) },
    packetLoss: { audio: Math.floor(lost / 3), video: lost },
    result: resultAt(lost)
  }
}

/** One of the first two participants has a bad period, the worst in its middle. One in five has a weak connection. */
const seededQuality = (seed: number, { endedAt, position, startedAt }: Call, index: number, random: Random) => {
  const ofCall = randomOf(prng(seed, position, 30))
  const usual = random(0, 3) < 0.2 ? "weak" : "good"
  const planned = endedAt === undefined ? assumedLength : endedAt - startedAt
  const from = planned * (0.3 + ofCall(0, 1) / 3)
  const half = Math.min(45 * second, Math.max(12.5 * second, planned / 24)) * (0.75 + ofCall(0, 2) / 2)
  const isBad = (ofCall(0, 0) < 0.5 ? 0 : 1) === index
  return (offset: number): Quality => {
    const distance = Math.abs(offset - from - half)
    return !isBad || distance >= half ? usual : distance < half / 3 ? "dropping" : "congested"
  }
}

const connection = (seed: number, call: Call, index: number, { network }: Participant) => {
  const random = randomOf(prng(seed, call.position, 41 + 20 * index))
  const ofSeed = seededQuality(seed, call, index, random)
  return (offset: number) => {
    const now = network.findLast(({ from }) => from <= call.startedAt + offset)
    return measure(now?.profile ?? ofSeed(offset), random, offset)
  }
}

const during = (stays: Participant["stays"], at: number) =>
  stays.some(({ from, to = Number.POSITIVE_INFINITY }) => from <= at && at <= to)

/**
 * Returns the measurements of a participant by index, in the order of time: while they were in the call, up to now. They
 * follow from the seed, the call and the time, and are not stored.
 */
export const measurements = (seed: number, call: Call, index: number, now: number): ReadonlyArray<Measurement> => {
  const participant = call.participants[index]
  const start = participant?.stays[0]?.from
  if (participant === undefined || start === undefined) return []
  const span = (participant.stays.at(-1)?.to ?? now) - start
  if (span < 0) return []
  const step = stepOf(span)
  const at = connection(seed, call, index, participant)
  return Array.from({ length: Math.floor(span / step) + 1 }, (_, count) => start + count * step)
    .filter((moment) => during(participant.stays, moment))
    .map((moment) => ({ at: moment, ...at(moment - call.startedAt) }))
}

export const averageOf = (measured: ReadonlyArray<Measurement>): number =>
  measured.length === 0
    ? 0
    : Math.round(measured.reduce((sum, { result }) => sum + results[result], 0) / measured.length)
