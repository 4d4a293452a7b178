import type { UserQuery } from "@remote-assist/core/EnterpriseUsers"
import * as Result from "effect/Result"

import * as Transitions from "../../src/service/groups/EnterpriseUsers.ts"
import { runToEnd } from "../../src/world/lists/select.ts"
import type { World } from "../../src/world/model/World.ts"
import * as Users from "../../src/world/users/Users.ts"
import { on } from "./worlds.ts"

/** The positions of at most `count` users from index `start`. */
export const positionsOf = (users: Users.Users, start: number, count: number) => {
  const { at, total } = Users.positions(users)
  return Array.from({ length: Math.max(0, Math.min(count, total - start)) }, (_, index) => at(start + index))
}

/** At most `count` users from index `start`. */
export const slice = (users: Users.Users, start: number, count: number) =>
  positionsOf(users, start, count).map((position) => Users.rowAt(users, position))

/** A page of the list of users, with its entries. */
export const list = (world: World, query: UserQuery) =>
  Result.map(runToEnd(Transitions.list(on(world), query)), (page) => ({
    ...page,
    entries: page.entries.map((position) => Users.rowAt(world.users, position).entry)
  }))
