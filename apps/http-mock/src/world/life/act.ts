import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as Match from "effect/Match"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import type { Person } from "../calls/Call.ts"
import type { CallAction } from "../calls/CallScript.ts"
import { badInput } from "../ServiceError.ts"
import type { Checked } from "../ServiceError.ts"
import * as Users from "../users/Users.ts"
import {
  active,
  callOf,
  end,
  endWhenEmpty,
  enter,
  exit,
  free,
  guestOf,
  isActive,
  isPresent,
  isSame,
  nameOf,
  personOf,
  possible,
  reasons,
  stateOf,
  stopRecording,
  withEvent,
  withRow
} from "./participants.ts"
import type { Moment, Turn } from "./participants.ts"

const maxParticipants = 50

const maxTags = 50

const newParticipant = ({ row, world }: Moment, { guest, who = "" }: ActionOf<"join">): Checked<Person> =>
  guest === undefined
    ? Result.flatMap(active(world, who), ({ entry }) => free(world, entry.id, row.position))
    : Result.succeed(guestOf(row, guest))

const join = (moment: Moment, action: ActionOf<"join">): Turn =>
  Result.flatMap(newParticipant(moment, action), (who): Turn => {
    const { row, world } = moment
    if (isPresent(row, who)) return badInput(`${nameOf(world, who)} is already in this call.`)
    const isNew = !row.participants.some((one) => isSame(one.who, who))
    if (isNew && row.participants.length >= maxParticipants)
      return badInput(`The call has ${maxParticipants} participants, the maximum.`)
    return Result.succeed(withEvent(enter(moment, who, action), { type: "joined", who }))
  })

const present = (moment: Moment, action: ActionOf<"degrade" | "leave">) =>
  Result.flatMap(personOf(moment.world, moment.row, action), (who) =>
    isPresent(moment.row, who) ? Result.succeed(who) : badInput(`${nameOf(moment.world, who)} is not in this call now.`)
  )

const leave = (moment: Moment, action: ActionOf<"leave">): Turn =>
  Result.map(present(moment, action), (who) => endWhenEmpty(exit(moment, who)))

const degrade = (moment: Moment, action: ActionOf<"degrade">): Turn =>
  Result.map(present(moment, action), (who) => {
    const { at, row } = moment
    const participants = row.participants.map((one) =>
      isSame(one.who, who) ? { ...one, network: [...one.network, { from: at, profile: action.profile }] } : one
    )
    return withEvent(withRow(moment, { participants }), { type: "network", who, detail: action.profile })
  })

const record = (moment: Moment): Turn => {
  const { recording } = moment.row
  if (recording === undefined)
    return Result.succeed(
      withEvent(withRow(moment, { recording: { startedAt: moment.at } }), { type: "recording-started" })
    )
  return badInput(
    recording.stoppedAt === undefined
      ? "This call is already being recorded."
      : "This call was already recorded. A call has one recording."
  )
}

const stop = (moment: Moment): Turn => {
  const { recording } = moment.row
  return recording === undefined || recording.stoppedAt !== undefined
    ? badInput("This call is not being recorded.")
    : Result.succeed(stopRecording(moment))
}

/** A participant rates the call; a second rating replaces the first. */
const rate = (moment: Moment, action: ActionOf<"rate">): Turn =>
  Result.flatMap(personOf(moment.world, moment.row, action), (by): Turn => {
    const { row, world } = moment
    if (!row.participants.some(({ stays, who }) => isSame(who, by) && stays.length > 0))
      return badInput(`${nameOf(world, by)} was not in this call, so cannot rate it.`)
    const rating = String(action.rating)
    const ratings = [...row.ratings.filter((one) => !isSame(one.by, by)), { by, rating }]
    return Result.succeed(withEvent(withRow(moment, { ratings }), { type: "rated", who: by, detail: rating }))
  })

const tag = (moment: Moment, { tags }: ActionOf<"tag">): Turn => {
  const all = [...new Set([...moment.row.tags, ...tags])]
  return all.length > maxTags
    ? badInput(`A call has at most ${maxTags} tags.`)
    : Result.succeed(withEvent(withRow(moment, { tags: all }), { type: "tagged", detail: tags.join(", ") }))
}

type ActionOf<Do extends CallAction["do"]> = Extract<CallAction, { readonly do: Do }>

