import type { CallEvents } from "@remote-assist/core/Calls"

import { readingsOf } from "./Readings.ts"
import type { Readings } from "./Readings.ts"
import { shown } from "./texts.ts"

/** What was measured of one person in a call. */
export interface Person {
  readonly name: string
  /** Who they are and with what: `dialer`, `Web 131.0`, `app 4.2.1`, `wifi`. */
  readonly about: ReadonlyArray<string>
  /** As the service has it: `good (3)`, `3`, or nothing. */
  readonly average: string
  readonly bandwidth: Readings
  readonly loss: Readings
}

/** The statistics of a call, read once. */
export interface Statistics {
  /** As the service has it: `good (3)`, `3`, or nothing. */
  readonly overall: string
  readonly people: ReadonlyArray<Person>
  /** Every moment that something was measured at, in order. */
  readonly times: Float64Array
  /** Milliseconds from one to the next, mostly. */
  readonly usual: number
}

type Stats = NonNullable<CallEvents["stats"]>
type ParticipantStats = NonNullable<Stats["participantStats"]>[number]

const text = (value: string | number | null | undefined) => shown(String(value ?? ""))

const graded = (word: string, quality: number | null | undefined): string => {
  const number = typeof quality === "number" && Number.isFinite(quality) ? String(quality) : ""
  return word === "" || number === "" ? word || number : `${word} (${number})`
}

const aboutOf = ({ ended, isDialer, started }: ParticipantStats): ReadonlyArray<string> => {
  const { appVersion, deviceType, deviceVersion, networkType } = started ?? ended ?? {}
  const device = [deviceType, deviceVersion]
    .map(text)
    .filter((each) => each !== "")
    .join(" ")
  const app = text(appVersion)
  return [
    isDialer === true ? "dialer" : isDialer === false ? "receiver" : "",
    device,
    app === "" ? "" : `app ${app}`,
    text(networkType)
  ].filter((each) => each !== "")
}

const personOf = (person: ParticipantStats, at: number): Person => {
  const { name, network } = person
  const id = text(person.id)
  return {
    name: text(name) || (id === "" ? `Participant ${at + 1}` : `Participant ${id}`),
    about: aboutOf(person),
    average: graded(text(network?.avgResult), network?.avgQuality),
    bandwidth: readingsOf(network?.bandwidth),
    loss: readingsOf(network?.packetLoss)
  }
}

const union = (one: Float64Array, other: Float64Array): Float64Array => {
  const all = new Float64Array(one.length + other.length)
  let [at, from, length] = [0, 0, 0]
  while (at < one.length || from < other.length) {
    const time = Math.min(one[at] ?? Infinity, other[from] ?? Infinity)
    if (one[at] === time) at += 1
    if (other[from] === time) from += 1
    all[length++] = time
  }
  return all.slice(0, length)
}

const allTimes = (people: ReadonlyArray<Person>): Float64Array =>
  people.flatMap(({ bandwidth, loss }) => [bandwidth.times, loss.times]).reduce(union, new Float64Array())

/** The word for a quality: the one that it has elsewhere in the same answer, as the scale is not known. */
const wordFor = (quality: number | null | undefined, people: ReadonlyArray<ParticipantStats>) =>
  text(people.find(({ network }) => network?.avgQuality === quality)?.network?.avgResult)

const read = ({ stats }: CallEvents): Statistics => {
  const given = stats?.participantStats ?? []
  const people = given.map(personOf)
  return {
    overall: graded(wordFor(stats?.overallQuality, given), stats?.overallQuality),
    people,
    times: allTimes(people),
    usual: Math.max(0, ...people.flatMap(({ bandwidth, loss }) => [bandwidth.usual, loss.usual]))
  }
}

const known = new WeakMap<CallEvents, Statistics>()

/** The statistics of a call. They are read once of each answer. */
export const of = (events: CallEvents): Statistics => {
  const statistics = known.get(events) ?? read(events)
  known.set(events, statistics)
  return statistics
}
