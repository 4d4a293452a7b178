import type { OnCallGroup, OnCallGroupId, OnCallGroupQuery } from "@remote-assist/core/OnCallGroups"
import type { Page } from "@remote-assist/core/Page"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { choose } from "../../../world/gaps/Gaps.ts"
import type { Listed } from "../../../world/lists/filter.ts"
import * as Order from "../../../world/lists/order.ts"
import { paginate } from "../../../world/lists/paging.ts"
import { select } from "../../../world/lists/select.ts"
import type { Step, World } from "../../../world/model/World.ts"
import { refusal } from "../../../world/Refusal.ts"
import type { Refusal } from "../../../world/Refusal.ts"
import type { User } from "../../../world/users/User.ts"

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
  const { choices } = world.settings
  const favorites = favoritesOf(world, caller)
  const groups: ReadonlyArray<OnCallGroup> = world.onCallGroups.map((group) => ({
    ...group,
    favorite: favorites.includes(group.id)
  }))
  return Result.flatMap(
    Result.flatMap(order === undefined ? Result.succeed([]) : Order.parse(order, listed, choices), (keys) =>
      select(groups, listed, (group, field) => group[field], { filter, keys }, choices)
    ),
    (found) =>
      paginate(
        { total: found.length, slice: (start, count) => found.slice(start, start + count) },
        (group) => group,
        query,
        choices
      )
  )
}

const marked = (world: World, caller: User, id: OnCallGroupId, favorite: boolean): Step<string> => {
  const { choices } = world.settings
  if (!world.onCallGroups.some((group) => group.id === id))
    return Result.fail(refusal("notFound", `There is no on-call group ${id}. GET /api/v1/on_call_groups lists them.`))
  const favorites = favoritesOf(world, caller)
  if (favorites.includes(id) === favorite && choose(choices, "on-call.favorite-twice") === "refused")
    return Result.fail(refusal("duplicate", `The on-call group ${id} is ${favorite ? "a" : "no"} favorite already.`))
  const others = favorites.filter((other) => other !== id)
  return Result.succeed([
    { ...world, favorites: HashMap.set(world.favorites, caller.entry.id, favorite ? [...others, id] : others) },
    choose(choices, "on-call.answer")
  ])
}

/** Makes a group a favorite of the caller. */
export const favorite = (world: World, caller: User, id: OnCallGroupId): Step<string> => marked(world, caller, id, true)

/** Makes a group no favorite of the caller. */
export const unfavorite = (world: World, caller: User, id: OnCallGroupId): Step<string> =>
  marked(world, caller, id, false)
