import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as Option from "effect/Option"

import { enterpriseId } from "../users/roles.ts"
import type { User } from "../users/User.ts"
import * as Users from "../users/Users.ts"
import type { CallContext } from "./CallContext.ts"

/** Who is in a call, as they are now: the user, or nobody once they are deleted. */
export const userIn = (context: CallContext, id: UserId): User | undefined =>
  Option.getOrUndefined(Users.byId(context.world.users, id))

interface Party {
  readonly email: string
  readonly enterpriseId: string
  readonly id: string
  readonly name: string
  readonly username: string
}

const makeParty = ({
  email,
  id,
  name,
  username
}: Omit<Party, "enterpriseId" | "id"> & { readonly id: number }): Party => ({
  email,
  enterpriseId: String(enterpriseId),
  id: String(id),
  name,
  username
})

// a table of users never changes, so its parties hold for as long as it lives
const parties = new WeakMap<Users.Users, Map<UserId, Party>>()

/** A party of a call; a deleted one is `Deleted User`. */
export const partyOf = (context: CallContext, id: UserId): Party => {
  const known = parties.get(context.world.users) ?? new Map<UserId, Party>()
  const kept = known.get(id)
  if (kept !== undefined) return kept
  const user = userIn(context, id)
  if (user === undefined) return makeParty(context.choose("calls.deleted-user"))
  const party = makeParty(user.entry)
  known.set(id, party)
  parties.set(context.world.users, known)
  return party
}

const avatar = { original: "", thumb: "" }

/** A party as events show it. */
export const actorOf = (context: CallContext, id: UserId) => {
  const party = partyOf(context, id)
  return { avatar, id: Number(party.id), name: party.name }
}
