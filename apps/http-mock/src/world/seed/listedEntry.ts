import * as Struct from "effect/Struct"

import { timestamp } from "../timestamp.ts"
import { epoch } from "../users/GeneratedRow.ts"
import { plainUser, roles } from "../users/roles.ts"
import { createdEntry } from "../users/User.ts"
import type { Entry } from "../users/User.ts"
import * as Users from "../users/Users.ts"
import { usernameOf } from "./problems.ts"
import type { WorldFile } from "./WorldFile.ts"

type ListedUser = NonNullable<WorldFile["users"]>[number]

/** The entry of a listed user at a position: of who was just created, with what is said of them. */
export const listedEntry = (position: number, listed: ListedUser): Entry => {
  const { active = true, email, name, role } = listed
  const given = Struct.omit(listed, [
    "id",
    "username",
    "role",
    "active",
    "password",
    "pods",
    "favorites",
    "personal_access_tokens"
  ])
  const entry = createdEntry({
    id: Users.idAt(position),
    username: usernameOf(listed),
    name,
    email,
    role: roles.find(({ name }) => name === role) ?? plainUser,
    at: timestamp(epoch),
    invited: true
  })
  return { ...entry, active, available: active, ...given }
}
