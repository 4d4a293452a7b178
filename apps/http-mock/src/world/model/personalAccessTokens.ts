import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import type { PersonalAccessToken } from "./rows.ts"
import type { World } from "./World.ts"

export const nextId = ({ personalAccessTokensGiven }: World): PersonalAccessTokenId =>
  PersonalAccessTokenId.make(personalAccessTokensGiven + 1)

const idsOf = ({ personalAccessTokensOf }: World, owner: UserId): ReadonlyArray<PersonalAccessTokenId> =>
  Option.getOrElse(HashMap.get(personalAccessTokensOf, owner), () => [])

export const ofUser = (world: World, owner: UserId): ReadonlyArray<PersonalAccessToken> =>
  idsOf(world, owner).flatMap((id) => Option.toArray(HashMap.get(world.personalAccessTokens, id)))

/** Adds a token with the id {@link nextId}. */
export const add = (world: World, token: PersonalAccessToken): World => ({
  ...world,
  personalAccessTokens: HashMap.set(world.personalAccessTokens, token.id, token),
  personalAccessTokenIds: HashMap.set(world.personalAccessTokenIds, token.token, token.id),
  personalAccessTokensOf: HashMap.set(world.personalAccessTokensOf, token.userId, [
    ...idsOf(world, token.userId),
    token.id
  ]),
  personalAccessTokensGiven: world.personalAccessTokensGiven + 1
})

/** Adds a token that was not created by a request. */
export const addSeeded = (world: World, userId: UserId, token: string, description: string): World =>
  add(world, { id: nextId(world), userId, description, token })

/** Removes tokens of a user. Their ids are not reused. */
export const remove = (world: World, owner: UserId, removed: ReadonlyArray<PersonalAccessToken>): World => {
  const ids = new Set(removed.map(({ id }) => id))
  const rest = idsOf(world, owner).filter((id) => !ids.has(id))
  return {
    ...world,
    personalAccessTokens: HashMap.removeMany(world.personalAccessTokens, ids),
    personalAccessTokenIds: HashMap.removeMany(
      world.personalAccessTokenIds,
      removed.map(({ token }) => token)
    ),
    personalAccessTokensOf:
      rest.length === 0
        ? HashMap.remove(world.personalAccessTokensOf, owner)
        : HashMap.set(world.personalAccessTokensOf, owner, rest)
  }
}
