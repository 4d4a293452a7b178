/** The times of requests in milliseconds, by operation. */
export type Times = Map<string, Array<number>>

export const addTime = (times: Times, operation: string, time: number): void => {
  const known = times.get(operation)
  if (known === undefined) times.set(operation, [time])
  else known.push(time)
}

/** An operation that takes longer on the second of two services; the medians are in milliseconds. */
export interface SlowOperation {
  readonly operation: string
  readonly a: number
  readonly b: number
}

// shorter delays are noise of a busy machine
const minDelay = 20

const medianOf = (times: ReadonlyArray<number>) =>
  Math.round(times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0)

// fewer times say little
const minCount = 3

/** Returns the operations whose median time is more than `ratio` times that of the first service. */
export const slowOperations = (a: Times, b: Times, ratio: number): ReadonlyArray<SlowOperation> =>
  [...b]
    .filter(([, times]) => times.length >= minCount)
    .map(([operation, times]) => ({ operation, a: medianOf(a.get(operation) ?? times), b: medianOf(times) }))
    .filter(({ a, b }) => b > a * ratio && b >= a + minDelay)
