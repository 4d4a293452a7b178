/** Work on many rows that yields after each slice, so that other requests are handled in between. */
export type Cooperative<A> = Generator<void, A>

/** The number of steps in a slice: some milliseconds of work. */
export const sliceSize = 1024

/** Checks whether the work yields before the step with this number. */
export const pausesAt = (step: number): boolean => step % sliceSize === sliceSize - 1

export const runToEnd = <A>(work: Cooperative<A>): A => {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}

export function* mapNumbers(numbers: Uint32Array, map: (number: number) => number): Cooperative<Uint32Array> {
  const mapped = new Uint32Array(numbers.length)
  for (let at = 0; at < numbers.length; at++) {
    if (pausesAt(at)) yield
    mapped[at] = map(numbers[at] ?? 0)
  }
  return mapped
}
