import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as Match from "effect/Match"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import type { Person } from "../calls/Call.ts"
import type { CallAction } from "../calls/CallScript.ts"
import { badInput } from "../ServiceError.ts"
import type { Checked } from "../ServiceError.ts"
import * as Users from "../users/Users.ts"
import * as Participants from "./participants.ts"

const maxParticipants = 50

const maxTags = 50

const newParticipant = ({ row, world }: Participants.Moment, { guest, who = "" }: ActionOf<"join">): Checked<Person> =>
  guest === undefined
    ? Result.flatMap(Participants.active(world, who), ({ entry }) => Participants.free(world, entry.id, row.position))
    : Result.succeed(Participants.guestOf(row, guest))

const join = (moment: Participants.Moment, action: ActionOf<"join">): Participants.Turn =>
  Result.flatMap(newParticipant(moment, action), (who): Participants.Turn => {
    const { row, world } = moment
    if (Participants.isPresent(row, who)) return badInput(`${Participants.nameOf(world, who)} is already in this call.`)
    const isNew = !row.participants.some((one) => Participants.isSame(one.who, who))
    if (isNew && row.participants.length >= maxParticipants)
      return badInput(`The call has ${maxParticipants} participants, the maximum.`)
    return Result.succeed(Participants.withEvent(Participants.enter(moment, who, action), { type: "joined", who }))
  })

const present = (moment: Participants.Moment, action: ActionOf<"degrade" | "leave">) =>
  Result.flatMap(Participants.personOf(moment.world, moment.row, action), (who) =>
    Participants.isPresent(moment.row, who)
      ? Result.succeed(who)
      : badInput(`${Participants.nameOf(moment.world, who)} is not in this call now.`)
  )

const leave = (moment: Participants.Moment, action: ActionOf<"leave">): Participants.Turn =>
  Result.map(present(moment, action), (who) => Participants.endWhenEmpty(Participants.exit(moment, who)))

const degrade = (moment: Participants.Moment, action: ActionOf<"degrade">): Participants.Turn =>
  Result.map(present(moment, action), (who) => {
    const { at, row } = moment
    const participants = row.participants.map((one) =>
      Participants.isSame(one.who, who)
        ? { ...one, network: [...one.network, { from: at, profile: action.profile }] }
        : one
    )
    return Participants.withEvent(Participants.withRow(moment, { participants }), {
      type: "network",
      who,
      detail: action.profile
    })
  })

const record = (moment: Participants.Moment): Participants.Turn => {
  const { recording } = moment.row
  if (recording === undefined)
    return Result.succeed(
      Participants.withEvent(Participants.withRow(moment, { recording: { startedAt: moment.at } }), {
        type: "recording-started"
      })
    )
  return badInput(
    recording.stoppedAt === undefined
      ? "This call is already being recorded."
      : "This call was already recorded. A call has one recording."
  )
}

const stop = (moment: Participants.Moment): Participants.Turn => {
  const { recording } = moment.row
  return recording === undefined || recording.stoppedAt !== undefined
    ? badInput("This call is not being recorded.")
    : Result.succeed(Participants.stopRecording(moment))
}

/** A participant rates the call; a second rating replaces the first. */
const rate = (moment: Participants.Moment, action: ActionOf<"rate">): Participants.Turn =>
  Result.flatMap(Participants.personOf(moment.world, moment.row, action), (by): Participants.Turn => {
    const { row, world } = moment
    if (!row.participants.some(({ stays, who }) => Participants.isSame(who, by) && stays.length > 0))
      return badInput(`${Participants.nameOf(world, by)} was not in this call, so cannot rate it.`)
    const rating = String(action.rating)
    const ratings = [...row.ratings.filter((one) => !Participants.isSame(one.by, by)), { by, rating }]
    return Result.succeed(
      Participants.withEvent(Participants.withRow(moment, { ratings }), { type: "rated", who: by, detail: rating })
    )
  })

const tag = (moment: Participants.Moment, { tags }: ActionOf<"tag">): Participants.Turn => {
  const all = [...new Set([...moment.row.tags, ...tags])]
  return all.length > maxTags
    ? badInput(`A call has at most ${maxTags} tags.`)
    : Result.succeed(
        Participants.withEvent(Participants.withRow(moment, { tags: all }), { type: "tagged", detail: tags.join(", ") })
      )
}

type ActionOf<Do extends CallAction["do"]> = Extract<CallAction, { readonly do: Do }>

