import { OnCallGroupId } from "@remote-assist/core/OnCallGroups"
import { PodId } from "@remote-assist/core/Pods"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"

import { defaultPods, withMembers } from "../model/membership.ts"
import * as PersonalAccessTokens from "../model/personalAccessTokens.ts"
import type { World } from "../model/World.ts"
import { timestamp } from "../timestamp.ts"
import { epoch } from "../users/GeneratedUser.ts"
import * as PositionSet from "../users/PositionSet.ts"
import { plainUser, roles, createdEntry } from "../users/User.ts"
import type { Entry, User } from "../users/User.ts"
import * as Users from "../users/Users.ts"
import { pod } from "./defaultWorld.ts"
import { usernameOf } from "./WorldFile.ts"
import type { WorldFile } from "./WorldFile.ts"

export type Listed<Part extends keyof WorldFile> =
  NonNullable<WorldFile[Part]> extends ReadonlyArray<infer One> ? One : never

/** Returns the ids of entries; those without an id get the next free ones. */
const idsOf = (entries: ReadonlyArray<{ readonly id?: number }>, last: number): ReadonlyArray<number> => {
  let next = entries.reduce((max, { id = 0 }) => Math.max(max, id), last)
  return entries.map(({ id }) => id ?? ++next)
}

export const lastId = (entries: ReadonlyArray<{ readonly id: number }>, min: number) =>
  entries.reduce((last, { id }) => Math.max(last, id), min)

/** Returns the listed pods, with ids after the last used one. */
export const podsOf = (
  listed: ReadonlyArray<Listed<"pods">>,
  last: number,
  isDefault: (one: Listed<"pods">, index: number) => boolean
): World["pods"] => {
  const ids = idsOf(listed, last)
  return listed.map(({ admins: _, admin_count: __, subpods: ___, user_count: ____, ...one }, index) =>
    pod({ ...one, id: PodId.make(ids[index] ?? 0), default: isDefault(one, index) })
  )
}

export const withPods = (world: World, pods: ReadonlyArray<Listed<"pods">>): World => ({
  ...world,
  pods: [...world.pods, ...podsOf(pods, lastId(world.pods, 0), (one) => one.default ?? false)]
})

/** Sets the listed values of pods, instead of those computed from their users. */
export const withFigures = (world: World, listed: ReadonlyArray<Listed<"pods">>): World => {
  const listedByName = new Map(listed.map((one) => [one.name, one]))
  const pods = world.pods.map((pod): World["pods"][number] => {
    const { admin_count, admins, subpods, user_count } = listedByName.get(pod.name) ?? {}
    return {
      ...pod,
      ...(user_count === undefined ? {} : { user_count }),
      ...(admin_count === undefined ? {} : { admin_count }),
      ...(admins === undefined
        ? {}
        : { admins: admins.flatMap((email) => Option.toArray(Users.byEmail(world.users, email)).map(idIn)) }),
      ...(subpods === undefined
        ? {}
        : { subpods: world.pods.filter(({ name }) => subpods.includes(name)).map(({ id }) => ({ id })) })
    }
  })
  return { ...world, pods }
}

const idIn = ({ entry: { id } }: User) => ({ id })

type ListedUser = NonNullable<WorldFile["users"]>[number]

/** Returns the entry of a listed user at a position: a new user with the listed fields. */
export const listedEntry = (position: number, listed: ListedUser): Entry => {
  const { active = true, email, name, role } = listed
  const fields = Struct.omit(listed, [
    "id",
    "username",
    "role",
    "active",
    "password",
    "pods",
    "favorites",
    "personal_access_tokens"
  ])
  const entry = createdEntry({
    id: Users.idAt(position),
    username: usernameOf(listed),
    name,
    email,
    role: roles.find(({ name }) => name === role) ?? plainUser,
    at: timestamp(epoch),
    invited: true
  })
  return { ...entry, active, available: active, ...fields }
}

/** Returns the positions of listed users, from a first one on. */
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

const withBelongings = (world: World, user: User, listed: Listed<"users">): World => {
  const { favorites = [], personal_access_tokens: tokens = [] } = listed
  const owned = tokens.reduce(
    (next, { description = "", token }) => PersonalAccessTokens.addSeeded(next, user.entry.id, token, description),
    world
  )
  const ids = world.onCallGroups
    .filter(({ name }) => favorites.includes(String(name)))
    .map(({ id }) => OnCallGroupId.make(id))
  return ids.length === 0 ? owned : { ...owned, favorites: HashMap.set(owned.favorites, user.entry.id, ids) }
}

/** Returns a table of listed users only, without the positions between their ids. */
const tableOf = (users: ReadonlyArray<User>, generated: Users.Users["generated"]): Users.Users => {
  const taken = users.map(({ entry }) => Users.positionOf(entry.id)).toSorted((one, other) => one - other)
  const removed = taken.reduce(
    (gaps, position, index) => PositionSet.addRange(gaps, (taken[index - 1] ?? -1) + 1, position),
    PositionSet.empty
  )
  return { ...Users.make(users, generated), removed }
}

interface Joined {
  readonly users: ReadonlyArray<User>
  readonly table: Users.Users
}

type Join = (world: World) => Joined

/** Returns a function that adds the listed users to the table of a world, or to an empty one. */
export const makeJoin = (listed: ReadonlyArray<Listed<"users">>, isAlone: boolean): Join => {
  let last: Joined | undefined
  return (world) => {
    const { generated, next } = world.users
    // a file may list many users, and each tenant has two worlds
    if (isAlone && last !== undefined && last.table.generated.seed === generated.seed) return last
    const positions = positionsOf(listed, isAlone ? 0 : next)
    const users = listed.map((one, index) => userOf(world, positions[index] ?? 0, one))
    last = { users, table: isAlone ? tableOf(users, generated) : users.reduce(Users.add, world.users) }
    return last
  }
}

/** Adds the listed users to a world, with their data. */
export const withUsers = (world: World, listed: ReadonlyArray<Listed<"users">>, join: Join): World => {
  const { table, users } = join(world)
  const next = { ...world, pods: withMembers(world.pods, users), users: table }
  return users.reduce((next, user, index) => {
    const one = listed[index]
    return one === undefined ? next : withBelongings(next, user, one)
  }, next)
}
