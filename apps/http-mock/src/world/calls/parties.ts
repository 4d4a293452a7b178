import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import { memoize } from "effect/Function"
import * as Option from "effect/Option"

import { enterpriseIdOf } from "../users/User.ts"
import type { User } from "../users/User.ts"
import * as Users from "../users/Users.ts"
import { isGuest } from "./Call.ts"
import type { Call, Person } from "./Call.ts"
import type { CallContext } from "./Calls.ts"

/** Returns the user as they are now, or `undefined` if they are deleted. */
export const userIn = (context: CallContext, id: UserId): User | undefined =>
  Option.getOrUndefined(Users.byId(context.world.users, id))

export interface Party {
  readonly email: string
  readonly enterpriseId: string
  readonly id: string
  readonly name: string
  readonly username: string
}

const makeParty = (
  { world }: CallContext,
  { email, id, name, username }: Omit<Party, "enterpriseId" | "id"> & { readonly id: number }
): Party => ({
  email,
  enterpriseId: String(enterpriseIdOf(world)),
  id: String(id),
  name,
  username
})

const partiesOf = memoize((_: Users.Users) => new Map<UserId, Party>())

const maxParties = 4096

export const partyOf = (context: CallContext, id: UserId): Party => {
  const known = partiesOf(context.world.users)
  const cached = known.get(id)
  if (cached !== undefined) return cached
  const row = Users.shownAt(context.world.users, Users.positionOf(id))
  if (row === undefined) return makeParty(context, context.option("calls.deleted-user"))
  const { email, name, username } = row
  const party = makeParty(context, { id, email, name, username })
  if (known.size >= maxParties) known.clear()
  known.set(id, party)
  return party
}

/** Returns a user or a guest; a guest has no enterprise. */
export const personOf = (context: CallContext, person: Person): Party =>
  isGuest(person)
    ? { email: "", enterpriseId: "", id: person.id, name: person.guest, username: "" }
    : partyOf(context, person)

/** Returns the receiver of a call: for a group, the member who answered, or the group before that. */
export const receiverOf = (context: CallContext, { group, receiver }: Call): Party => {
  if (receiver !== undefined) return partyOf(context, receiver)
  const called = context.world.onCallGroups.find(({ id }) => id === group)
  return {
    email: "",
    enterpriseId: String(enterpriseIdOf(context.world)),
    id: group === undefined ? "" : String(group),
    name: called?.name ?? "",
    username: ""
  }
}

const avatar = { original: "", thumb: "" }

export const actorOf = ({ id, name }: Party) => ({ avatar, id: Number(id), name })
