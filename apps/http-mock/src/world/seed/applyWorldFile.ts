import { OnCallGroupId } from "@remote-assist/core/OnCallGroups"
import { PodId } from "@remote-assist/core/Pods"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"

import * as Calls from "../calls/Calls.ts"
import { emptyWorld } from "../model/emptyWorld.ts"
import { defaultPods } from "../model/joining.ts"
import { withMembers } from "../model/members.ts"
import { send } from "../model/outbox.ts"
import * as PersonalAccessTokens from "../model/personalAccessTokens.ts"
import type { World } from "../model/World.ts"
import { epoch } from "../users/GeneratedRow.ts"
import * as Removals from "../users/Removals.ts"
import type { User } from "../users/User.ts"
import * as Users from "../users/Users.ts"
import { onCallGroup, onCallGroups, pod, workdayOf } from "./defaultWorld.ts"
import { listedEntry } from "./listedEntry.ts"
import { onlyPod } from "./named.ts"
import { placeListed } from "./placeListed.ts"
import type { Misplaced } from "./placeListed.ts"
import type { WorldFile } from "./WorldFile.ts"

type Listed<Part extends keyof WorldFile> = NonNullable<WorldFile[Part]> extends ReadonlyArray<infer One> ? One : never

/** A seeded world without anything in it, as many listed users as are to come left room for. */
const emptied = (world: World, { on_call_groups: _, pods = [], size, users = [] }: WorldFile): World => {
  const [generated, calls] = [size?.users ?? 0, size?.calls ?? 0]
  const from = positionsOf(users, 0).reduce((most, position) => Math.max(most, position), -1) + 1
  const to = from + generated
  const hasDefault = pods.some((one) => one.default === true)
  const names = pods.length === 0 ? [{ name: onlyPod }] : pods
  const madePods = podsOf(names, 0, (one, index) => (hasDefault ? (one.default ?? false) : index === 0))
  const theirs = madePods.filter((one) => one.default)
  const made = Calls.make({ seed: world.settings.seed, size: calls, users: to, shape: world.calls.shape })
  return {
    ...emptyWorld(world.settings),
    line: world.line,
    drawn: world.drawn,
    users: Users.make([], {
      seed: world.settings.seed,
      from,
      to,
      pods: [theirs.map(({ id }) => id)],
      ...workdayOf(world.calls.shape, calls)
    }),
    pods: madePods.map((one) => (one.default ? { ...one, user_count: generated } : one)),
    calls: made,
    onCallGroups: onCallGroups(made, [])
  }
}

/** The ids of entries: their own, and for the others those behind all of them. */
const idsOf = (entries: ReadonlyArray<{ readonly id?: number }>, last: number): ReadonlyArray<number> => {
  let next = entries.reduce((most, { id = 0 }) => Math.max(most, id), last)
  return entries.map(({ id }) => id ?? ++next)
}

const podsOf = (
  listed: ReadonlyArray<Listed<"pods">>,
  last: number,
  isDefault: (one: Listed<"pods">, index: number) => boolean
): World["pods"] => {
  const ids = idsOf(listed, last)
  return listed.map(({ admins: _, admin_count: __, subpods: ___, user_count: ____, ...one }, index) =>
    pod({ ...one, id: PodId.make(ids[index] ?? 0), default: isDefault(one, index) })
  )
}

/** The positions of listed users from one on. */
const positionsOf = (users: ReadonlyArray<Listed<"users">>, first: number): ReadonlyArray<number> =>
  idsOf(users, Users.idAt(first) - 1).map(Users.positionOf)

const lastId = (entries: ReadonlyArray<{ readonly id: number }>, least: number) =>
  entries.reduce((last, { id }) => Math.max(last, id), least)

const withPods = (world: World, pods: ReadonlyArray<Listed<"pods">>): World => ({
  ...world,
  pods: [...world.pods, ...podsOf(pods, lastId(world.pods, 0), (one) => one.default ?? false)]
})

const withGroups = (world: World, groups: ReadonlyArray<Listed<"on_call_groups">>): World => {
  const first = lastId(world.onCallGroups, 10) + 1
  const made = groups.map(({ description, name }, index) => onCallGroup(first + index, name, description))
  return { ...world, onCallGroups: [...world.onCallGroups, ...made] }
}

/** Those of the file with whom they list, who are there only now. */
const withOnCall = (world: World, groups: ReadonlyArray<Listed<"on_call_groups">>): World => {
  const first = world.onCallGroups.length - groups.length
  const membersOf = ({ members = [] }: Listed<"on_call_groups">) =>
    members.flatMap((name) => Option.toArray(Option.map(Users.byUsername(world.users, name), ({ entry }) => entry.id)))
  return {
    ...world,
    onCallGroups: world.onCallGroups.map((group, index) => {
      const listed = groups[index - first]
      return listed?.members === undefined ? group : { ...group, members: membersOf(listed) }
    })
  }
}

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

const withUsers = (world: World, listed: ReadonlyArray<Listed<"users">>, join: Join): World => {
  const { table, users } = join(world)
  const next = { ...world, pods: withMembers(world.pods, users), users: table }
  return users.reduce((next, user, index) => {
    const one = listed[index]
    return one === undefined ? next : withBelongings(next, user, one)
  }, next)
}

/** The pods with what is said of them in place of what follows from their users. */
const withFigures = (world: World, listed: ReadonlyArray<Listed<"pods">>): World => {
  const said = new Map(listed.map((one) => [one.name, one]))
  const pods = world.pods.map((pod): World["pods"][number] => {
    const { admin_count, admins, subpods, user_count } = said.get(pod.name) ?? {}
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

const withAccount = (world: World, account: Listed<"accounts">): World => {
  const { confirmation_token: token, email, name, password } = account
  const key = email.toLowerCase()
  const next = {
    ...world,
    accounts: HashMap.set(world.accounts, key, {
      email,
      name,
      password,
      location: "",
      title: "",
      registeredAt: epoch,
      confirmationToken: token
    }),
    confirmations: HashMap.set(world.confirmations, token, { account: key })
  }
  return send(next, { kind: "confirmation", to: email, at: epoch, subject: "Confirm your e-mail address", token })
}

const annotated = ({ calls, ...world }: World, annotation: Listed<"annotations">): World => ({
  ...world,
  calls: { ...calls, annotations: HashMap.set(calls.annotations, annotation.call, Struct.omit(annotation, ["call"])) }
})

/**
 * The world that a file describes, by the moment at which it begins: what it lists is added to a seeded world, or takes the
 * place of what is in it.
 */
export const applyWorldFile = (
  file: WorldFile
): ((seeded: World, begun: number) => Result.Result<World, Misplaced>) => {
  const { accounts = [], annotations = [], calls = [], on_call_groups: groups = [], pods = [], users = [] } = file
  const isAlone = file.default === false
  const joined: Join = (world) => joinedTo(world, users, isAlone)
  const join = isAlone ? once(joined) : joined
  return (seeded, begun) => {
    const ground = isAlone ? emptied(seeded, file) : withPods(seeded, pods)
    const populated = withOnCall(withFigures(withUsers(withGroups(ground, groups), users, join), pods), groups)
    const world = annotations.reduce(annotated, accounts.reduce(withAccount, populated))
    return calls.length === 0 ? Result.succeed(world) : placeListed(world, calls, begun)
  }
}
