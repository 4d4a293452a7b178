import { names } from "./groupNames.ts"
import { countOf as teamsOf } from "./Teams.ts"
import type { Teams } from "./Teams.ts"

/** The on-call groups of a world: the most active of one team each, or of several where there are more teams than groups. */
export interface Groups {
  readonly count: number
  /** The group that a user is in, if any. */
  readonly of: (user: number) => number | undefined
  readonly members: (group: number) => ReadonlyArray<number>
}

const fewest = 2

/** The most teams of one group. */
const mostTeams = 4

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** How many groups so many users have. */
const countOf = (users: number): number => Math.min(names.length, Math.max(fewest, teamsOf(users)))

/** The names of the groups of so many users. */
export const namesOf = (users: number): ReadonlyArray<string> => names.slice(0, countOf(users))

export const make = (teams: Teams, users: number): Groups => {
  const count = countOf(users)
  const covered = Math.min(teams.count, count * mostTeams)
  const onCall = range(Math.max(fewest, teams.calls))
  // of a single team the members take turns
  const groupOf = (team: number, member: number) => (teams.count === 1 ? member : team) % count
  const membersOf = (group: number): ReadonlyArray<number> => {
    const found: Array<number> = []
    for (let team = teams.count === 1 ? 0 : group; team < covered; team += count)
      for (const member of onCall) if (groupOf(team, member) === group) found.push(teams.userAt({ team, member }))
    return found
  }
  const members = new Map<number, ReadonlyArray<number>>()
  return {
    count,
    of: (user) => {
      const { member, team } = teams.placeOf(user)
      return team < covered && member < onCall.length ? groupOf(team, member) : undefined
    },
    members: (group) => {
      const known = members.get(group) ?? membersOf(group)
      members.set(group, known)
      return known
    }
  }
}
