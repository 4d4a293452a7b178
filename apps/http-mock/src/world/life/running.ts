import * as Result from "effect/Result"

import type { CallAction } from "../calls/model/Action.ts"
import { isGuest } from "../calls/model/Call.ts"
import type { Person } from "../calls/model/Call.ts"
import type { Refusal } from "../Refusal.ts"
import { noted, refused, withRow } from "./Moment.ts"
import type { Moment, Turn } from "./Moment.ts"
import { active, free, guestOf, isPresent, isSame, nameOf, personOf } from "./people.ts"
import { endWhenEmpty, enter, exit, stopRecording } from "./presence.ts"

type Of<Do extends CallAction["do"]> = Extract<CallAction, { readonly do: Do }>

const mostParticipants = 50

const mostTags = 50

const comer = ({ row, world }: Moment, { guest, who = "" }: Of<"join">): Result.Result<Person, Refusal> =>
  guest === undefined
    ? Result.flatMap(active(world, who), ({ entry }) => free(world, entry.id, row.position))
    : Result.succeed(guestOf(row, guest))

export const join = (moment: Moment, action: Of<"join">): Turn =>
  Result.flatMap(comer(moment, action), (who): Turn => {
    const { row, world } = moment
    if (isPresent(row, who)) return refused(`${nameOf(world, who)} is in this call already.`)
    const isNew = !row.participants.some((one) => isSame(one.who, who))
    if (isNew && row.participants.length >= mostParticipants)
      return refused(`A call has ${mostParticipants} participants at the most, and this one has them.`)
    return Result.succeed(noted(enter(moment, who, action), { type: "joined", who }))
  })

const present = (moment: Moment, action: Of<"degrade" | "leave">) =>
  Result.flatMap(personOf(moment.world, moment.row, action), (who) =>
    isPresent(moment.row, who) ? Result.succeed(who) : refused(`${nameOf(moment.world, who)} is not in this call now.`)
  )

export const leave = (moment: Moment, action: Of<"leave">): Turn =>
  Result.map(present(moment, action), (who) => endWhenEmpty(exit(moment, who)))

export const degrade = (moment: Moment, action: Of<"degrade">): Turn =>
  Result.map(present(moment, action), (who) => {
    const { at, row } = moment
    const participants = row.participants.map((one) =>
      isSame(one.who, who) ? { ...one, network: [...one.network, { from: at, profile: action.profile }] } : one
    )
    return noted(withRow(moment, { participants }), { type: "network", who, detail: action.profile })
  })

export const record = (moment: Moment): Turn => {
  const { recording } = moment.row
  if (recording === undefined)
    return Result.succeed(
      noted(withRow(moment, { recording: { startedAt: moment.at } }), { type: "recording-started" })
    )
  return refused(
    recording.stoppedAt === undefined
      ? "This call is recorded already."
      : "This call was recorded already: a call has one recording."
  )
}

export const stop = (moment: Moment): Turn => {
  const { recording } = moment.row
  return recording === undefined || recording.stoppedAt !== undefined
    ? refused("This call is not recorded now.")
    : Result.succeed(stopRecording(moment))
}

/** A participant who was in the call rates it, once more where they did before. */
export const rate = (moment: Moment, action: Of<"rate">): Turn =>
  Result.flatMap(personOf(moment.world, moment.row, action), (by): Turn => {
    const { row, world } = moment
    if (!row.participants.some(({ stays, who }) => isSame(who, by) && stays.length > 0))
      return refused(`${nameOf(world, by)} was not in this call${isGuest(by) ? "" : ", so has nothing to rate"}.`)
    const rating = String(action.rating)
    const ratings = [...row.ratings.filter((one) => !isSame(one.by, by)), { by, rating }]
    return Result.succeed(noted(withRow(moment, { ratings }), { type: "rated", who: by, detail: rating }))
  })

export const tag = (moment: Moment, { tags }: Of<"tag">): Turn => {
  const all = [...new Set([...moment.row.tags, ...tags])]
  return all.length > mostTags
    ? refused(`A call has ${mostTags} tags at the most.`)
    : Result.succeed(noted(withRow(moment, { tags: all }), { type: "tagged", detail: tags.join(", ") }))
}
