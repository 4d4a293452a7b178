import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

/** How arrivals follow each other: at even distances, or at random as those of independent users do. */
export const shapes = ["poisson", "constant"] as const
export type Shape = (typeof shapes)[number]

/** Which arrivals there are. */
export interface Arrivals {
  readonly shape: Shape
  /** How many a second, on average. */
  readonly rate: number
  /** In milliseconds. */
  readonly length: number
  readonly seed: string
}

// at whole milliseconds, as timers know no others
function* constant(rate: number, length: number) {
  for (let index = 0; (index * 1000) / rate < length; index++) yield Math.floor((index * 1000) / rate)
}

function* poisson(rate: number, length: number, random: () => number) {
  // of a number below 1, whose logarithm is finite
  const pause = () => (-Math.log(1 - random()) * 1000) / rate
  for (let at = pause(); at < length; at += pause()) yield Math.floor(at)
}

/**
 * When arrivals come, in whole milliseconds from the start, ascending. The seed alone decides: no answer of the target moves one.
 */
export const arrivals = ({ length, rate, seed, shape }: Arrivals): Effect.Effect<Iterable<number>> =>
  shape === "constant"
    ? Effect.succeed(constant(rate, length))
    : Effect.map(Random.Random, (random) => poisson(rate, length, () => random.nextDoubleUnsafe())).pipe(
        Random.withSeed(seed)
      )
