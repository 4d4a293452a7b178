/** A request with its time in milliseconds. */
export interface Timed {
  readonly operation: string | undefined
  readonly duration: number | undefined
}

/** An operation that takes longer on the second of two services; the medians are in milliseconds. */
export interface SlowOperation {
  readonly operation: string
  readonly a: number
  readonly b: number
}

// shorter delays are noise of a busy machine
const minDelay = 20

// fewer times say little
const minCount = 3

const mediansOf = (requests: ReadonlyArray<Timed>) =>
  new Map(
    [...Map.groupBy(requests, ({ operation }) => operation)].flatMap(([operation, all]) => {
      const times = all.flatMap(({ duration }) => duration ?? []).toSorted((one, other) => one - other)
      const median = Math.round(times[Math.floor(times.length / 2)] ?? 0)
      return operation === undefined || times.length < minCount ? [] : [[operation, median] as const]
    })
  )

/** Returns the operations whose median time is more than `ratio` times that of the first service. */
export const slowOperations = (
  first: ReadonlyArray<Timed>,
  second: ReadonlyArray<Timed>,
  ratio = Infinity
): ReadonlyArray<SlowOperation> => {
  const medians = mediansOf(first)
  return [...mediansOf(second)]
    .map(([operation, b]) => ({ operation, a: medians.get(operation) ?? b, b }))
    .filter(({ a, b }) => b > a * ratio && b >= a + minDelay)
}
