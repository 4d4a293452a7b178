import { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { choose } from "../../../world/gaps/Gaps.ts"
import { draw } from "../../../world/model/World.ts"
import type { PersonalAccessToken, Step, World } from "../../../world/model/World.ts"
import { refusal } from "../../../world/Refusal.ts"
import type { Refusal } from "../../../world/Refusal.ts"
import type { User } from "../../../world/users/User.ts"

/** The caller's tokens, the oldest first. */
export const list = (world: World, caller: User): ReadonlyArray<PersonalAccessToken> =>
  [...HashMap.values(world.personalAccessTokens)]
    .filter(({ userId }) => userId === caller.entry.id)
    .toSorted((one, other) => one.id - other.id)

/** Creates a token of the caller; ids are not used again. */
export const create = (world: World, caller: User, now: number): Step<PersonalAccessToken> => {
  const [drawn, hex] = draw(world)
  const numbered = choose(world.settings.choices, "pat.description") === "numbered"
  const id = PersonalAccessTokenId.make(HashMap.size(world.personalAccessTokenIds) + 1)
  const made = {
    id,
    userId: caller.entry.id,
    description: numbered ? `Personal access token ${id}` : "",
    token: `pat-${hex}`,
    madeAt: now
  }
  return Result.succeed([
    {
      ...drawn,
      personalAccessTokens: HashMap.set(drawn.personalAccessTokens, id, made),
      personalAccessTokenIds: HashMap.set(drawn.personalAccessTokenIds, made.token, id)
    },
    made
  ])
}

/** One token of the caller; those of others are not found, or denied where the gap says so. */
export const read = (world: World, caller: User, id: string): Result.Result<PersonalAccessToken, Refusal> => {
  const found = /^\d{1,15}$/.test(id)
    ? HashMap.get(world.personalAccessTokens, PersonalAccessTokenId.make(Number(id)))
    : Option.none()
  return Result.fromOption(
    Option.filter(found, ({ userId }) => userId === caller.entry.id),
    () =>
      Option.isSome(found) && choose(world.settings.choices, "pat.others") === "access denied"
        ? refusal("permission", `The personal access token ${id} is another user's.`)
        : refusal("notFound", `You have no personal access token ${id}.`)
  )
}

/** Removes a token of the caller for good; user tokens made from it end with it. */
export const remove = (world: World, caller: User, id: PersonalAccessTokenId): Step<void> =>
  Result.map(read(world, caller, String(id)), () => [
    { ...world, personalAccessTokens: HashMap.remove(world.personalAccessTokens, id) },
    undefined
  ])
