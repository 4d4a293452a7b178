/** So many values are folded once and then taken as one. */
const size = 64

interface Blocks {
  readonly counts: Uint32Array
  readonly means: Float64Array
  readonly highest: Float64Array
}

/** What some values come to: of none, the mean is 0 and the highest is below all. */
export interface Folded {
  readonly count: number
  readonly mean: number
  readonly highest: number
}

const none: Folded = { count: 0, mean: 0, highest: Number.NEGATIVE_INFINITY }

const add = (one: Folded, other: Folded): Folded => {
  const count = one.count + other.count
  return count === 0
    ? none
    : {
        count,
        // a sum would be too large for a number where the values are
        mean: one.mean * (one.count / count) + other.mean * (other.count / count),
        highest: Math.max(one.highest, other.highest)
      }
}

const each = (values: Float64Array, from: number, to: number): Folded => {
  let [count, mean, highest] = [0, 0, none.highest]
  for (let index = from; index < to; index++) {
    const value = values[index] ?? Number.NaN
    if (Number.isNaN(value)) continue
    count += 1
    mean = mean * ((count - 1) / count) + value / count
    if (value > highest) highest = value
  }
  return { count, mean, highest }
}

const make = (values: Float64Array): Blocks => {
  const length = Math.floor(values.length / size)
  const blocks = Array.from({ length }, (_, at) => each(values, at * size, (at + 1) * size))
  return {
    counts: Uint32Array.from(blocks, ({ count }) => count),
    means: Float64Array.from(blocks, ({ mean }) => mean),
    highest: Float64Array.from(blocks, ({ highest }) => highest)
  }
}

const known = new WeakMap<Float64Array, Blocks>()

const blocksOf = (values: Float64Array): Blocks => {
  const blocks = known.get(values) ?? make(values)
  known.set(values, blocks)
  return blocks
}

/** Folds the numbers among some values, from one index to before another: of many, block by block. */
export const fold = (values: Float64Array, from: number, to: number): Folded => {
  const [first, last] = [Math.ceil(from / size), Math.floor(to / size)]
  if (first >= last) return each(values, from, to)
  const { counts, highest, means } = blocksOf(values)
  let folded = each(values, from, first * size)
  for (let at = first; at < last; at++)
    folded = add(folded, {
      count: counts[at] ?? 0,
      mean: means[at] ?? 0,
      highest: highest[at] ?? none.highest
    })
  return add(folded, each(values, last * size, to))
}
