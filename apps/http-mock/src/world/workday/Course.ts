import { prng } from "../prng.ts"

/** How a call goes: spans in milliseconds from its beginning. */
export interface Course {
  readonly ending: "ended" | "missed" | "declined" | "cancelled" | "failed"
  /** Nothing of one that nobody took. */
  readonly answered: number | undefined
  readonly ended: number
}

const second = 1000

const longest = 3600 * second

/** A draw of 0 to below 1 for a call. */
export type Random = (salt: number) => number

export const randomOf =
  (seed: number, call: number): Random =>
  (salt) =>
    prng(seed, call, salt) / 2 ** 32

/** The entry that a draw comes to, by the shares of all. */
export const byShare = <Entry>(shares: ReadonlyArray<readonly [Entry, number]>, last: Entry, draw: number): Entry => {
  let left = draw
  for (const [entry, share] of shares) {
    if (left < share) return entry
    left -= share
  }
  return last
}

/** The shares of how calls end; all others end when one of both hangs up. */
export const endings: ReadonlyArray<readonly [Course["ending"], number]> = [
  ["missed", 0.11],
  ["declined", 0.05],
  ["cancelled", 0.05],
  ["failed", 0.03]
]

/** How long two talk: log-normal, two and a half minutes in the middle. */
const talk = (random: Random) => {
  const normal = Math.sqrt(-2 * Math.log(1 - random(201))) * Math.cos(2 * Math.PI * random(202))
  return Math.min(longest, Math.max(5 * second, 150 * second * Math.exp(1.05 * normal)))
}

const rings: { readonly [Ending in Course["ending"]]: (random: Random) => number } = {
  ended: (random) => (2 + 18 * random(203)) * second,
  failed: (random) => (2 + 18 * random(203)) * second,
  missed: () => 30 * second,
  declined: (random) => (3 + 17 * random(203)) * second,
  cancelled: (random) => (5 + 35 * random(203)) * second
}

/** How a call goes when there is as much time until the next of someone in it; a call that a third joins is taken. */
export const course = (random: Random, time: number, isTaken: boolean): Course => {
  const drawn = isTaken ? "ended" : byShare(endings, "ended", random(200))
  // where there is no time to talk the dialer hangs up
  const ending = drawn === "ended" && time < 15 * second && !isTaken ? "cancelled" : drawn
  const ring = rings[ending](random)
  const whole = ending === "ended" ? ring + talk(random) : ending === "failed" ? ring + talk(random) / 3 : ring
  const ended = Math.floor(whole < time ? whole : time * (0.55 + 0.4 * random(204)))
  const isMet = ending === "ended" || ending === "failed"
  return { ending, answered: isMet ? Math.floor(Math.min(ring, ended / 3)) : undefined, ended }
}
