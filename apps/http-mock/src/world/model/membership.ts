import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import type { PodId } from "@remote-assist/core/Pods"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import { serviceError } from "../ServiceError.ts"
import type { ServiceError } from "../ServiceError.ts"
import * as Subject from "../tokens/UserToken.ts"
import { parseEmail, localPart, administrator, enterpriseIdOf, createdEntry } from "../users/User.ts"
import type { Role, Entry, User } from "../users/User.ts"
import * as Users from "../users/Users.ts"
import * as PersonalAccessTokens from "./personalAccessTokens.ts"
import { revoke } from "./refreshTokens.ts"
import { branchField } from "./rows.ts"
import type { OnCallGroup, Pod } from "./rows.ts"
import type { World } from "./World.ts"

type Pods = ReadonlyArray<Pod>

// who is deactivated stays one: all of their data does
const isAdmin = ({ entry }: User) => entry.role_id === administrator.id

/** The pods with users who join, each in theirs: an administrator is an administrator of their pods. */
export const withMembers = (pods: Pods, joining: ReadonlyArray<User>): Pods =>
  pods.map((pod) => {
    const members = joining.filter((user) => user.pods.includes(pod.id))
    if (members.length === 0) return pod
    const admins = members.filter(isAdmin).map(({ entry: { id } }) => ({ id }))
    return {
      ...pod,
      user_count: pod.user_count + members.length,
      admin_count: pod.admin_count + admins.length,
      admins: [...pod.admins, ...admins]
    }
  })

/** The pods without a user who leaves. */
const withoutMember = (pods: Pods, user: User): Pods =>
  pods.map((pod) =>
    user.pods.includes(pod.id)
      ? {
          ...pod,
          user_count: pod.user_count - 1,
          admin_count: pod.admin_count - (isAdmin(user) ? 1 : 0),
          admins: pod.admins.filter((admin) => !Predicate.hasProperty(admin, "id") || admin.id !== user.entry.id)
        }
      : pod
  )

/** The on-call groups without a user who leaves; the same list where none has them. */
const withoutOnCall = (groups: ReadonlyArray<OnCallGroup>, user: UserId): ReadonlyArray<OnCallGroup> =>
  groups.some(({ members }) => members.includes(user))
    ? groups.map((group) => ({ ...group, members: group.members.filter((member) => member !== user) }))
    : groups

/** The e-mail address, when it is one and no user has it. */
export const freeEmail = (world: World, email: string): Result.Result<string, ServiceError> =>
  Result.flatMap(parseEmail(email), () =>
    Option.isSome(Users.byEmail(world.users, email))
      ? Result.fail(serviceError("duplicate", `There is a user with the e-mail address ${email} already.`))
      : Result.succeed(email)
  )

/** The pods of a user who is given none. */
export const defaultPods = (world: World): ReadonlyArray<PodId> =>
  world.pods.filter((pod) => pod.default).map((pod) => pod.id)

/** Who joins: a user with a free e-mail address. */
export interface Newcomer {
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly at: string
  readonly invited: boolean
  readonly pods: ReadonlyArray<PodId>
  readonly password?: string
}

/** Creates a user; the local part of the e-mail address is the user name while it is free, else the whole of it. */
export const join = (
  world: World,
  { password, pods, ...newcomer }: Newcomer,
  more: Partial<Entry> = {}
): readonly [World, Entry] => {
  const local = localPart(newcomer.email)
  const username = Option.isNone(Users.byUsername(world.users, local)) ? local : newcomer.email
  const entry = {
    ...createdEntry({ id: Users.nextId(world.users), username, ...newcomer }),
    enterprise_id: enterpriseIdOf(world),
    ...more
  }
  const user: User = { entry, pods, ...branchField(world.line), ...(password === undefined ? {} : { password }) }
  return [{ ...world, users: Users.add(world.users, user), pods: withMembers(world.pods, [user]) }, entry]
}

/** The confirmations without that of the address which a user waits for. */
export const notWaiting = ({ confirmations }: World, { newEmail }: User): World["confirmations"] =>
  newEmail === undefined ? confirmations : HashMap.remove(confirmations, newEmail.token)

/** Removes a user and all that is theirs, at a cost that follows from how much that is. */
export const leave = (world: World, user: User): World => {
  const { id } = user.entry
  const unowned = PersonalAccessTokens.remove(world, id, PersonalAccessTokens.ofUser(world, id))
  return {
    ...revoke(unowned, Subject.userSubject(id)),
    users: Users.remove(world.users, id),
    pods: withoutMember(world.pods, user),
    favorites: HashMap.remove(world.favorites, id),
    onCallGroups: withoutOnCall(world.onCallGroups, id),
    confirmations: notWaiting(world, user),
    // no operation adds an alias: there are those of the seed
    aliases: HashMap.filter(world.aliases, (owner) => owner !== id)
  }
}
