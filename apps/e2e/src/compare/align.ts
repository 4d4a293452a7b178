import type { Exchange } from "../recorder/Recorder.ts"

/** A request that both targets had, or one of them. */
export interface Pair {
  readonly a: Exchange | undefined
  readonly b: Exchange | undefined
}

/** What an exchange is found again by. */
export interface Seen {
  readonly exchange: Exchange
  /** Such as `EnterpriseUsers.list`, or method and path where there is none. */
  readonly operation: string
  /** The step, query and body, without what differs from run to run. */
  readonly request: string
}

const likeness = (one: Seen, other: Seen) => {
  if (one.operation !== other.operation) return 0
  const status = one.exchange.answer?.status === other.exchange.answer?.status ? 1 : 0
  return 2 + status + (one.request === other.request ? 2 : 0)
}

/** How alike what follows each two can be made, from the end. */
const tableOf = (a: ReadonlyArray<Seen>, b: ReadonlyArray<Seen>) => {
  const table = Array.from({ length: a.length + 1 }, () => new Float64Array(b.length + 1))
  const at = (row: number, column: number) => table[row]?.[column] ?? 0
  for (let row = a.length - 1; row >= 0; row--)
    for (let column = b.length - 1; column >= 0; column--) {
      const [one, other] = [a[row], b[column]]
      const alike = one === undefined || other === undefined ? 0 : likeness(one, other)
      const paired = alike === 0 ? 0 : alike + at(row + 1, column + 1)
      table[row]?.fill(Math.max(paired, at(row + 1, column), at(row, column + 1)), column, column + 1)
    }
  return at
}

const ended = ({ exchange: { duration = 0, start } }: Seen) => start + duration

/** Those that were under way together with another, whose order means nothing. */
const besideOthers = (seen: ReadonlyArray<Seen>): ReadonlySet<Exchange> =>
  new Set(
    seen
      .filter((one, index) =>
        seen.some(
          (other, position) =>
            position !== index && one.exchange.start < ended(other) && other.exchange.start < ended(one)
        )
      )
      .map(({ exchange }) => exchange)
  )

/** Pairs what was left over with what is like it, where either was sent beside others. */
const rejoin = (pairs: ReadonlyArray<Pair>, a: ReadonlyArray<Seen>, b: ReadonlyArray<Seen>): ReadonlyArray<Pair> => {
  const beside = new Set([...besideOthers(a), ...besideOthers(b)])
  const seen = new Map([...a, ...b].map((one) => [one.exchange, one]))
  const like = (one: Exchange, other: Exchange) => {
    const [first, second] = [seen.get(one), seen.get(other)]
    return first !== undefined && second !== undefined && likeness(first, second) === 5
  }
  const left = new Set(pairs.flatMap((pair) => (pair.a === undefined && pair.b !== undefined ? [pair.b] : [])))
  const joined = pairs.map((pair) => {
    const { a } = pair
    if (a === undefined || pair.b !== undefined || !beside.has(a)) return pair
    const b = [...left].find((other) => beside.has(other) && like(a, other))
    if (b === undefined) return pair
    left.delete(b)
    return { a, b }
  })
  return joined.filter(({ a, b }) => a !== undefined || (b !== undefined && left.has(b)))
}

/** Puts two sequences of exchanges beside each other. */
export const align = (a: ReadonlyArray<Seen>, b: ReadonlyArray<Seen>): ReadonlyArray<Pair> => {
  const at = tableOf(a, b)
  const pairs: Array<Pair> = []
  let [row, column] = [0, 0]
  for (;;) {
    const [one, other] = [a[row], b[column]]
    if (one === undefined && other === undefined) return rejoin(pairs, a, b)
    const alike = one === undefined || other === undefined ? 0 : likeness(one, other)
    const isPair = alike > 0 && at(row, column) === alike + at(row + 1, column + 1)
    const isOfA = !isPair && one !== undefined && (other === undefined || at(row, column) === at(row + 1, column))
    pairs.push({ a: isPair || isOfA ? one?.exchange : undefined, b: isPair || !isOfA ? other?.exchange : undefined })
    if (isPair || isOfA) row++
    if (isPair || !isOfA) column++
  }
}
