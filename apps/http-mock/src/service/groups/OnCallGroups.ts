import type { OnCallGroup, OnCallGroupId, OnCallGroupQuery } from "@remote-assist/core/OnCallGroups"
import type { Page } from "@remote-assist/core/Page"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import type { Listed } from "../../world/lists/filter.ts"
import { paginateList } from "../../world/lists/paging.ts"
import { parse, selectFrom } from "../../world/lists/select.ts"
import type { CallerContext, TransitionResult } from "../../world/model/World.ts"
import { reject } from "../../world/ServiceError.ts"
import type { Handlers } from "../operation.ts"

const listed: Listed<keyof OnCallGroup> = {
  noun: "on-call groups",
  fields: ["id", "name", "description", "avatar", "enterprise_id", "favorite", "on_call_group"],
  kinds: { id: "number", enterprise_id: "number", favorite: "flag", on_call_group: "flag" }
}

const favoritesOf = ({ caller, world }: CallerContext): ReadonlyArray<OnCallGroupId> =>
  Option.getOrElse(HashMap.get(world.favorites, caller.entry.id), () => [])

/** Returns one page of the groups, with the favorites of the caller. */
export const list = (context: CallerContext, query: OnCallGroupQuery): TransitionResult<Page<OnCallGroup>> => {
  const { option, world } = context
  const favorites = favoritesOf(context)
  const groups: ReadonlyArray<OnCallGroup> = world.onCallGroups.map(({ members: _, ...group }) => ({
    ...group,
    favorite: favorites.includes(group.id)
  }))
  return Result.flatMap(parse(query, listed, option), (parsed) =>
    Result.map(paginateList(selectFrom(groups, parsed), query, option), (page) => [world, page])
  )
}

/** Adds a group to the favorites of the caller, or removes it. */
export const setFavorite = (context: CallerContext, id: OnCallGroupId, favorite: boolean): TransitionResult<string> => {
  const { caller, option, world } = context
  if (!world.onCallGroups.some((group) => group.id === id))
    return reject("notFound", `There is no on-call group ${id}. GET /api/v1/on_call_groups lists them.`)
  const favorites = favoritesOf(context)
  if (favorites.includes(id) === favorite && option("on-call.favorite-twice") === "refused")
    return reject("duplicate", `The on-call group ${id} is ${favorite ? "already" : "not"} a favorite.`)
  const others = favorites.filter((other) => other !== id)
  return Result.succeed([
    { ...world, favorites: HashMap.set(world.favorites, caller.entry.id, favorite ? [...others, id] : others) },
    option("on-call.answer")
  ])
}

export const handlers: Handlers<"OnCallGroups", CallerContext> = {
  list: (context, { query }) => list(context, query),
  favorite: (context, { params }) => setFavorite(context, params.group_id, true),
  unfavorite: (context, { params }) => setFavorite(context, params.group_id, false)
}
