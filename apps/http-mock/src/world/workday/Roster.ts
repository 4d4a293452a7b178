/** Who of a team is in a call in which round of its calls; what comes after the last round is as the first. */
export interface Roster {
  /** How many calls the team has a round. */
  readonly calls: number
  /** The members in each round, two a call and one more in some; those who call each other often side by side. */
  readonly rounds: ReadonlyArray<ReadonlyArray<number>>
  /** The rounds of each member. */
  readonly ofMember: ReadonlyArray<ReadonlyArray<number>>
}

export const length = 96

/** One call in so many has a third participant. */
const perThird = 12

/** The share of members who are in no call. */
const idle = 0.1

/** How active the members of a team are, the most active first: as by Zipf's law, and the last are not at all. */
const activities = (size: number): ReadonlyArray<number> =>
  Array.from({ length: size }, (_, member) => ((member + 0.5) / size >= 1 - idle ? 0 : 1 / (member + 1) ** 0.9))

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, number) => total + number, 0)

const make = (size: number, calls: number): Roster => {
  const activity = activities(size)
  const active = activity.filter((one) => one > 0).length
  const thirdEvery = Math.max(1, Math.round(perThird / calls))
  const seats = Array.from({ length }, (_, round) => Math.min(active, 2 * calls + (round % thirdEvery === 0 ? 1 : 0)))
  const share = sum(seats) / length / sum(activity)
  const due = activity.map(() => 0)
  const friends = (member: number) => (member * 7) % size
  const members = Array.from({ length: active }, (_, member) => member)
  const rounds = seats.map((count) => {
    members.forEach((member) => (due[member] = (due[member] ?? 0) + share * (activity[member] ?? 0)))
    const chosen = members.toSorted((one, other) => (due[other] ?? 0) - (due[one] ?? 0)).slice(0, count)
    chosen.forEach((member) => (due[member] = (due[member] ?? 0) - 1))
    return chosen.toSorted((one, other) => friends(one) - friends(other) || one - other)
  })
  return {
    calls,
    rounds,
    ofMember: activity.map((_, member) => rounds.flatMap((chosen, round) => (chosen.includes(member) ? [round] : [])))
  }
}

// there are as many as teams have sizes, some dozens
const rosters = new Map<number, Roster>()

/** The roster of a team. */
export const of = (size: number, calls: number): Roster => {
  const key = size * 1000 + calls
  const known = rosters.get(key)
  if (known !== undefined) return known
  const made = make(size, calls)
  rosters.set(key, made)
  return made
}

/** How many rounds of a member there are before one, which may be any number. */
export const before = ({ rounds }: Roster, theirs: ReadonlyArray<number>, round: number): number => {
  const rest = round % rounds.length
  const within = theirs.findIndex((one) => one >= rest)
  return ((round - rest) / rounds.length) * theirs.length + (within < 0 ? theirs.length : within)
}

/** The round of a member with so many before it. */
export const after = ({ rounds }: Roster, theirs: ReadonlyArray<number>, count: number): number => {
  const rest = count % theirs.length
  return ((count - rest) / theirs.length) * rounds.length + (theirs[rest] ?? 0)
}
