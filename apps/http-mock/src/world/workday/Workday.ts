import * as Days from "./Days.ts"
import * as Groups from "./Groups.ts"
import * as Meetings from "./Meetings.ts"

/** A call of a working day, users by their positions. */
export interface Met extends Meetings.Meeting {
  /** When it begins, in milliseconds before the epoch. */
  readonly ago: number
  /** When the next call of someone in it begins, in the same way; 0 where there is none. */
  readonly nextAgo: number
}

/** The calls of working days up to the epoch, by their numbers, the newest first. Nothing is kept of any of them. */
export interface Workday {
  readonly groups: Groups.Groups
  readonly at: (call: number) => Met
  readonly ofUser: (user: number) => Meetings.Numbers
  /** When a user's first call and their last one begin, in milliseconds before the epoch. */
  readonly spanOf: (user: number) => Span | undefined
}

export interface Span {
  readonly firstAgo: number
  readonly lastAgo: number
}

export interface WorkdayOptions {
  readonly seed: number
  readonly users: number
  readonly calls: number
  /** When a user is in a call after all of these, in milliseconds before the epoch; 0 for never. */
  readonly takenAgo?: (user: number) => number
}

/** Three may meet in a call. */
const fewestUsers = 3

export const make = ({ calls, seed, takenAgo = () => 0, ...options }: WorkdayOptions): Workday => {
  const users = Math.max(fewestUsers, options.users)
  const { at, ofUser, teams } = Meetings.make(seed, users)
  const agoOf = Days.make(seed, users, calls)
  const nextAgo = (call: number) => (user: number) => {
    const theirs = ofUser(user, calls)
    const index = theirs.indexOf(call)
    return index === 0 ? takenAgo(user) : agoOf(theirs.at(index - 1))
  }
  return {
    groups: Groups.make(teams, users),
    at: (call) => {
      const meeting = at(call)
      const { dialer, receiver, third } = meeting
      const next = [dialer, receiver, ...(third === undefined ? [] : [third])].map(nextAgo(call))
      return { ...meeting, ago: agoOf(call), nextAgo: Math.max(...next) }
    },
    ofUser: (user) => ofUser(user, calls),
    spanOf: (user) => {
      const { at, total } = ofUser(user, calls)
      return total === 0 ? undefined : { firstAgo: agoOf(at(total - 1)), lastAgo: agoOf(at(0)) }
    }
  }
}
