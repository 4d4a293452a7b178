import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import type { PersonalAccessToken } from "./rows.ts"
import type { World } from "./World.ts"

// a file from before they were counted has the encoded tokens of all that there ever were
const given = ({ personalAccessTokenIds, personalAccessTokensGiven }: World) =>
  Math.max(personalAccessTokensGiven, HashMap.size(personalAccessTokenIds))

export const nextId = (world: World): PersonalAccessTokenId => PersonalAccessTokenId.make(given(world) + 1)

const idsOf = ({ personalAccessTokensOf }: World, owner: UserId): ReadonlyArray<PersonalAccessTokenId> =>
  Option.getOrElse(HashMap.get(personalAccessTokensOf, owner), () => [])

export const ofUser = (world: World, owner: UserId): ReadonlyArray<PersonalAccessToken> =>
  idsOf(world, owner).flatMap((id) => Option.toArray(HashMap.get(world.personalAccessTokens, id)))

/** Adds a token that has the {@link nextId}. */
export const add = (world: World, made: PersonalAccessToken): World => ({
  ...world,
  personalAccessTokens: HashMap.set(world.personalAccessTokens, made.id, made),
  personalAccessTokenIds: HashMap.set(world.personalAccessTokenIds, made.token, made.id),
  personalAccessTokensOf: HashMap.set(world.personalAccessTokensOf, made.userId, [
    ...idsOf(world, made.userId),
    made.id
  ]),
  personalAccessTokensGiven: given(world) + 1
})

/** Removes tokens of a user, at a cost that follows from how many they have; ids are not used again. */
export const remove = (world: World, owner: UserId, removed: ReadonlyArray<PersonalAccessToken>): World => {
  const ids = new Set(removed.map(({ id }) => id))
  const left = idsOf(world, owner).filter((id) => !ids.has(id))
  return {
    ...world,
    personalAccessTokens: HashMap.removeMany(world.personalAccessTokens, ids),
    personalAccessTokenIds: HashMap.removeMany(
      world.personalAccessTokenIds,
      removed.map(({ token }) => token)
    ),
    personalAccessTokensOf:
      left.length === 0
        ? HashMap.remove(world.personalAccessTokensOf, owner)
        : HashMap.set(world.personalAccessTokensOf, owner, left),
    personalAccessTokensGiven: given(world)
  }
}
