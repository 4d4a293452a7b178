import { OnCallGroupId } from "@remote-assist/core/OnCallGroups"
import { PodId } from "@remote-assist/core/Pods"
import * as HashMap from "effect/HashMap"
import * as Struct from "effect/Struct"

import * as Calls from "../calls/Calls.ts"
import { emptyWorld } from "../model/emptyWorld.ts"
import { defaultPods } from "../model/joining.ts"
import { withMembers } from "../model/members.ts"
import { send } from "../model/outbox.ts"
import * as PersonalAccessTokens from "../model/personalAccessTokens.ts"
import type { World } from "../model/World.ts"
import { timestamp } from "../timestamp.ts"
import { epoch } from "../users/GeneratedRow.ts"
import { plainUser, roles } from "../users/roles.ts"
import { createdEntry } from "../users/User.ts"
import type { User } from "../users/User.ts"
import * as Users from "../users/Users.ts"
import { onCallGroup, pod } from "./defaultWorld.ts"
import { onlyPod } from "./named.ts"
import { usernameOf } from "./problems.ts"
import type { WorldFile } from "./WorldFile.ts"

export { decode } from "./decode.ts"

type Listed<Part extends keyof WorldFile> = NonNullable<WorldFile[Part]> extends ReadonlyArray<infer One> ? One : never

/** A seeded world without anything in it, as many listed users as are to come left room for. */
const emptied = (world: World, { on_call_groups: _, pods = [], size, users = [] }: WorldFile): World => {
  const [generated, calls] = [size?.users ?? 0, size?.calls ?? 0]
  const from = users.length
  const to = from + generated
  const hasDefault = pods.some((one) => one.default === true)
  const names = pods.length === 0 ? [{ name: onlyPod }] : pods
  const made = names.map((one, index) =>
    pod({ ...one, id: PodId.make(index + 1), default: hasDefault ? (pods[index]?.default ?? false) : index === 0 })
  )
  const theirs = made.filter((one) => one.default)
  return {
    ...emptyWorld(world.settings),
    line: world.line,
    drawn: world.drawn,
    users: Users.make([], { seed: world.settings.seed, from, to, pods: [theirs.map(({ id }) => id)] }),
    pods: made.map((one) => (one.default ? { ...one, user_count: generated } : one)),
    calls: Calls.make({ seed: world.settings.seed, size: calls, users: to, shape: world.calls.shape })
  }
}

const lastId = (entries: ReadonlyArray<{ readonly id: number }>, least: number) =>
  entries.reduce((last, { id }) => Math.max(last, id), least)

const withPods = (world: World, pods: ReadonlyArray<Listed<"pods">>): World => {
  const first = lastId(world.pods, 0) + 1
  return {
    ...world,
    pods: [...world.pods, ...pods.map((one, index) => pod({ ...one, id: PodId.make(first + index) }))]
  }
}

const withGroups = (world: World, groups: ReadonlyArray<Listed<"on_call_groups">>): World => {
  const first = lastId(world.onCallGroups, 10) + 1
  const made = groups.map(({ description, name }, index) => onCallGroup(first + index, name, description))
  return { ...world, onCallGroups: [...world.onCallGroups, ...made] }
}

const userOf = (world: World, position: number, listed: Listed<"users">): User => {
  const { active = true, email, name, password, pods, role } = listed
  const entry = createdEntry({
    id: Users.idAt(position),
    username: usernameOf(listed),
    name,
    email,
    role: roles.find(({ name }) => name === role) ?? plainUser,
    at: timestamp(epoch),
    invited: true
  })
  return {
    entry: { ...entry, active, available: active },
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

const withUsers = (world: World, listed: ReadonlyArray<Listed<"users">>, isAlone: boolean): World => {
  const first = isAlone ? 0 : world.users.next
  const users = listed.map((one, index) => userOf(world, first + index, one))
  const next = {
    ...world,
    pods: withMembers(world.pods, users),
    users: isAlone ? Users.make(users, world.users.generated) : users.reduce(Users.add, world.users)
  }
  return users.reduce((next, user, index) => {
    const one = listed[index]
    return one === undefined ? next : withBelongings(next, user, one)
  }, next)
}

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

/** The world that a file describes: what it lists is added to a seeded world, or takes the place of what is in it. */
export const applyWorldFile =
  (file: WorldFile) =>
  (seeded: World): World => {
    const isAlone = file.default === false
    const ground = isAlone ? emptied(seeded, file) : withPods(seeded, file.pods ?? [])
    const populated = withUsers(withGroups(ground, file.on_call_groups ?? []), file.users ?? [], isAlone)
    return (file.annotations ?? []).reduce(annotated, (file.accounts ?? []).reduce(withAccount, populated))
  }
