import { prng } from "../prng.ts"
import type { Roster } from "./Roster.ts"

/** Who of a team calls whom in a round. */
export interface Pairs {
  /** The members by call: each dialer, and its receiver after it. */
  readonly seats: ReadonlyArray<number>
  /** Who joins one of the calls, and which. */
  readonly third: { readonly member: number; readonly call: number } | undefined
}

const swap = (list: Array<number>, one: number, other: number) => {
  const kept = list[one] ?? 0
  list[one] = list[other] ?? 0
  list[other] = kept
}

/** Puts the entries at some places in another order. */
const shuffle = (list: Array<number>, places: ReadonlyArray<number>, random: (salt: number) => number) => {
  for (let last = places.length - 1; last > 0; last--)
    swap(list, places[last] ?? 0, places[random(last) % (last + 1)] ?? 0)
}

/** Two of three pairs are those who call each other often, the others meet as it happens. */
export const pairs = ({ calls, rounds }: Roster, round: number, random: (salt: number) => number): Pairs => {
  const seats = [...(rounds[round % rounds.length] ?? [])]
  const [member] = seats.length > 2 * calls ? seats.splice(random(90) % seats.length, 1) : []
  const open: Array<number> = []
  for (let call = 0; call < calls; call++) if (random(100 + call) % 3 === 0) open.push(2 * call, 2 * call + 1)
  shuffle(seats, open, (last) => random(120 + last))
  for (let call = calls - 1; call >= 0; call--) {
    const other = random(140 + call) % (call + 1)
    swap(seats, 2 * call, 2 * other)
    swap(seats, 2 * call + 1, 2 * other + 1)
    // the more active are called more often than they call
    const isUpwards = (seats[2 * call] ?? 0) > (seats[2 * call + 1] ?? 0)
    if (isUpwards !== random(160 + call) % 5 < 3) swap(seats, 2 * call, 2 * call + 1)
  }
  return { seats, third: member === undefined ? undefined : { member, call: random(91) % calls } }
}

/** What is drawn for a team in a round. */
export const chance = (seed: number, team: number, round: number): ((salt: number) => number) => {
  const key = prng(seed, round, 71)
  return (salt) => prng(key, team, salt)
}
