import { prng } from "../prng.ts"
import type { Profile } from "./actions.ts"
import type { Call, Participant } from "./Call.ts"

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

/** Interpolates between random values, one every `period`. */
const curve = (random: Random, salt: number, offset: number, period: number): number => {
  const index = Math.floor(offset / period)
  const fraction = offset / period - index
  const from = random(index, salt)
  return from + (random(index + 1, salt) - from) * fraction * fraction * (3 - 2 * fraction)
}

interface Stretch {
  readonly from: number
  readonly lasts: number
}

/** Returns how bad the network is at an offset: 0 outside of the bad stretch, 1 in its middle. */
const depthIn = ({ from, lasts }: Stretch, offset: number): number =>
  offset <= from || offset >= from + lasts ? 0 : Math.sin((Math.PI * (offset - from)) / lasts)

const stretchOf = ({ endedAt, startedAt }: Call, random: Random): Stretch => {
  const planned = endedAt === undefined ? assumedLength : endedAt - startedAt
  return {
    from: planned * (0.3 + random(0, 1) / 3),
    lasts: Math.min(90 * second, Math.max(25 * second, planned / 12)) * (0.75 + random(0, 2) / 2)
  }
}

const resultAt = (loss: number): ConnectionResult => (loss >= 14 ? "poor" : loss >= 4 ? "fair" : "good")

/** One of the first two participants has a bad stretch, and one in five has a weak connection. */
const seededConnection = (seed: number, call: Call, index: number) => {
  const ofCall = randomOf(prng(seed, call.position, 30))
  const random = randomOf(prng(seed, call.position, 41 + 20 * index))
  const isWeak = random(0, 3) < 0.2
  const stretch = (ofCall(0, 0) < 0.5 ? 0 : 1) === index ? stretchOf(call, ofCall) : undefined
  const strength = (isWeak ? 90 : 180) + 60 * random(0, 4)
  const worst = 9 + 11 * random(0, 5)
  return (offset: number): Omit<Measurement, "at"> => {
    const depth = stretch === undefined ? 0 : depthIn(stretch, offset)
    const at = offset / interval
    const noise = random(at, 10)
    const video = strength * (0.85 + 0.3 * curve(random, 11, offset, 45 * second)) * (1 - 0.8 * depth) + 6 * noise
    const audio = (38 + 8 * curve(random, 12, offset, 60 * second)) * (1 - 0.4 * depth)
    const usualLoss = noise < 0.05 ? 1 + 2 * random(at, 13) : isWeak ? 3 + 3 * random(at, 14) : 0
    const loss = Math.round(usualLoss + worst * depth * (0.9 + 0.2 * noise))
    return {
      bandwidth: { audio: Math.round(audio), video: Math.round(video) },
      packetLoss: { audio: Math.floor(loss / 3), video: loss },
      result: resultAt(loss)
    }
  }
}

const bounds = {
  good: { audio: [38, 46], video: [180, 260], loss: [0, 2] },
  congested: { audio: [24, 34], video: [50, 110], loss: [5, 12] },
  dropping: { audio: [4, 16], video: [0, 24], loss: [16, 45] }
} as const satisfies Readonly<Record<Profile, unknown>>

const ofProfile = (profile: Profile, random: Random, offset: number): Omit<Measurement, "at"> => {
  const { audio, loss, video } = bounds[profile]
  const between = ([min, max]: readonly [number, number], salt: number) =>
    Math.round(min + (max - min) * random(offset / interval, salt))
  const lost = between(loss, 22)
  return {
    bandwidth: { audio: between(audio, 20), video: between(video, 21) },
    packetLoss: { audio: Math.floor(lost / 3), video: lost },
    result: resultAt(lost)
  }
}

const connection = (seed: number, call: Call, index: number, { network }: Participant) => {
  const ofSeed = seededConnection(seed, call, index)
  if (network.length === 0) return ofSeed
  const random = randomOf(prng(seed, call.position, 41 + 20 * index))
  return (offset: number) => {
    const now = network.findLast(({ from }) => from <= call.startedAt + offset)
    return now === undefined ? ofSeed(offset) : ofProfile(now.profile, random, offset)
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
