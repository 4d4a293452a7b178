import type { Annotation, Call as Shown, CallQuery, RecentCall } from "@remote-assist/core/Calls"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import * as Calls from "../../../world/calls/Calls.ts"
import type { Call } from "../../../world/calls/Calls.ts"
import { listed, show } from "../../../world/calls/fields.ts"
import type { Field } from "../../../world/calls/fields.ts"
import { recent as recentOf } from "../../../world/calls/recent.ts"
import { search } from "../../../world/calls/search.ts"
import { choose } from "../../../world/gaps/Gaps.ts"
import type { Chosen } from "../../../world/gaps/Gaps.ts"
import * as Order from "../../../world/lists/order.ts"
import type { OrderKey } from "../../../world/lists/order.ts"
import { paginate } from "../../../world/lists/paging.ts"
import type { Step, World } from "../../../world/model/World.ts"
import { refusal } from "../../../world/Refusal.ts"
import type { Refusal } from "../../../world/Refusal.ts"
import { administrator } from "../../../world/users/User.ts"
import type { User } from "../../../world/users/User.ts"

const range = (start: number, end: number) => Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at)

const byTime = (descending: boolean): ReadonlyArray<OrderKey<Field>> => [{ field: "timeCallStarted", descending }]

const keysOf = (order: string | undefined, choices: Chosen) =>
  order === undefined
    ? Result.succeed(byTime(choose(choices, "calls.order") === "newest first"))
    : Order.parse(order, listed, choices)

/** One page of the caller's calls, the newest first unless ordered. */
export const list = (
  world: World,
  caller: User,
  { filter, order, ...query }: CallQuery
): Result.Result<ReadonlyArray<Shown>, Refusal> => {
  const { choices } = world.settings
  const { at, total } = Calls.ofUser(world.calls, caller.entry.id)
  const pageOf = (total: number, positionAt: (index: number) => number) =>
    Result.map(
      paginate(
        {
          total,
          slice: (start, count) => range(start, Math.min(start + count, total)).map((index) => positionAt(index))
        },
        (position) => show(world, Calls.at(world.calls, position)),
        query,
        choices
      ),
      ({ entries }) => entries
    )
  return Result.flatMap(keysOf(order, choices), (keys) => {
    const [first, ...further] = keys
    // positions are in the order of time: such a page is read off, whatever the number of calls
    if (filter === undefined && first?.field === "timeCallStarted" && further.length === 0)
      return pageOf(total, first.descending ? at : (index) => at(total - 1 - index))
    return Result.flatMap(search(world, caller.entry.id, { filter, keys }), (positions) =>
      pageOf(positions.length, (index) => positions[index] ?? 0)
    )
  })
}

/** The caller's latest call, or latest calls where the gap says so. */
export const recent = (
  world: World,
  caller: User,
  now: number
): Result.Result<RecentCall | ReadonlyArray<RecentCall>, Refusal> => {
  const { at, total } = Calls.ofUser(world.calls, caller.entry.id)
  const { choices } = world.settings
  const inList = choose(choices, "calls.recent") === "list"
  const most = inList ? choose(choices, "calls.recent-most") : 1
  const calls = range(0, Math.min(total, most)).map((index) =>
    recentOf(world, Calls.at(world.calls, at(index)), caller.entry.id, now)
  )
  return inList
    ? Result.succeed(calls)
    : Result.fromOption(Option.fromUndefinedOr(calls[0]), () => refusal("notFound", "You have had no call yet."))
}

const administers = (world: World, { entry }: User) =>
  entry.role_id === administrator.id && choose(world.settings.choices, "calls.access") === "administrators too"

/** A call that the caller is in, or may read as an administrator where the gap says so. */
export const reach = (world: World, caller: User, id: string): Result.Result<Call, Refusal> => {
  const position = Calls.positionOf(world.calls, id)
  if (position === undefined) return Result.fail(refusal("notFound", `There is no call ${id}.`))
  const call = Calls.at(world.calls, position)
  return Calls.isIn(call, caller.entry.id) || administers(world, caller)
    ? Result.succeed(call)
    : Result.fail(refusal("permission", `You were not in the call ${id}.`))
}

/** Notes ids and text on a call; what is not given stays as it is. */
export const annotate = (world: World, caller: User, id: string, annotation: Annotation): Step<string> =>
  Result.map(reach(world, caller, id), ({ position }) => {
    const { annotations } = world.calls
    const before = Option.getOrElse(HashMap.get(annotations, position), (): Annotation => ({}))
    return [
      {
        ...world,
        calls: { ...world.calls, annotations: HashMap.set(annotations, position, { ...before, ...annotation }) }
      },
      choose(world.settings.choices, "calls.annotate-answer")
    ]
  })
