/** Numbers that follow from a seed. */
export interface Random {
  /** At least 0, less than 1. */
  readonly next: () => number
  readonly between: (least: number, most: number) => number
  readonly of: <A>(all: ReadonlyArray<A>) => A
}

/** Source: mulberry32. */
export const make = (seed: number): Random => {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    of: (all) => {
      const found = all[between(0, all.length - 1)]
      if (found === undefined) throw new Error("there is nothing to choose from")
      return found
    }
  }
}
