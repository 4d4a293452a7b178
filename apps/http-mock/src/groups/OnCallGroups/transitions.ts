import type { OnCallGroup, OnCallGroupId, OnCallGroupQuery } from "@remote-assist/core/OnCallGroups"
import type { Page } from "@remote-assist/core/Page"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import type { Listed } from "../../Clause.ts"
import { choose } from "../../Gaps.ts"
import { paginate } from "../../Paging.ts"
import { select } from "../../Query.ts"
import { refusal } from "../../Refusal.ts"
import type { Refusal } from "../../Refusal.ts"
import type { User } from "../../users/User.ts"
import type { Step, World } from "../../World.ts"

const listed: Listed<keyof OnCallGroup> = {
  noun: "on-call groups",
  fields: ["id", "name", "description", "avatar", "enterprise_id", "favorite", "on_call_group"]
}

const favoritesOf = (world: World, caller: User): ReadonlyArray<OnCallGroupId> =>
  Option.getOrElse(HashMap.get(world.favorites, caller.entry.id), () => [])

/** One page of the groups, with the caller's favorites marked. */
export const list = (
  world: World,
  caller: User,
  { filter, order, ...query }: OnCallGroupQuery
): Result.Result<Page<OnCallGroup>, Refusal> => {
  const favorites = favoritesOf(world, caller)
  const groups: ReadonlyArray<OnCallGroup> = world.onCallGroups.map((group) => ({
    ...group,
    favorite: favorites.includes(group.id)
  }))
  const wanted = { ...(filter === undefined ? {} : { filter }), ...(order === undefined ? {} : { order }) }
  return Result.flatMap(
    select(groups, listed, (group, field) => group[field], wanted),
    (found) =>
      paginate(
        { total: found.length, slice: (start, count) => found.slice(start, start + count) },
        (group) => group,
        query,
        world.settings.choices
      )
  )
}

const marked = (
  world: World,
  caller: User,
  id: OnCallGroupId,
  mark: (favorites: ReadonlyArray<OnCallGroupId>) => ReadonlyArray<OnCallGroupId>
): Step<string> =>
  world.onCallGroups.some((group) => group.id === id)
    ? Result.succeed([
        {
          ...world,
          favorites: HashMap.set(world.favorites, caller.entry.id, mark(favoritesOf(world, caller)))
        },
        choose(world.settings.choices, "on-call.answer")
      ])
    : Result.fail(refusal("notFound", `There is no on-call group ${id}. GET /api/v1/on_call_groups lists them.`))

/** Makes a group a favorite of the caller. */
export const favorite = (world: World, caller: User, id: OnCallGroupId): Step<string> =>
  marked(world, caller, id, (favorites) => (favorites.includes(id) ? favorites : [...favorites, id]))

/** Makes a group no favorite of the caller. */
export const unfavorite = (world: World, caller: User, id: OnCallGroupId): Step<string> =>
  marked(world, caller, id, (favorites) => favorites.filter((favorite) => favorite !== id))
