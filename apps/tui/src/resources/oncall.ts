import { OnCallGroups } from "@remote-assist/core"
import * as Effect from "effect/Effect"

import type { Action } from "../actions/Action.ts"
import { glyphs } from "../theme.ts"
import { columnMaker, isNumeric, schemaFields, yesNo } from "./Field.ts"
import type { Resource } from "./Resource.ts"

type Group = OnCallGroups.OnCallGroup

const setFavorite = (favorite: boolean) => (group: Group) =>
  Effect.as(
    OnCallGroups.OnCallGroups.use((groups) => (favorite ? groups.favorite(group.id) : groups.unfavorite(group.id))),
    { ...group, favorite }
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

const column = columnMaker<Group>()

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
  read: (filter, page, order = "") =>
    OnCallGroups.OnCallGroups.use((groups) =>
      groups.list({
        page,
        page_size: pageSize,
        ...(filter === "" ? {} : { filter }),
        ...(order === "" ? {} : { order })
      })
    ),
  orders: ["name", "description", "id"],
  filterExample: "field=value, such as favorite=true",
  state: ({ favorite }) => {
    if (favorite === true) return { text: `${glyphs.favorite} favorite`, tone: "accent" }
    return favorite === false ? { text: "", tone: "plain" } : { text: `${glyphs.unknown} unknown`, tone: "quiet" }
  },
  columns: [
    column("name", "NAME", ({ name }) => name, [16, 2, 0]),
    column("description", "DESCRIPTION", ({ description }) => description, [20, 3, 2], { tone: () => "quiet" })
  ],
  facts: [
    ["Name", ({ name }) => name],
    ["Favorite", ({ favorite }) => yesNo(favorite)],
    ["On call", ({ on_call_group: isOnCall }) => yesNo(isOnCall)],
    ["Id", ({ id }) => String(id)],
    ["Description", ({ description }) => description]
  ],
  actions: [favorite, unfavorite],
  toggle: {
    name: "oncall.toggle",
    keys: ["f"],
    label: "favorite on or off",
    actions: ["oncall.favorite", "oncall.unfavorite"]
  },
  fields: schemaFields<Group>(OnCallGroups.OnCallGroup),
  summary: ["id", "favorite", "name", "description"],
  namedBy: "id or name",
  example: "Electrical",
  filterFor: (name) => `${isNumeric(name) ? "id" : "name"}=${name}`
}
