import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as Result from "effect/Result"

import type { Chosen } from "../Gaps.ts"
import { select } from "../Query.ts"
import type { Query } from "../Query.ts"
import type { Refusal } from "../Refusal.ts"
import type { Users } from "../users/Users.ts"
import type { World } from "../World.ts"
import * as Calls from "./Calls.ts"
import { listed, valueOf } from "./Shown.ts"
import type { Field } from "./Shown.ts"

interface Kept {
  readonly users: Users
  readonly choices: Chosen["taken"]
  readonly selections: Map<string, ReadonlyArray<number>>
}

const most = 8

// neither table ever changes, so what was selected from both holds for as long as they live and nothing else is chosen
const selected = new WeakMap<Calls.Calls, Kept>()

const keptFor = ({ calls, settings, users }: World): Kept["selections"] => {
  const known = selected.get(calls)
  const choices = settings.choices.taken
  if (known?.users === users && known.choices === choices) return known.selections
  const selections: Kept["selections"] = new Map()
  selected.set(calls, { choices, users, selections })
  return selections
}

const keep = (selections: Kept["selections"], key: string, positions: ReadonlyArray<number>) => {
  selections.delete(key)
  selections.set(key, positions)
  for (const oldest of selections.keys()) {
    if (selections.size <= most) break
    selections.delete(oldest)
  }
  return positions
}

/** Positions of a user's calls that pass the filter, in order. Pages of one query cost one scan while nothing changes. */
export const search = (
  world: World,
  user: UserId,
  query: Query<Field>
): Result.Result<ReadonlyArray<number>, Refusal> => {
  const selections = keptFor(world)
  const key = JSON.stringify([user, query.filter, query.keys])
  const known = selections.get(key)
  if (known !== undefined) return Result.succeed(keep(selections, key, known))
  const { at, total } = Calls.ofUser(world.calls, user)
  const found = select(
    Array.from({ length: total }, (_, index) => at(index)),
    listed,
    (position, field) => valueOf(world, Calls.at(world.calls, position), field),
    query,
    world.settings.choices
  )
  return Result.map(found, (positions) => keep(selections, key, positions))
}
