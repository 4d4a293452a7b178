import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import type { CallAction } from "../calls/model/Action.ts"
import * as Users from "../users/Users.ts"
import { noted, refused, withRow } from "./Moment.ts"
import type { Moment, Turn } from "./Moment.ts"
import { active, callOf, free, isActive, nameOf } from "./people.ts"
import { end, enter } from "./presence.ts"

type Of<Do extends CallAction["do"]> = Extract<CallAction, { readonly do: Do }>

/** Those of the group who can be rung: active, available and in no call. */
const onCall = ({ row, world }: Moment): ReadonlyArray<UserId> => {
  const members = world.onCallGroups.find(({ id }) => id === row.group)?.members ?? []
  return members.filter(
    (id) =>
      id !== row.dialer &&
      Option.exists(Users.byId(world.users, id), ({ entry }) => entry.active && entry.available) &&
      callOf(world, id) === undefined
  )
}

/** Rings whoever is called, unless nobody can be. */
export const ring = (moment: Moment): Turn => {
  const { at, choose, row, world } = moment
  if (row.group === undefined) {
    if (row.receiver === undefined || !isActive(world, row.receiver)) return Result.succeed(end(moment, "failed"))
    if (callOf(world, row.receiver, row.position) !== undefined) return Result.succeed(end(moment, "busy"))
  }
  const users = row.receiver === undefined ? onCall(moment) : [row.receiver]
  if (users.length === 0) return Result.succeed(end(moment, "busy"))
  const until = at + 1000 * choose("calls.ring-time")
  const detail = users.map((id) => nameOf(world, id)).join(", ")
  return Result.succeed(noted(withRow(moment, { ringing: { until, users } }), { type: "ringing", detail }))
}

/** Who is rung of those there are: the one who is named, or the first. */
const rung = ({ row, world }: Moment, { by }: Of<"answer" | "decline">) => {
  const users = row.ringing?.users ?? []
  const [first] = users
  if (by === undefined) return first === undefined ? refused("It rings for nobody.") : Result.succeed(first)
  return Result.flatMap(active(world, by), ({ entry: { id, username } }) =>
    users.includes(id)
      ? Result.succeed(id)
      : refused(`It does not ring for ${username}, but for ${users.map((user) => nameOf(world, user)).join(", ")}.`)
  )
}

/** Somebody takes the call: both are in it from now on. */
export const answer = (moment: Moment, action: Of<"answer">): Turn =>
  Result.flatMap(rung(moment, action), (by) =>
    Result.map(free(moment.world, by, moment.row.position), () => {
      const { ringing: _, ...row } = moment.row
      const taken: Moment = { ...moment, row: { ...row, receiver: by, answeredAt: moment.at } }
      const both = enter(enter(taken, row.dialer, {}), by, action)
      return noted(both, { type: "answered", who: by })
    })
  )

/** Somebody does not take it; when all have said so, it is over. */
export const decline = (moment: Moment, action: Of<"decline">): Turn =>
  Result.map(rung(moment, action), (by) => {
    const ringing = moment.row.ringing ?? { until: moment.at, users: [] }
    const users = ringing.users.filter((user) => user !== by)
    const declined = noted(withRow(moment, { ringing: { ...ringing, users } }), { type: "declined", who: by })
    return users.length === 0 ? end(declined, "declined") : declined
  })
