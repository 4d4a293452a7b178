/** Draws that follow a seed: the same seed and purpose draw the same. */
export interface Draws {
  /** A whole number below another. */
  readonly below: (end: number) => number
  readonly pick: <A>(among: readonly [A, ...ReadonlyArray<A>]) => A
}

const hash = (text: string) => {
  let sum = 2166136261
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 16777619)
  return sum >>> 0
}

export const draws = (seed: number, purpose: string): Draws => {
  let state = (hash(purpose) ^ Math.imul(seed, 0x9e3779b1)) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    const mixed = Math.imul(state ^ (state >>> 15), state | 1)
    const more = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61))
    return ((more ^ (more >>> 14)) >>> 0) / 4294967296
  }
  const below = (end: number) => Math.floor(next() * end)
  return { below, pick: (among) => among[below(among.length)] ?? among[0] }
}
