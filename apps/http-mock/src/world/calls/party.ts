import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as Option from "effect/Option"

import { choose } from "../gaps/Gaps.ts"
import type { World } from "../model/World.ts"
import { enterpriseId } from "../users/User.ts"
import type { User } from "../users/User.ts"
import * as Users from "../users/Users.ts"

/** Who is in a call, as they are now: the user, or nobody once they are deleted. */
export const userIn = (world: World, id: UserId): User | undefined => Option.getOrUndefined(Users.byId(world.users, id))

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
export const partyOf = (world: World, id: UserId): Party => {
  const known = parties.get(world.users) ?? new Map<UserId, Party>()
  const kept = known.get(id)
  if (kept !== undefined) return kept
  const user = userIn(world, id)
  if (user === undefined) return makeParty(choose(world.settings.choices, "calls.deleted-user"))
  const party = makeParty(user.entry)
  known.set(id, party)
  parties.set(world.users, known)
  return party
}

const avatar = { original: "", thumb: "" }

/** A party as events show it. */
export const actorOf = (world: World, id: UserId) => {
  const party = partyOf(world, id)
  return { avatar, id: Number(party.id), name: party.name }
}
