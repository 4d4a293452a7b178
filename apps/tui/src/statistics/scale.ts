/** What an axis goes from and to. */
export interface Scale {
  readonly low: number
  readonly high: number
}

const steps = [1, 2, 3, 5, 10]

/** The next number above that is easily read: 300 for 226. */
const roundUp = (value: number): number => {
  const unit = 10 ** Math.floor(Math.log10(value))
  const rounded = (steps.find((step) => step * unit >= value) ?? 10) * unit
  return Number.isFinite(rounded) && rounded >= value ? rounded : value
}

/** An axis that has room for some values: from 0, or from below where one is; to `least` at the lowest. */
export const scaleFor = (columns: ReadonlyArray<Float64Array>, least: number): Scale => {
  let [low, high] = [0, least]
  for (const values of columns)
    for (const value of values) {
      if (value < low) low = value
      if (value > high) high = value
    }
  return { low: low === 0 ? 0 : -roundUp(-low), high: high <= least ? least : roundUp(high) }
}

/** Where on an axis a value is: 0 at the foot, 1 at the top. */
export const shareOf = ({ high, low }: Scale, value: number): number => {
  // the difference of both ends may be beyond all numbers
  const unit = Math.max(Math.abs(low), Math.abs(high))
  return Math.max(0, Math.min(1, (value / unit - low / unit) / (high / unit - low / unit)))
}