/** Returns the members of the group who are active, available and in no other call. */
const onCall = ({ row, world }: Participants.Moment): ReadonlyArray<UserId> => {
  const members = world.onCallGroups.find(({ id }) => id === row.group)?.members ?? []
  return members.filter(
    (id) =>
      id !== row.dialer &&
      Option.exists(Users.byId(world.users, id), ({ entry }) => entry.active && entry.available) &&
      Participants.callOf(world, id) === undefined
  )
}

/** Rings the receiver or the available members of the group; ends the call if there are none. */
const ring = (moment: Participants.Moment): Participants.Turn => {
  const { at, option, row, world } = moment
  if (row.group === undefined) {
    if (row.receiver === undefined || !Participants.isActive(world, row.receiver))
      return Result.succeed(Participants.end(moment, "failed"))
    if (Participants.callOf(world, row.receiver, row.position) !== undefined)
      return Result.succeed(Participants.end(moment, "busy"))
  }
  const users = row.receiver === undefined ? onCall(moment) : [row.receiver]
  if (users.length === 0) return Result.succeed(Participants.end(moment, "busy"))
  const until = at + 1000 * option("calls.ring-time")
  const detail = users.map((id) => Participants.nameOf(world, id)).join(", ")
  return Result.succeed(
    Participants.withEvent(Participants.withRow(moment, { ringing: { until, users } }), { type: "ringing", detail })
  )
}

/** Returns the named user for whom it rings; default: the first. */
const ringingUser = ({ row, world }: Participants.Moment, { by }: ActionOf<"answer" | "decline">) => {
  const users = row.ringing?.users ?? []
  const [first] = users
  if (by === undefined)
    return first === undefined ? badInput("The call does not ring for anybody.") : Result.succeed(first)
  return Result.flatMap(Participants.active(world, by), ({ entry: { id, username } }) =>
    users.includes(id)
      ? Result.succeed(id)
      : badInput(
          `The call does not ring for ${username}, but for ${users.map((user) => Participants.nameOf(world, user)).join(", ")}.`
        )
  )
}

/** A user answers the call: dialer and receiver join it. */
const answer = (moment: Participants.Moment, action: ActionOf<"answer">): Participants.Turn =>
  Result.flatMap(ringingUser(moment, action), (by) =>
    Result.map(Participants.free(moment.world, by, moment.row.position), () => {
      const { ringing: _, ...row } = moment.row
      const answered: Participants.Moment = { ...moment, row: { ...row, receiver: by, answeredAt: moment.at } }
      const both = Participants.enter(Participants.enter(answered, row.dialer, {}), by, action)
      return Participants.withEvent(both, { type: "answered", who: by })
    })
  )

/** A user declines the call; it ends when all have declined. */
const decline = (moment: Participants.Moment, action: ActionOf<"decline">): Participants.Turn =>
  Result.map(ringingUser(moment, action), (by) => {
    const ringing = moment.row.ringing ?? { until: moment.at, users: [] }
    const users = ringing.users.filter((user) => user !== by)
    const declined = Participants.withEvent(Participants.withRow(moment, { ringing: { ...ringing, users } }), {
      type: "declined",
      who: by
    })
    return users.length === 0 ? Participants.end(declined, "declined") : declined
  })

export const maxEvents = 1000

const turn = (moment: Participants.Moment, action: CallAction): Participants.Turn =>
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

const endAs = (moment: Participants.Moment, { reason }: ActionOf<"end">): Participants.Turn => {
  const state = Participants.stateOf(moment.row)
  const [first = "ended"] = Participants.reasons[state]
  const ending = reason ?? first
  return Participants.reasons[state].includes(ending)
    ? Result.succeed(Participants.end(moment, ending))
    : badInput(
        `The call is ${state} and cannot end as ${ending}. Use one of ${Participants.reasons[state].join(", ")}.`
      )
}

/** Applies an action to a call, or fails with the reason and the possible actions. */
export const act = (moment: Participants.Moment, action: CallAction): Participants.Turn => {
  const state = Participants.stateOf(moment.row)
  if (!Participants.possible[state].includes(action.do))
    return badInput(
      `The call is ${state}, so it cannot ${action.do}. Possible actions: ${Participants.possible[state].join(", ")}.`
    )
  if (action.do !== "end" && moment.row.events.length >= maxEvents)
    return badInput(`The call ${moment.row.id} has ${maxEvents} events, the maximum. Place another call.`)
  return turn(moment, action)
}
