import { pathOf } from "../reporters/failureText.ts"
import type { Outcome } from "../runner/Result.ts"
import { align } from "./align.ts"
import type { Pair, Seen } from "./align.ts"
import { keyOf, merged } from "./Difference.ts"
import type { Difference, Mismatch } from "./Difference.ts"
import { compareExchanges, distanceOf, whole } from "./exchanges.ts"
import * as Renaming from "./Renaming.ts"
import { sentIn, settled } from "./Side.ts"
import type { Side } from "./Side.ts"

/** How two attempts are compared. */
export interface CompareOptions {
  /** How far apart two times may be, in milliseconds. */
  readonly tolerance: number
  /** Whether both targets hold the same users, calls and groups. */
  readonly sameData: boolean
  /** Keys of differences that come and go. */
  readonly unsteady?: ReadonlySet<string>
}

/** One exchange sequence beside the other, and where they differ. */
export interface Comparison {
  readonly pairs: ReadonlyArray<Pair>
  readonly differences: ReadonlyArray<Difference>
  /** How far apart the targets are at each request of the second, and at the end; 0 is not at all. */
  readonly distances: ReadonlyArray<number>
}

const seenBy = (side: Side): ReadonlyArray<Seen> => {
  const settle = settled(side)
  return side.attempt.exchanges.map((exchange) => {
    const { method, url } = exchange.request
    const path = settle(url).replace(/^<base>/, "")
    const step = pathOf(side.attempt, exchange.step).join(" › ")
    return {
      exchange,
      operation: exchange.operation ?? `${method} ${path.replace(/\?.*$/, "")}`,
      request: settle(`${step} ${url.replace(/^[^?]*/, "")} ${exchange.request.body ?? ""}`).replaceAll(/\d+/g, "#")
    }
  })
}

/** A place in the two sequences, and where they differ there. */
interface Place {
  readonly about: Pick<Difference, "operation" | "occurrence" | "position" | "status">
  readonly mismatches: ReadonlyArray<Mismatch>
  readonly pair: Pair
}

const told = (outcome: Outcome) => (outcome._tag === "Failed" ? `failed: ${outcome.failure.message}` : "passed")

const endsOf = (a: Outcome, b: Outcome) => (a._tag === b._tag ? [] : [whole("outcome", told(a), told(b))])

const placesOf = (a: Side, b: Side, { sameData, tolerance }: CompareOptions): ReadonlyArray<Place> => {
  const [ofA, ofB] = [seenBy(a), seenBy(b)]
  const operations = new Map([...ofA, ...ofB].map(({ exchange, operation }) => [exchange, operation]))
  const [settleA, settleB] = [settled(a), settled(b)]
  const renaming = Renaming.make()
  const own = new Set<unknown>()
  const occurrences = new Map<string, number>()
  return align(ofA, ofB).map((pair, position): Place => {
    const exchange = pair.a ?? pair.b
    const operation = (exchange && operations.get(exchange)) ?? ""
    const occurrence = (occurrences.get(operation) ?? 0) + 1
    occurrences.set(operation, occurrence)
    for (const value of pair.a === undefined ? [] : sentIn(pair.a))
      if (value !== "") own.add(typeof value === "string" ? settleA(value) : value)
    const mismatches = compareExchanges(pair, {
      renaming,
      group: operation.replace(/\..*$/, ""),
      tolerance,
      sameData,
      isOwn: (value) => own.has(value),
      settleA,
      settleB
    })
    const status = { a: pair.a?.answer?.status, b: pair.b?.answer?.status }
    return { about: { operation, occurrence, position, status }, mismatches, pair }
  })
}

/** The distance at each request of the second; what the first alone sent counts for the next. */
const distancesOf = (places: ReadonlyArray<Place>, end: number): ReadonlyArray<number> => {
  const distances: Array<number> = []
  let waiting = 0
  for (const { mismatches, pair } of places) {
    waiting += distanceOf(pair, mismatches)
    if (pair.b === undefined) continue
    distances.push(waiting)
    waiting = 0
  }
  return [...distances, waiting + end]
}

/** Compares an attempt on one target with one on another. */
export const compareAttempts = (a: Side, b: Side, options: CompareOptions): Comparison => {
  const isSteady =
    ({ about }: Pick<Place, "about">) =>
    (mismatch: Mismatch) =>
      options.unsteady?.has(keyOf({ ...about, ...mismatch })) !== true
  const places = placesOf(a, b, options).map((place) => ({
    ...place,
    mismatches: place.mismatches.filter(isSteady(place))
  }))
  const end = {
    about: { operation: "", occurrence: 1, position: places.length, status: { a: undefined, b: undefined } }
  }
  const ends = endsOf(a.attempt.outcome, b.attempt.outcome).filter(isSteady(end))
  return {
    pairs: places.map(({ pair }) => pair),
    differences: [...places, { ...end, mismatches: ends }].flatMap(({ about, mismatches }) =>
      merged(mismatches, about)
    ),
    distances: distancesOf(places, ends.length)
  }
}
