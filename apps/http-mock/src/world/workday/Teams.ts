import { prng } from "../prng.ts"
import * as Permutation from "./Permutation.ts"
import * as Roster from "./Roster.ts"

/**
 * How the users of a world work together: in teams of about forty, each with the same number of calls a round. A member of a
 * team is the more active the lower its number.
 */
export interface Teams {
  readonly count: number
  /** How many calls a team has a round. */
  readonly calls: number
  readonly rosterOf: (team: number) => Roster.Roster
  /** The round of its roster that a team begins with. */
  readonly beginOf: (team: number) => number
  readonly placeOf: (user: number) => Place
  readonly userAt: (place: Place) => number
}

export interface Place {
  readonly team: number
  readonly member: number
}

const usual = 40

/** How many teams so many users are in. */
export const countOf = (users: number): number => Math.max(1, Math.floor(users / usual))

/** The first users, who are in the first team and the most active there. */
const known = [0, 1, 2]

export const make = (seed: number, users: number): Teams => {
  const count = countOf(users)
  const [least, larger] = [Math.floor(users / count), users % count]
  const calls = Math.max(1, Math.round(users / count / 10))
  const order = known.reduce(
    (places, user) => Permutation.putting(user, user * count, places),
    Permutation.shuffled(users, seed, 70)
  )
  return {
    count,
    calls,
    // made when the first call is asked for, not at the start
    rosterOf: (team) => Roster.of(team < larger ? least + 1 : least, calls),
    beginOf: (team) => prng(seed, team, 74) % Roster.length,
    placeOf: (user) => {
      const place = order.to(user)
      return { team: place % count, member: Math.floor(place / count) }
    },
    userAt: ({ member, team }) => order.from(member * count + team)
  }
}