/** Returns the members of the group who are active, available and in no other call. */
const onCall = ({ row, world }: Moment): ReadonlyArray<UserId> => {
  const members = world.onCallGroups.find(({ id }) => id === row.group)?.members ?? []
  return members.filter(
    (id) =>
      id !== row.dialer &&
      Option.exists(Users.byId(world.users, id), ({ entry }) => entry.active && entry.available) &&
      callOf(world, id) === undefined
  )
}

/** Rings the receiver or the available members of the group; ends the call if there are none. */
const ring = (moment: Moment): Turn => {
  const { at, option, row, world } = moment
  if (row.group === undefined) {
    if (row.receiver === undefined || !isActive(world, row.receiver)) return Result.succeed(end(moment, "failed"))
    if (callOf(world, row.receiver, row.position) !== undefined) return Result.succeed(end(moment, "busy"))
  }
  const users = row.receiver === undefined ? onCall(moment) : [row.receiver]
  if (users.length === 0) return Result.succeed(end(moment, "busy"))
  const until = at + 1000 * option("calls.ring-time")
  const detail = users.map((id) => nameOf(world, id)).join(", ")
  return Result.succeed(withEvent(withRow(moment, { ringing: { until, users } }), { type: "ringing", detail }))
}

/** Returns the named user for whom it rings; default: the first. */
const ringingUser = ({ row, world }: Moment, { by }: ActionOf<"answer" | "decline">) => {
  const users = row.ringing?.users ?? []
  const [first] = users
  if (by === undefined)
    return first === undefined ? badInput("The call does not ring for anybody.") : Result.succeed(first)
  return Result.flatMap(active(world, by), ({ entry: { id, username } }) =>
    users.includes(id)
      ? Result.succeed(id)
      : badInput(
          `The call does not ring for ${username}, but for ${users.map((user) => nameOf(world, user)).join(", ")}.`
        )
  )
}

/** A user answers the call: dialer and receiver join it. */
const answer = (moment: Moment, action: ActionOf<"answer">): Turn =>
  Result.flatMap(ringingUser(moment, action), (by) =>
    Result.map(free(moment.world, by, moment.row.position), () => {
      const { ringing: _, ...row } = moment.row
      const answered: Moment = { ...moment, row: { ...row, receiver: by, answeredAt: moment.at } }
      const both = enter(enter(answered, row.dialer, {}), by, action)
      return withEvent(both, { type: "answered", who: by })
    })
  )

/** A user declines the call; it ends when all have declined. */
const decline = (moment: Moment, action: ActionOf<"decline">): Turn =>
  Result.map(ringingUser(moment, action), (by) => {
    const ringing = moment.row.ringing ?? { until: moment.at, users: [] }
    const users = ringing.users.filter((user) => user !== by)
    const declined = withEvent(withRow(moment, { ringing: { ...ringing, users } }), { type: "declined", who: by })
    return users.length === 0 ? end(declined, "declined") : declined
  })

export const maxEvents = 1000

const turn = (moment: Moment, action: CallAction): Turn =>
  Match.value(action).pipe(
    Match.discriminatorsExhaustive("do")({
      ring: () => ring(moment),
      answer: (action) => answer(moment, action),
      decline: (action) => decline(moment, action),
      join: (action) => join(moment, action),
      leave: (action) => leave(moment, action),
      record: () => record(moment),
      "stop-recording": () => stop(moment),
      degrade: (action) => degrade(moment, action),
      rate: (action) => rate(moment, action),
      tag: (action) => tag(moment, action),
      end: (action) => endAs(moment, action)
    })
  )

const endAs = (moment: Moment, { reason }: ActionOf<"end">): Turn => {
  const state = stateOf(moment.row)
  const [first = "ended"] = reasons[state]
  const ending = reason ?? first
  return reasons[state].includes(ending)
    ? Result.succeed(end(moment, ending))
    : badInput(`The call is ${state} and cannot end as ${ending}. Use one of ${reasons[state].join(", ")}.`)
}

/** Applies an action to a call, or fails with the reason and the possible actions. */
export const act = (moment: Moment, action: CallAction): Turn => {
  const state = stateOf(moment.row)
  if (!possible[state].includes(action.do))
    return badInput(`The call is ${state}, so it cannot ${action.do}. Possible actions: ${possible[state].join(", ")}.`)
  if (action.do !== "end" && moment.row.events.length >= maxEvents)
    return badInput(`The call ${moment.row.id} has ${maxEvents} events, the maximum. Place another call.`)
  return turn(moment, action)
}
