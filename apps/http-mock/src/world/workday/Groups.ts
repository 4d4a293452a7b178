import type { Teams } from "./Teams.ts"

/** The on-call groups of a world: the most active of one team each, or of several where there are more teams than groups. */
export interface Groups {
  readonly count: number
  /** The group that a user is in, if any. */
  readonly of: (user: number) => number | undefined
  readonly members: (group: number) => ReadonlyArray<number>
}

/** What the groups are named after, as many as there are. */
export const names = [
  "Hydraulics",
  "Electrical",
  "Pneumatics",
  "Turbines",
  "Conveyors",
  "Robotics",
  "Refrigeration",
  "Boilers",
  "Pumps",
  "Elevators",
  "Printing",
  "Packaging",
  "Welding",
  "Metrology",
  "Networks",
  "Sensors",
  "Generators",
  "Compressors",
  "Drives",
  "Cranes",
  "Ventilation",
  "Fire Safety",
  "Water Treatment",
  "Tooling"
]

const fewest = 2

/** The most teams of one group. */
const mostTeams = 10

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

export const make = (teams: Teams): Groups => {
  const count = Math.min(names.length, Math.max(fewest, teams.count))
  const covered = Math.min(teams.count, count * mostTeams)
  const onCall = range(Math.max(fewest, teams.calls))
  // of a single team the members take turns
  const groupOf = (team: number, member: number) => (teams.count === 1 ? member : team) % count
  return {
    count,
    of: (user) => {
      const { member, team } = teams.placeOf(user)
      return team < covered && member < onCall.length ? groupOf(team, member) : undefined
    },
    members: (group) =>
      range(covered).flatMap((team) =>
        onCall.flatMap((member) => (groupOf(team, member) === group ? [teams.userAt({ team, member })] : []))
      )
  }
}
