import type { CallEvents } from "@remote-assist/core/Calls"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import * as ChartState from "../../src/statistics/ChartState.ts"
import * as Statistics from "../../src/statistics/Statistics.ts"
import { hostile } from "../random/inputs.ts"

const upTo = (most: number) => Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: most })))

/** One of some values, the first of them as likely as all others. */
const mostly = <A>(usual: Arbitrary.Arbitrary<A>, odd: ReadonlyArray<A>): Arbitrary.Arbitrary<A> =>
  Arbitrary.map(Arbitrary.all([usual, upTo(2 * odd.length - 1)]), ([value, at]) =>
    at < odd.length ? (odd[at] ?? value) : value
  )

const texts: Arbitrary.Arbitrary<string | null> = mostly<string | null>(Arbitrary.schema(Schema.String), [
  null,
  ...hostile
])

const results: Arbitrary.Arbitrary<string | null> = mostly<string | null>(
  Arbitrary.map(upTo(3), (at) => ["good", "good", "fair", "poor"][at] ?? ""),
  [null, "", "GOOD", "excellent", ...hostile]
)

/** Numbers as a service may send them, and such as none should. */
const numbers: Arbitrary.Arbitrary<number | null> = mostly<number | null>(upTo(400), [
  null,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  Number.MIN_VALUE,
  1e15,
  -1,
  -0,
  0.125
])

const start = 1_795_277_480

/** Durations of calls: most in seconds, some missing, in milliseconds or as texts. */
const times: Arbitrary.Arbitrary<number | string | null> = mostly<number | string | null>(
  Arbitrary.map(upTo(300), (second) => start + second),
  [start * 1000, String(start + 7), `${start}.322`, null, "", " ", "soon", Number.NaN, Number.POSITIVE_INFINITY, 1e30]
)

/** Times far before and beyond all calls. */
const wild: Arbitrary.Arbitrary<number | string | null> = mostly(times, [0, 1, -1, 8.64e15, 253_370_764_800_000, 1e12])

const pointsAt = (timestamp: typeof times) =>
  Arbitrary.array(Arbitrary.all({ audio: numbers, video: numbers, result: results, timestamp }), { maxLength: 60 })

const points = Arbitrary.flatMap(upTo(3), (at) => pointsAt(at === 0 ? wild : times))

const device = Arbitrary.all({
  appVersion: texts,
  deviceType: texts,
  deviceVersion: texts,
  networkType: texts
})

const person = Arbitrary.all({
  id: texts,
  name: texts,
  isDialer: Arbitrary.schema(Schema.NullOr(Schema.Boolean)),
  started: device,
  network: Arbitrary.all({ avgQuality: numbers, avgResult: results, bandwidth: points, packetLoss: points })
})

/** Answers of the service in any state. */
export const answers: Arbitrary.Arbitrary<CallEvents> = Arbitrary.map(
  Arbitrary.all({ overallQuality: numbers, participantStats: Arbitrary.array(person, { maxLength: 4 }) }),
  (stats) => ({ stats })
)

const names = Struct.keys(ChartState.transitions)

export const moves = Arbitrary.array(Arbitrary.schema(Schema.Literals([...names, "chart.zoomIn"])), { maxLength: 30 })

/** Where some moves lead to from the start. */
export const moved = (
  statistics: Statistics.Statistics,
  all: ReadonlyArray<(typeof names)[number]>
): ChartState.ChartState =>
  all.reduce((state, move) => ChartState.transitions[move](statistics, state), ChartState.initial(statistics))
