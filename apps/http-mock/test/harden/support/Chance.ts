/** Draws that follow a seed: the same seed draws the same. */
export interface Chance {
  /** A whole number below another. */
  readonly below: (end: number) => number
  /** Whether one case in so many is this one. */
  readonly oneIn: (cases: number) => boolean
  readonly pick: <A>(among: ReadonlyArray<A>) => A
}

const hash = (text: string) => {
  let sum = 2166136261
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 16777619)
  return sum >>> 0
}

/** Draws by a seed and what they are for. */
export const chance = (seed: number, what: string): Chance => {
  let state = (hash(what) ^ Math.imul(seed, 0x9e3779b1)) >>> 0
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
