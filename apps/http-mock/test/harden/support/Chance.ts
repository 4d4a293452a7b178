/** Random choices from a seed. The same seed leads to the same choices. */
export interface Chance {
  /** Returns an integer from 0 to `end`, without `end`. */
  readonly below: (end: number) => number
  /** Returns true in one of so many cases. */
  readonly oneIn: (cases: number) => boolean
  readonly pick: <A>(among: ReadonlyArray<A>) => A
}

const hash = (text: string) => {
  let sum = 2166136261
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 16777619)
  return sum >>> 0
}

/** Creates the choices for a seed and a purpose. */
export const chance = (seed: number, purpose: string): Chance => {
  let state = (hash(purpose) ^ Math.imul(seed, 0x9e3779b1)) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    const mixed = Math.imul(state ^ (state >>> 15), state | 1)
    const more = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61))
    return ((more ^ (more >>> 14)) >>> 0) / 4294967296
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    oneIn: (cases) => below(cases) === 0,
    pick: (among) => among[below(among.length)] as (typeof among)[number]
  }
}
