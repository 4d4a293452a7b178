import { EnterpriseUsers } from "@remote-assist/core"
import * as Effect from "effect/Effect"

import { glyphs } from "../../theme.ts"
import * as Field from "../Field.ts"
import type { Resource } from "../Resource.ts"
import { isNumeric } from "../texts.ts"
import { actions } from "./actions.ts"
import { columns } from "./columns.ts"
import { facts } from "./facts.ts"
import { forms } from "./forms.ts"

type User = EnterpriseUsers.EnterpriseUser

/** Users are fetched by this many: programs are known to ask for up to 100. */
const pageSize = 100

const state: Resource<User>["state"] = ({ active }) =>
  active === true
    ? { text: `${glyphs.active} active`, tone: "good" }
    : { text: active === false ? `${glyphs.inactive} inactive` : `${glyphs.unknown} unknown`, tone: "quiet" }

/** The users of the enterprise. */
export const users: Resource<User> = {
  name: "users",
  title: "Users",
  one: "user",
  letter: "u",
  pageSize,
  idOf: ({ id }) => id,
  nameOf: ({ email, id, name, username }) => email || username || name || `user ${id}`,
  read: (filter, page) =>
    Effect.flatMap(EnterpriseUsers.EnterpriseUsers, (users) =>
      users.list({ page, page_size: pageSize, ...(filter === "" ? {} : { filter }) })
    ),
  filterExample: "field=value, such as email=grace@example.com",
  logins: ({ email, id, username }) => [email, username, id],
  state,
  columns,
  facts,
  actions,
  forms,
  fields: Field.of<User>(EnterpriseUsers.EnterpriseUser, ["token"]),
  summary: ["id", "active", "name", "email", "role_name", "last_used_at"],
  namedBy: "id, e-mail address or user name",
  example: "grace@example.com",
  filterFor: (name) => `${isNumeric(name) ? "id" : name.includes("@") ? "email" : "username"}=${name}`,
  ofId: (name) => (isNumeric(name) ? { id: EnterpriseUsers.UserId.make(Number(name)) } : undefined)
}
