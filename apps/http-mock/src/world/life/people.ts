import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import type { CallRow } from "../calls/kept/CallRow.ts"
import { isOver } from "../calls/kept/Kept.ts"
import { isPlaced } from "../calls/kept/order.ts"
import type { Who } from "../calls/model/Action.ts"
import { isGuest } from "../calls/model/Call.ts"
import type { Guest, Person } from "../calls/model/Call.ts"
import type { World } from "../model/World.ts"
import { badInput, refusal } from "../Refusal.ts"
import type { Refusal } from "../Refusal.ts"
import type { User } from "../users/User.ts"
import * as Users from "../users/Users.ts"

export const find = ({ users }: World, who: Who): Option.Option<User> => {
  if (typeof who === "number") return Users.byId(users, who)
  const named = who.includes("@") ? Users.byEmail(users, who) : Users.byUsername(users, who)
  if (Option.isSome(named)) return named
  return /^\d{1,9}$/.test(who) ? Users.byId(users, Number(who)) : Users.byUsername(users, who)
}

const unknown = (who: Who) =>
  refusal("notFound", `There is no user ${JSON.stringify(who)}. Name one by their user name, e-mail address or id.`)

export const active = (world: World, who: Who): Result.Result<User, Refusal> =>
  Result.flatMap(
    Result.fromOption(find(world, who), () => unknown(who)),
    (user) =>
      user.entry.active
        ? Result.succeed(user)
        : Result.fail(refusal("inactive", `${user.entry.username} is deactivated, and in no call.`))
  )

export const isActive = ({ users }: World, id: UserId): boolean =>
  Option.exists(Users.byId(users, id), ({ entry }) => entry.active)

export const nameOf = ({ users }: World, person: Person): string =>
  isGuest(person)
    ? person.guest
    : Option.match(Users.byId(users, person), {
        onNone: () => `the deleted user ${person}`,
        onSome: ({ entry }) => entry.username
      })

export const isSame = (one: Person, other: Person): boolean =>
  one === other || (isGuest(one) && isGuest(other) && one.guest === other.guest)

export const isPresent = ({ participants }: Pick<CallRow, "participants">, person: Person): boolean =>
  participants.some(({ stays, who }) => isSame(who, person) && stays.some(({ to }) => to === undefined))

/** The placed call that keeps a user from others: they dial, or are in it. Calls of the seed keep nobody. */
export const callOf = ({ calls: { kept } }: World, user: UserId, but?: number): CallRow | undefined =>
  Option.getOrElse(HashMap.get(kept.ofUser, user), (): ReadonlyArray<CallRow> => []).find(
    (row) =>
      !isOver(row) && isPlaced(row.position) && row.position !== but && (row.dialer === user || isPresent(row, user))
  )

/** Refused while they are in another call. */
export const free = (world: World, user: UserId, but?: number): Result.Result<UserId, Refusal> => {
  const other = callOf(world, user, but)
  return other === undefined
    ? Result.succeed(user)
    : badInput(`${nameOf(world, user)} is in the call ${other.id} already. End it first.`)
}

/** The guest of a name in a call, whether they are in it already or come. */
export const guestOf = ({ participants }: CallRow, name: string): Guest => {
  const guests = participants.flatMap(({ who }) => (isGuest(who) ? [who] : []))
  return guests.find(({ guest }) => guest === name) ?? { guest: name, id: `guest-${guests.length + 1}` }
}

interface Someone {
  readonly who?: Who
  readonly guest?: string
}

/** Whom an action names: a user who is there, or a guest of the call. */
export const personOf = (world: World, row: CallRow, { guest, who = "" }: Someone): Result.Result<Person, Refusal> =>
  guest === undefined
    ? Result.map(
        Result.fromOption(find(world, who), () => unknown(who)),
        ({ entry }) => entry.id
      )
    : Result.succeed(guestOf(row, guest))
