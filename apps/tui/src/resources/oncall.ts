import { OnCallGroups } from "@remote-assist/core"
import * as Effect from "effect/Effect"

import type { Action } from "../actions/Action.ts"
import { glyphs } from "../theme.ts"
import * as Field from "./Field.ts"
import { columnMaker, isNumeric, yesNo } from "./Field.ts"
import type { Resource } from "./Resource.ts"

type Group = OnCallGroups.OnCallGroup

const setFavorite = (favorite: boolean) => (group: Group) =>
  Effect.flatMap(OnCallGroups.OnCallGroups, (groups) =>
    favorite ? groups.favorite(group.id) : groups.unfavorite(group.id)
  ).pipe(Effect.as({ ...group, favorite }))

const favorite: Action<Group> = {
  name: "oncall.favorite",
  keys: ["+"],
  label: "favorite",
  pending: "making a favorite",
  effect: "reversible",
  inverse: "oncall.unfavorite",
  needless: ({ favorite }) => (favorite === true ? "is a favorite already" : undefined),
  run: setFavorite(true),
  done: "is a favorite of yours."
}

const unfavorite: Action<Group> = {
  name: "oncall.unfavorite",
  keys: ["-"],
  label: "unfavorite",
  pending: "taking off the favorites",
  effect: "reversible",
  inverse: "oncall.favorite",
  needless: ({ favorite }) => (favorite === false ? "is no favorite" : undefined),
  run: setFavorite(false),
  done: "is no favorite any more."
}

const actions: ReadonlyArray<Action<Group>> = [favorite, unfavorite]

const column = columnMaker<Group>()

const columns: ReadonlyArray<Field.FieldColumn<Group>> = [
  column("name", "NAME", ({ name }) => name, [16, 2, 0]),
  column("description", "DESCRIPTION", ({ description }) => description, [20, 3, 2], { tone: () => "quiet" })
]

/** Groups are fetched by this many. */
const pageSize = 100

const state: Resource<Group>["state"] = ({ favorite }) => {
  if (favorite === true) return { text: `${glyphs.favorite} favorite`, tone: "accent" }
  return favorite === false ? { text: "", tone: "plain" } : { text: `${glyphs.unknown} unknown`, tone: "quiet" }
}

/** The on-call groups, and the favorites of whoever is logged in among them. */
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
    Effect.flatMap(OnCallGroups.OnCallGroups, (groups) =>
      groups.list({
        page,
        page_size: pageSize,
        ...(filter === "" ? {} : { filter }),
        ...(order === "" ? {} : { order })
      })
    ),
  orders: ["name", "description", "id"],
  filterExample: "field=value, such as favorite=true",
  state,
  columns,
  facts: [
    ["Name", ({ name }) => name],
    ["Favorite", ({ favorite }) => yesNo(favorite)],
    ["On call", ({ on_call_group: isOnCall }) => yesNo(isOnCall)],
    ["Id", ({ id }) => String(id)],
    ["Description", ({ description }) => description]
  ],
  actions,
  toggle: {
    name: "oncall.toggle",
    keys: ["f"],
    label: "favorite or not",
    actions: ["oncall.favorite", "oncall.unfavorite"]
  },
  fields: Field.schemaFields<Group>(OnCallGroups.OnCallGroup),
  summary: ["id", "favorite", "name", "description"],
  namedBy: "id or name",
  example: "Electrical",
  filterFor: (name) => `${isNumeric(name) ? "id" : "name"}=${name}`
}
