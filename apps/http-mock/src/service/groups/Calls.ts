import type { Annotation, Call as Shown, CallQuery, RecentCall } from "@remote-assist/core/Calls"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import * as Answers from "../../world/calls/answers.ts"
import * as Calls from "../../world/calls/Calls.ts"
import type { Call, ShownContext } from "../../world/calls/Calls.ts"
import { listed, search, show } from "../../world/calls/fields.ts"
import type { Field } from "../../world/calls/fields.ts"
import type { OptionLookup } from "../../world/gaps/options.ts"
import type { OrderKey } from "../../world/lists/order.ts"
import { paginate, positionsIn, reverse } from "../../world/lists/paging.ts"
import type { Positions } from "../../world/lists/paging.ts"
import type { Cooperative, ListQuery, Query } from "../../world/lists/select.ts"
import { parse } from "../../world/lists/select.ts"
import type { CallerContext, TransitionResult } from "../../world/model/World.ts"
import { reject } from "../../world/ServiceError.ts"
import type { Checked } from "../../world/ServiceError.ts"
import { administrator } from "../../world/users/User.ts"
import type { Handlers } from "../operation.ts"

const byTime = (descending: boolean): ReadonlyArray<OrderKey<Field>> => [{ field: "timeCallStarted", descending }]

const parseQuery = (query: ListQuery, option: OptionLookup): Checked<Query<Field>> =>
  Result.map(parse(query, listed, option), (parsed) =>
    query.order === undefined ? { ...parsed, keys: byTime(option("calls.order") === "newest first") } : parsed
  )

/** Returns the answer about a call that the caller may read. */
export const read = <A, Context extends CallerContext>(
  context: Context,
  id: string,
  answer: (context: Context, call: Call) => A
): TransitionResult<A> => Result.map(findCall(context, id), (call) => [context.world, answer(context, call)])

/** Returns one page of the calls of the caller. */
export function* list(
  context: CallerContext & ShownContext,
  query: CallQuery
): Cooperative<TransitionResult<ReadonlyArray<Shown>>> {
  const { caller, option, world } = context
  const parsed = parseQuery(query, option)
  if (Result.isFailure(parsed)) return Result.fail(parsed.failure)
  const pageOf = ({ at, total }: Positions) =>
    Result.map(
      paginate({ total, at: (index) => show(context, Calls.at(world.calls, at(index))) }, query, option),
      ({ entries }) => [world, entries] as const
    )
  const { clauses, keys } = parsed.success
  const [first, ...further] = keys
  // positions are in the order of time, so such a page needs no search
  if (clauses.length === 0 && first?.field === "timeCallStarted" && further.length === 0) {
    const all = Calls.ofUser(world.calls, caller.entry.id)
    return pageOf(first.descending ? all : reverse(all))
  }
  return pageOf(positionsIn(yield* search(context, caller.entry.id, parsed.success)))
}

/** Returns the latest call of the caller, or a list of the latest. */
export const recent = (context: CallerContext): TransitionResult<RecentCall | ReadonlyArray<RecentCall>> => {
  const { caller, option, now, world } = context
  const { at, total } = Calls.ofUser(world.calls, caller.entry.id)
  const inList = option("calls.recent") === "list"
  const max = inList ? option("calls.recent-most") : 1
  const calls = Array.from({ length: Math.min(total, max) }, (_, index) =>
    Answers.recent(context, Calls.at(world.calls, at(index)), caller.entry.id, now)
  )
  if (inList) return Result.succeed([world, calls])
  const [latest] = calls
  return latest === undefined ? reject("notFound", "You have had no call yet.") : Result.succeed([world, latest])
}

const administers = ({ caller, option }: CallerContext) =>
  caller.entry.role_id === administrator.id && option("calls.access") === "administrators too"

/** Finds a call of the caller, or any call if administrators may read them. */
export const findCall = (context: CallerContext, id: string): Checked<Call> => {
  const { caller, world } = context
  const position = Calls.positionOf(world.calls, id)
  if (position === undefined) return reject("notFound", `There is no call ${id}.`)
  const call = Calls.at(world.calls, position)
  return Calls.isIn(call, caller.entry.id) || administers(context)
    ? Result.succeed(call)
    : reject("permission", `You were not in the call ${id}.`)
}

/** Notes ids and a text on a call. Absent fields stay as they are. */
export const annotate = (context: CallerContext, id: string, annotation: Annotation): TransitionResult<string> =>
  Result.map(findCall(context, id), ({ position }) => {
    const { option, world } = context
    const { annotations } = world.calls
    const before = Option.getOrElse(HashMap.get(annotations, position), (): Annotation => ({}))
    return [
      {
        ...world,
        calls: { ...world.calls, annotations: HashMap.set(annotations, position, { ...before, ...annotation }) }
      },
      option("calls.annotate-answer")
    ]
  })

export const handlers: Handlers<"Calls", CallerContext> = {
  list: (context, { base, query }) => list({ ...context, base }, query),
  recent,
  read: (context, { base, params }) => read({ ...context, base }, params.call_id, show),
  annotate: (context, { params, payload }) => annotate(context, params.call_id, payload),
  eventStream: (context, { params }) => read(context, params.call_id, Answers.eventStream),
  events: (context, { params }) => read(context, params.call_id, Answers.events)
}
