import { UserId } from "@remote-assist/core/EnterpriseUsers"
import type { PodId } from "@remote-assist/core/Pods"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import type { Positions } from "../lists/paging.ts"
import { emailSuffix, firstId, GeneratedUser } from "./GeneratedUser.ts"
import * as PositionSet from "./PositionSet.ts"
import { generatedEntry } from "./User.ts"
import type { User } from "./User.ts"

/**
 * The users, a persistent table in the order of creation. A user's id is its position plus `firstId`. Generated rows are
 * created on demand; the table stores the created and changed rows, and the removed positions.
 */
export interface Users {
  readonly generated: GeneratedRange
  /** The position of the next user to be created. */
  readonly next: number
  readonly removed: PositionSet.PositionSet
  readonly rows: HashMap.HashMap<number, User>
  /** The positions of stored rows by e-mail address and user name, in lower case. */
  readonly emails: HashMap.HashMap<string, number>
  readonly usernames: HashMap.HashMap<string, number>
}

/** Returns the position of an id, whether the user exists or not. */
export const positionOf = (id: number): number => id - firstId

const store = (users: Users, position: number, user: User): Users => ({
  ...users,
  rows: HashMap.set(users.rows, position, user),
  emails: HashMap.set(users.emails, user.entry.email.toLowerCase(), position),
  usernames: HashMap.set(users.usernames, user.entry.username.toLowerCase(), position)
})

/** Makes a table of stored users and a range of generated ones. */
export const make = (stored: ReadonlyArray<User>, generated: GeneratedRange): Users =>
  stored.reduce<Users>((users, user) => store(users, positionOf(user.entry.id), user), {
    generated,
    next: generated.to,
    removed: PositionSet.empty,
    rows: HashMap.empty(),
    emails: HashMap.empty(),
    usernames: HashMap.empty()
  })

export const size = (users: Users): number => users.next - users.removed.count

export const idAt = (position: number): UserId => UserId.make(position + firstId)

export const nextId = (users: Users): UserId => idAt(users.next)

export const rowAt = (users: Users, position: number): User =>
  Option.getOrElse(HashMap.get(users.rows, position), () => generatedUserAt(users.generated, position))

export const isPresent = (users: Users, position: number): boolean =>
  position >= 0 && position < users.next && (users.removed.count === 0 || !PositionSet.has(users.removed, position))

/** Returns the names and the e-mail address of the user at a position, or `undefined`. */
export const shownAt = (
  users: Users,
  position: number
): Pick<User["entry"], "email" | "name" | "username"> | undefined => {
  if (!isPresent(users, position)) return undefined
  const row = HashMap.get(users.rows, position)
  return Option.isSome(row) ? row.value.entry : generatedRowAt(users.generated, position)
}

const present = (users: Users, position: number | undefined): Option.Option<User> =>
  position !== undefined && Number.isInteger(position) && isPresent(users, position)
    ? Option.some(rowAt(users, position))
    : Option.none()

export const byId = (users: Users, id: number): Option.Option<User> => present(users, positionOf(id))

const find = (users: Users, stored: HashMap.HashMap<string, number>, text: string, username: string | undefined) =>
  present(
    users,
    Option.getOrElse(HashMap.get(stored, text), () =>
      username === undefined ? undefined : generatedPositionOf(users.generated, username)
    )
  )

/** Finds a user by e-mail address, ignoring case. */
export const byEmail = (users: Users, email: string): Option.Option<User> => {
  const text = email.toLowerCase()
  const username = text.endsWith(emailSuffix) ? text.slice(0, -emailSuffix.length) : undefined
  return Option.filter(find(users, users.emails, text, username), (user) => user.entry.email.toLowerCase() === text)
}

/** Finds a user by user name, ignoring case. */
export const byUsername = (users: Users, username: string): Option.Option<User> => {
  const text = username.toLowerCase()
  return Option.filter(find(users, users.usernames, text, text), (user) => user.entry.username.toLowerCase() === text)
}

/** Adds a user with the id {@link nextId}. */
export const add = (users: Users, user: User): Users => ({ ...store(users, users.next, user), next: users.next + 1 })

export const replace = (users: Users, user: User): Users => {
  const position = positionOf(user.entry.id)
  return store(forget(users, position), position, user)
}

/** Removes an existing user. The id is not reused. */
export const remove = (users: Users, id: UserId): Users => {
  const position = positionOf(id)
  return { ...forget(users, position), removed: PositionSet.add(users.removed, position) }
}

const forget = (users: Users, position: number): Users =>
  Option.match(HashMap.get(users.rows, position), {
    onNone: () => users,
    onSome: ({ entry }) => ({
      ...users,
      rows: HashMap.remove(users.rows, position),
      emails: HashMap.remove(users.emails, entry.email.toLowerCase()),
      usernames: HashMap.remove(users.usernames, entry.username.toLowerCase())
    })
  })

export interface Changed {
  readonly next: number
  readonly removed: ReadonlyArray<number>
  readonly rows: ReadonlyArray<User>
  /** The positions whose rows are no longer stored. */
  readonly forgotten: ReadonlyArray<number>
}

/** Applies a change. Old rows are removed first, as users may have swapped e-mail addresses. */
export const changed = (users: Users, { forgotten, next, removed, rows }: Changed): Users => {
  const rest = [...forgotten, ...rows.map(({ entry }) => positionOf(entry.id))].reduce(forget, users)
  const stored = rows.reduce((table, row) => store(table, positionOf(row.entry.id), row), rest)
  return { ...stored, next, removed: removed.reduce(PositionSet.add, users.removed) }
}

/** Returns the positions of the existing users. */
export const positions = (users: Users): Positions => ({
  total: size(users),
  at: (index) => PositionSet.select(users.removed, index)
})

/** The users that are generated on demand: positions `from` to `to`, exclusive. */
export interface GeneratedRange {
  readonly seed: number
  readonly from: number
  readonly to: number
  /** The pods of the users, in turn by position. */
  readonly pods: ReadonlyArray<ReadonlyArray<PodId>>
}

export const generatedRowAt = ({ seed }: GeneratedRange, position: number): GeneratedUser =>
  new GeneratedUser(seed, position)

export const generatedUserAt = (range: GeneratedRange, position: number): User => ({
  entry: generatedEntry(generatedRowAt(range, position)),
  pods: range.pods[position % range.pods.length] ?? []
})

/** Returns the position that a user name, in lower case, is generated from, or `undefined`. */
export const generatedPositionOf = (range: GeneratedRange, username: string): number | undefined => {
  const position = Number(/\.(\d{1,9})$/.exec(username)?.[1]) - firstId
  return position >= range.from && position < range.to && generatedRowAt(range, position).username === username
    ? position
    : undefined
}

/** Checks whether two ranges generate the same user at each position that both have. */
export const haveSameSource = (one: GeneratedRange, other: GeneratedRange): boolean =>
  one === other ||
  (one.seed === other.seed && one.from === other.from && JSON.stringify(one.pods) === JSON.stringify(other.pods))
