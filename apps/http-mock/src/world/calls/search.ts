import type { UserId } from "@remote-assist/core/EnterpriseUsers"

import type { Choices, GapId, OptionLookup } from "../gaps/options.ts"
import * as LruCache from "../lists/LruCache.ts"
import { mapNumbers, select, sliceSize, textOf } from "../lists/select.ts"
import type { Cooperative, Query } from "../lists/select.ts"
import type { Users } from "../users/Users.ts"
import * as Calls from "./Calls.ts"
import type { CallContext } from "./Calls.ts"
import { valueOf } from "./fields.ts"
import type { Field } from "./fields.ts"

interface Selection {
  readonly users: Users
  readonly choices: Partial<Choices>
  /** The gaps that it relies on, as do all responses from it. */
  readonly gaps: ReadonlySet<GapId>
  readonly positions: Uint32Array
}

// valid while users, calls and choices are the same objects
const selections = LruCache.make<Calls.Calls, Selection>({
  max: 16,
  maxBytes: 32 * 1024 * 1024,
  bytesOf: ({ positions }) => positions.byteLength
})

const cached = ({ option, world: { calls, settings, users } }: CallContext, text: string) => {
  const known = selections.get(calls, text)
  if (known?.users !== users || known.choices !== settings.choices) return undefined
  known.gaps.forEach((gap) => option(gap))
  return known.positions
}

function* selected(context: CallContext, { at, total }: Calls.Positions, query: Query<Field>): Cooperative<Selection> {
  const { option, world } = context
  const gaps = new Set<GapId>()
  const recordedOption: OptionLookup = (gap) => {
    gaps.add(gap)
    return option(gap)
  }
  const found = yield* select(
    {
      size: total,
      at: (index) => Calls.at(world.calls, at(index)),
      valueOf: (call, field: Field) => valueOf({ option: recordedOption, world }, call, field)
    },
    query
  )
  return { users: world.users, choices: world.settings.choices, gaps, positions: yield* mapNumbers(found, at) }
}

/** Returns the positions of a user's calls that match a query, in order. The result is cached. */
export function* search(context: CallContext, user: UserId, query: Query<Field>): Cooperative<Uint32Array> {
  const { calls } = context.world
  const text = `${user} ${textOf(query)}`
  const known = cached(context, text)
  if (known !== undefined) return known
  const positions = Calls.ofUser(calls, user)
  // a concurrent request may have cached the same query
  if (positions.total > sliceSize) yield
  return cached(context, text) ?? selections.set(calls, text, yield* selected(context, positions, query)).positions
}
