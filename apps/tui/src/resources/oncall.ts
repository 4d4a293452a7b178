import { OnCallGroups } from "@remote-assist/core"
import * as Effect from "effect/Effect"

import type { Action } from "../actions/Action.ts"
import { glyphs } from "../theme.ts"
import { fieldNames, fromProperties, isNumeric } from "./Field.ts"
import { listQuery } from "./Resource.ts"
import type { Resource } from "./Resource.ts"

type Group = OnCallGroups.OnCallGroup

const setFavorite = (favorite: boolean) => (group: Group) =>
  OnCallGroups.OnCallGroups.use((groups) =>
    Effect.as(favorite ? groups.favorite(group.id) : groups.unfavorite(group.id), { ...group, favorite })
  )

const favorite: Action<Group> = {
  name: "oncall.favorite",
  keys: ["+"],
  label: "favorite",
  pending: "adding to favorites",
  effect: "reversible",
  inverse: "oncall.unfavorite",
  needless: ({ favorite }) => (favorite === true ? "is already a favorite" : undefined),
  run: setFavorite(true),
  done: "is a favorite of yours."
}

const unfavorite: Action<Group> = {
  name: "oncall.unfavorite",
  keys: ["-"],
  label: "unfavorite",
  pending: "removing from favorites",
  effect: "reversible",
  inverse: "oncall.favorite",
  needless: ({ favorite }) => (favorite === false ? "is not a favorite" : undefined),
  run: setFavorite(false),
  done: "is no longer a favorite."
}

const pageSize = 100

/** The on-call groups, and which of them are favorites of the user. */
export const oncall: Resource<Group> = {
  name: "oncall",
  title: "On call",
  one: "on-call group",
  many: "on-call groups",
  letter: "o",
  pageSize,
  idOf: ({ id }) => id,
  nameOf: ({ id, name }) => name || `on-call group ${id}`,
  read: (filter, page, order) =>
    OnCallGroups.OnCallGroups.use((groups) => groups.list({ page, ...listQuery(pageSize, filter, order) })),
  orders: ["name", "description", "id"],
  filterExample: "field=value, such as favorite=true",
  state: ({ favorite }) => {
    if (favorite === true) return { text: `${glyphs.favorite} favorite`, tone: "accent" }
    return favorite === false ? { text: "", tone: "plain" } : { text: `${glyphs.unknown} unknown`, tone: "quiet" }
  },
  ...fromProperties<Group>(
    {
      name: { label: "Name", column: ["NAME", 16, 2, 0] },
      favorite: { label: "Favorite" },
      on_call_group: { label: "On call" },
      id: { label: "Id" },
      description: { label: "Description", column: ["DESCRIPTION", 20, 3, 2], tone: () => "quiet" }
    },
    fieldNames(OnCallGroups.OnCallGroup)
  ),
  actions: [favorite, unfavorite],
  summary: ["id", "favorite", "name", "description"],
  namedBy: "id or name",
  example: "Electrical",
  filterFor: (name) => `${isNumeric(name) ? "id" : "name"}=${name}`
}
