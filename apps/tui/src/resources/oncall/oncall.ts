import { OnCallGroups } from "@remote-assist/core"
import * as Effect from "effect/Effect"

import { glyphs } from "../../theme.ts"
import * as Field from "../Field.ts"
import type { Resource } from "../Resource.ts"
import { isNumeric, yesNo } from "../texts.ts"
import { actions } from "./actions.ts"
import { columns } from "./columns.ts"

type Group = OnCallGroups.OnCallGroup

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
  fields: Field.of<Group>(OnCallGroups.OnCallGroup),
  summary: ["id", "favorite", "name", "description"],
  namedBy: "id or name",
  example: "Electrical",
  filterFor: (name) => `${isNumeric(name) ? "id" : "name"}=${name}`
}
