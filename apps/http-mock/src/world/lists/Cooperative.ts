/** Work on many rows that pauses after each slice of them, so that something else can be done between. */
export type Cooperative<A> = Generator<void, A>

/** How many steps there are between two pauses: some milliseconds of work. */
export const sliceSize = 1024

/** Whether the work goes on after a pause with the step that has this number. */
export const pausesAt = (step: number): boolean => step % sliceSize === sliceSize - 1

export const runToEnd = <A>(work: Cooperative<A>): A => {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}

export function* mapNumbers(numbers: Uint32Array, of: (number: number) => number): Cooperative<Uint32Array> {
  const made = new Uint32Array(numbers.length)
  for (let at = 0; at < numbers.length; at++) {
    if (pausesAt(at)) yield
    made[at] = of(numbers[at] ?? 0)
  }
  return made
}
