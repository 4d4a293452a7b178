import { prng } from "../prng.ts"
import * as Pairs from "./Pairs.ts"
import * as Permutation from "./Permutation.ts"
import * as Roster from "./Roster.ts"
import * as Teams from "./Teams.ts"

/** Who meets in a call, users by their positions. */
export interface Meeting {
  readonly dialer: number
  readonly receiver: number
  readonly third: number | undefined
}

/** The calls of a user, of all calls by their numbers, in order. */
export interface Numbers {
  readonly total: number
  readonly at: (index: number) => number
  /** Where a call of the user is among them. */
  readonly indexOf: (call: number) => number
}

/**
 * Who meets in which call. Calls go by in rounds, in each of which every team has its calls, spread over the round, and a
 * user is in one of them at most. Everything is found both ways by arithmetic, whatever the number of users and calls.
 */
export interface Meetings {
  readonly teams: Teams.Teams
  readonly at: (call: number) => Meeting
  readonly ofUser: (user: number, calls: number) => Numbers
}

const none: Numbers = { total: 0, at: () => 0, indexOf: () => 0 }

export const make = (seed: number, users: number): Meetings => {
  const teams = Teams.make(seed, users)
  const order = Permutation.spread(teams.count)
  const perRound = teams.count * teams.calls
  const pairsOf = (team: number, round: number) =>
    Pairs.pairs(teams.rosterOf(team), teams.beginOf(team) + round, Pairs.chance(seed, team, round))
  // in one call of each team and round, two teams exchange whom they call
  const awayIn = (round: number) => prng(seed, round, 72) % teams.calls
  const otherOf = (team: number, round: number) =>
    ((prng(seed, round, 73) % teams.count) + teams.count - team) % teams.count
  const numberOf = (round: number, call: number, team: number) => round * perRound + call * teams.count + order.to(team)
  const at = (number: number): Meeting => {
    const round = Math.floor(number / perRound)
    const within = number - round * perRound
    const call = Math.floor(within / teams.count)
    const team = order.from(within % teams.count)
    const { seats, third } = pairsOf(team, round)
    const other = call === awayIn(round) ? otherOf(team, round) : team
    const called = other === team ? seats : pairsOf(other, round).seats
    const user = (team: number, member = 0) => teams.userAt({ team, member })
    return {
      dialer: user(team, seats[2 * call]),
      receiver: user(other, called[2 * call + 1]),
      third: third?.call === call ? user(team, third.member) : undefined
    }
  }
  /** The number of the call that a member has in a round of theirs. */
  const inRound = ({ member, team }: Teams.Place, round: number) => {
    const { seats, third } = pairsOf(team, round)
    if (third?.member === member) return numberOf(round, third.call, team)
    const seat = seats.indexOf(member)
    const call = seat >>> 1
    return numberOf(round, call, seat % 2 === 1 && call === awayIn(round) ? otherOf(team, round) : team)
  }
  const ofUser = (user: number, calls: number): Numbers => {
    if (user < 0 || user >= users) return none
    const place = teams.placeOf(user)
    const roster = teams.rosterOf(place.team)
    const theirs = roster.ofMember[place.member] ?? []
    if (theirs.length === 0) return none
    const begin = teams.beginOf(place.team)
    const skipped = Roster.before(roster, theirs, begin)
    const roundAt = (index: number) => Roster.after(roster, theirs, skipped + index) - begin
    const at = (index: number) => inRound(place, roundAt(index))
    const whole = Roster.before(roster, theirs, begin + Math.floor(calls / perRound)) - skipped
    return {
      total: roundAt(whole) * perRound < calls && at(whole) < calls ? whole + 1 : whole,
      at,
      indexOf: (call) => Roster.before(roster, theirs, begin + Math.floor(call / perRound)) - skipped
    }
  }
  return { teams, at, ofUser }
}
