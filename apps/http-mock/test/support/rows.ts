import type { UserQuery } from "@remote-assist/core/EnterpriseUsers"
import * as Result from "effect/Result"

import * as Transitions from "../../src/service/groups/EnterpriseUsers.ts"
import { runToEnd } from "../../src/world/lists/select.ts"
import type { World } from "../../src/world/model/World.ts"
import * as Users from "../../src/world/users/Users.ts"
import { on } from "./worlds.ts"

/** At most `count` users from index `start`. */
export const slice = (users: Users.Users, start: number, count: number) =>
  Users.positions(users, start, count).map((position) => Users.rowAt(users, position))

/** A page of the list of users, with its entries. */
export const list = (world: World, query: UserQuery) =>
  Result.map(runToEnd(Transitions.list(on(world), query)), (page) => ({
    ...page,
    entries: page.entries.map((position) => Users.rowAt(world.users, position).entry)
  }))
