import { prng } from "../world/prng.ts"
import { effectsOf } from "./Fault.ts"
import type { Fault, Latency, When } from "./Fault.ts"

/** The randomness of one fault: a number from 0 up to 1 for each matching request and purpose. */
export type Draw = (match: number, purpose: 0 | 1 | 2) => number

export const drawing =
  (seed: number, fault: number): Draw =>
  (match, purpose) =>
    prng(seed, match, fault * 3 + purpose) / 2 ** 32

/** Whether a fault hits the matching request with this number, from 1. */
export const hits = (when: When | undefined, match: number, drawn: Draw): boolean => {
  if (when === undefined) return true
  if ("nth" in when) return match === when.nth
  if ("first" in when) return match <= when.first
  return drawn(match, 0) < when.probability
}

/** Which of its effects a fault has after so many hits; nothing where it hits no more. A latency alone counts as one. */
export const turn = ({ afterLast = "stay", does }: Fault, hits: number): number | undefined => {
  const { length } = effectsOf({ does })
  if (length < 2 && afterLast !== "stop") return 0
  if (hits < length) return hits
  if (afterLast === "stop") return undefined
  return afterLast === "repeat" ? hits % length : length - 1
}

const remainingBy = (when: When | undefined, matches: number): number | undefined => {
  if (when === undefined || "probability" in when) return undefined
  return "nth" in when ? Number(matches < when.nth) : Math.max(0, when.first - matches)
}

/** How many hits are to come; nothing where their number is open. */
export const remaining = (fault: Fault, matches: number, hits: number): number | undefined => {
  const left = remainingBy(fault.when, matches)
  const effects = fault.afterLast === "stop" ? Math.max(0, effectsOf(fault).length - hits) : undefined
  return left === undefined || effects === undefined ? (left ?? effects) : Math.min(left, effects)
}

const longest = 3_600_000

// Box-Muller
const normal = (match: number, drawn: Draw) =>
  Math.sqrt(-2 * Math.log(1 - drawn(match, 1))) * Math.cos(2 * Math.PI * drawn(match, 2))

/** How many milliseconds the matching request with this number waits. */
export const waiting = (latency: Latency, match: number, drawn: Draw): number => {
  if ("fixed" in latency) return latency.fixed
  if ("min" in latency) return latency.min + (latency.max - latency.min) * drawn(match, 1)
  return Math.min(longest, latency.median * Math.exp(latency.sigma * normal(match, drawn)))
}
