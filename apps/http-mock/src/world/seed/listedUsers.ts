import { OnCallGroupId } from "@remote-assist/core/OnCallGroups"
import * as HashMap from "effect/HashMap"

import { defaultPods, withMembers } from "../model/joining.ts"
import * as PersonalAccessTokens from "../model/personalAccessTokens.ts"
import type { World } from "../model/World.ts"
import * as Removals from "../users/Removals.ts"
import type { User } from "../users/User.ts"
import * as Users from "../users/Users.ts"
import { listedEntry } from "./listedEntry.ts"
import { idsOf } from "./listedPods.ts"
import type { Listed } from "./listedPods.ts"

/** The positions of listed users from one on. */
export const positionsOf = (users: ReadonlyArray<Listed<"users">>, first: number): ReadonlyArray<number> =>
  idsOf(users, Users.idAt(first) - 1).map(Users.positionOf)

const userOf = (world: World, position: number, listed: Listed<"users">): User => {
  const { password, pods } = listed
  return {
    entry: listedEntry(position, listed),
    pods:
      pods === undefined ? defaultPods(world) : world.pods.filter((one) => pods.includes(one.name)).map(({ id }) => id),
    ...(password === undefined ? {} : { password })
  }
}

const withToken = (world: World, user: User, token: string, description: string): World =>
  PersonalAccessTokens.add(world, {
    id: PersonalAccessTokens.nextId(world),
    userId: user.entry.id,
    description,
    token
  })

const withBelongings = (world: World, user: User, listed: Listed<"users">): World => {
  const { favorites = [], personal_access_tokens: tokens = [] } = listed
  const owned = tokens.reduce((next, { description = "", token }) => withToken(next, user, token, description), world)
  const ids = world.onCallGroups
    .filter(({ name }) => favorites.includes(String(name)))
    .map(({ id }) => OnCallGroupId.make(id))
  return ids.length === 0 ? owned : { ...owned, favorites: HashMap.set(owned.favorites, user.entry.id, ids) }
}

/** The table of listed users alone, without what is between their ids. */
const tableOf = (users: ReadonlyArray<User>, generated: Users.Users["generated"]): Users.Users => {
  const taken = users.map(({ entry }) => Users.positionOf(entry.id)).toSorted((one, other) => one - other)
  const removed = taken.reduce(
    (gaps, position, index) => Removals.addRange(gaps, (taken[index - 1] ?? -1) + 1, position),
    Removals.empty
  )
  return { ...Users.make(users, generated), removed }
}

/** Users with their table. */
interface Joined {
  readonly users: ReadonlyArray<User>
  readonly table: Users.Users
}

const joinedTo = (world: World, listed: ReadonlyArray<Listed<"users">>, isAlone: boolean): Joined => {
  const positions = positionsOf(listed, isAlone ? 0 : world.users.next)
  const users = listed.map((one, index) => userOf(world, positions[index] ?? 0, one))
  return {
    users,
    table: isAlone ? tableOf(users, world.users.generated) : users.reduce(Users.add, world.users)
  }
}

type Join = (world: World) => Joined

/** The same for every world of a seed, made once: a file may list many users, and each tenant has two worlds. */
const once = (join: Join): Join => {
  let kept: (Joined & { readonly seed: number }) | undefined
  return (world) => {
    const { seed } = world.settings
    return kept?.seed === seed ? kept : (kept = { ...join(world), seed })
  }
}

/** How listed users join the worlds of a seed: with the table of those that are there, or alone. */
export const joining = (listed: ReadonlyArray<Listed<"users">>, isAlone: boolean): Join => {
  const joined: Join = (world) => joinedTo(world, listed, isAlone)
  return isAlone ? once(joined) : joined
}

/** A world with the listed users in it, and what is theirs. */
export const withUsers = (world: World, listed: ReadonlyArray<Listed<"users">>, join: Join): World => {
  const { table, users } = join(world)
  const next = { ...world, pods: withMembers(world.pods, users), users: table }
  return users.reduce((next, user, index) => {
    const one = listed[index]
    return one === undefined ? next : withBelongings(next, user, one)
  }, next)
}
