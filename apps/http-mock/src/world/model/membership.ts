import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import type { PodId } from "@remote-assist/core/Pods"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import { serviceError } from "../ServiceError.ts"
import type { Checked } from "../ServiceError.ts"
import { userSubject } from "../tokens/UserToken.ts"
import { parseEmail, localPart, administrator, enterpriseIdOf, createdEntry } from "../users/User.ts"
import type { Entry, Newcomer, User } from "../users/User.ts"
import * as Users from "../users/Users.ts"
import * as PersonalAccessTokens from "./personalAccessTokens.ts"
import { revoke } from "./refreshTokens.ts"
import { branchField } from "./rows.ts"
import type { Account, Confirmation, OnCallGroup, Pod } from "./rows.ts"
import { sendMail } from "./World.ts"
import type { World } from "./World.ts"

type Pods = ReadonlyArray<Pod>

// a deactivated administrator stays one
const isAdmin = ({ entry }: User) => entry.role_id === administrator.id

/** Adds users to their pods; administrators become administrators of their pods. */
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

/** Removes a user from the on-call groups; returns the same list if they are in none. */
const withoutOnCall = (groups: ReadonlyArray<OnCallGroup>, user: UserId): ReadonlyArray<OnCallGroup> =>
  groups.some(({ members }) => members.includes(user))
    ? groups.map((group) => ({ ...group, members: group.members.filter((member) => member !== user) }))
    : groups

/** Returns the e-mail address if it is valid and unused. */
export const freeEmail = (world: World, email: string): Checked<string> =>
  Result.flatMap(parseEmail(email), () =>
    Option.isSome(Users.byEmail(world.users, email))
      ? Result.fail(serviceError("duplicate", `A user with the e-mail address ${email} exists already.`))
      : Result.succeed(email)
  )

export const defaultPods = (world: World): ReadonlyArray<PodId> =>
  world.pods.filter((pod) => pod.default).map((pod) => pod.id)

/** A user to create, with an unused e-mail address. */
interface NewMember extends Omit<Newcomer, "id" | "username"> {
  readonly pods: ReadonlyArray<PodId>
  readonly password?: string
}

/** Creates a user. The user name is the local part of the e-mail address, or all of it if that is in use. */
export const join = (
  world: World,
  { password, pods, ...newcomer }: NewMember,
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

/** Adds an account that is not confirmed, and its confirmation. */
export const withAccount = (world: World, account: Account, madeAt: Pick<Confirmation, "madeAt"> = {}): World => {
  const key = account.email.toLowerCase()
  return {
    ...world,
    accounts: HashMap.set(world.accounts, key, account),
    confirmations: HashMap.set(world.confirmations, account.confirmationToken, { account: key, ...madeAt })
  }
}

/** Sends the confirmation e-mail of an account. */
export const confirmationMail = (world: World, { confirmationToken: token, email: to }: Account, at: number): World =>
  sendMail(world, { kind: "confirmation", to, at, subject: "Confirm your e-mail address", token })

/** Sends the confirmation e-mail of a new e-mail address. */
export const newEmailMail = (world: World, to: string, token: string, at: number): World =>
  sendMail(world, { kind: "new-email", to, at, subject: "Confirm your new e-mail address", token })

/** Removes the confirmation of the new e-mail address of a user. */
export const withoutNewEmail = ({ confirmations }: World, { newEmail }: User): World["confirmations"] =>
  newEmail === undefined ? confirmations : HashMap.remove(confirmations, newEmail.token)

/** Removes a user with their data, in time linear in its size. */
export const leave = (world: World, user: User): World => {
  const { id } = user.entry
  const withoutTokens = PersonalAccessTokens.remove(world, id, PersonalAccessTokens.ofUser(world, id))
  return {
    ...revoke(withoutTokens, userSubject(id)),
    users: Users.remove(world.users, id),
    pods: withoutMember(world.pods, user),
    favorites: HashMap.remove(world.favorites, id),
    onCallGroups: withoutOnCall(world.onCallGroups, id),
    confirmations: withoutNewEmail(world, user),
    // only the seed has aliases
    aliases: HashMap.filter(world.aliases, (owner) => owner !== id)
  }
}
