import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as Result from "effect/Result"

import type { Choices, Choose, GapId } from "../gaps/Gaps.ts"
import * as LruCache from "../lists/LruCache.ts"
import { select } from "../lists/select.ts"
import type { Query } from "../lists/select.ts"
import type { Refusal } from "../Refusal.ts"
import type { Users } from "../users/Users.ts"
import type { CallContext } from "./CallContext.ts"
import * as Calls from "./Calls.ts"
import { listed, valueOf } from "./fields.ts"
import type { Field } from "./fields.ts"

/** What was selected, and what it follows from beside the calls. */
interface Selection {
  readonly users: Users
  readonly choices: Partial<Choices>
  /** Which choices it relies on, and so does every answer that it serves. */
  readonly gaps: ReadonlySet<GapId>
  readonly positions: ReadonlyArray<number>
}

// neither table ever changes, so what was selected from both holds while nothing else is chosen
const selections = LruCache.make<Calls.Calls, Selection>(16)

/** Positions of a user's calls that pass the filter, in order. Pages of one query cost one scan while nothing changes. */
export const search = (
  { choose, world }: CallContext,
  user: UserId,
  query: Query<Field>
): Result.Result<ReadonlyArray<number>, Refusal> => {
  const { calls, settings, users } = world
  const { choices } = settings
  const key = JSON.stringify([user, query.filter, query.keys])
  const known = selections.get(calls, key)
  if (known?.users === users && known.choices === choices) {
    known.gaps.forEach((gap) => choose(gap))
    return Result.succeed(known.positions)
  }
  const gaps = new Set<GapId>()
  const chooseNoting: Choose = (gap) => {
    gaps.add(gap)
    return choose(gap)
  }
  const { at, total } = Calls.ofUser(calls, user)
  const found = select(
    Array.from({ length: total }, (_, index) => at(index)),
    listed,
    (position, field) => valueOf({ choose: chooseNoting, world }, Calls.at(calls, position), field),
    query,
    chooseNoting
  )
  return Result.map(found, (positions) => selections.set(calls, key, { users, choices, gaps, positions }).positions)
}
