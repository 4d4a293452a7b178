import { CallId } from "@remote-assist/core/Calls"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import * as Calls from "../calls/Calls.ts"
import type { CallRow, ParticipantRow } from "../calls/kept/CallRow.ts"
import { placedFrom } from "../calls/kept/order.ts"
import { millisFrom } from "../calls/model/Action.ts"
import type { CallAction, Who } from "../calls/model/Action.ts"
import { mostKept } from "../calls/Script.ts"
import type { CallScript } from "../calls/Script.ts"
import type { TransitionContext } from "../model/TransitionContext.ts"
import { draw } from "../model/World.ts"
import type { Step, World } from "../model/World.ts"
import { badInput, refusal } from "../Refusal.ts"
import type { Refusal } from "../Refusal.ts"
import { resultFn } from "../resultFn.ts"
import { nearest } from "../similarity.ts"
import { active, find, free } from "./people.ts"
import { settled } from "./settle.ts"

const uuid = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`

const groupNamed = ({ onCallGroups }: World, name: string) => {
  const names = onCallGroups.flatMap((group) => group.name ?? [])
  return Result.fromOption(Option.fromUndefinedOr(onCallGroups.find((group) => group.name === name)), () =>
    refusal(
      "notFound",
      names.length === 0
        ? "There is no on-call group."
        : `There is no on-call group ${JSON.stringify(name)}. Did you mean ${nearest(name, names)}?`
    )
  )
}

const whoIn = (action: CallAction): Who | undefined =>
  "who" in action ? action.who : "by" in action ? action.by : undefined

const stray = (world: World, steps: ReadonlyArray<CallAction>): Refusal | undefined => {
  const index = steps.findIndex((step) => {
    const who = whoIn(step)
    return who !== undefined && Option.isNone(find(world, who))
  })
  const step = steps[index]
  return step === undefined
    ? undefined
    : refusal(
        "notFound",
        `steps[${index}]: there is no user ${JSON.stringify(whoIn(step))}. Name one by their user name, e-mail address or id.`
      )
}

const dated = (steps: ReadonlyArray<CallAction>, startedAt: number): CallRow["steps"] => {
  let last = 0
  return steps.map((action) => {
    last = Math.max(last, millisFrom(action.at))
    return { at: startedAt + last, action }
  })
}

const called = (world: World, to: CallScript["to"]) =>
  typeof to === "object"
    ? Result.map(groupNamed(world, to.group), ({ id }) => ({ group: id }))
    : Result.map(active(world, to), ({ entry }) => ({ receiver: entry.id }))

/** Which step of a script did not fit, of those that are due already. */
const misfit = ({ events }: CallRow): Refusal | undefined => {
  const event = events.find(({ type }) => type === "refused")
  return event === undefined ? undefined : refusal("badInput", event.detail ?? "")
}

/** Places a call. What of its script is due already happens at once; where that does not fit, no call is placed. */
export const place: (context: TransitionContext, script: CallScript) => Step<CallRow> = resultFn(function* (
  context,
  { device = "iPhone", from, network = "good", startsAt, steps = [], to }
) {
  const { choose, now, world } = context
  if (HashMap.size(world.calls.kept.rows) >= mostKept)
    return yield* badInput(`${mostKept} calls are kept already. POST /__mock/reset goes back to none.`)
  const startedAt = startsAt === undefined ? now : Date.parse(startsAt)
  if (startedAt > now)
    return yield* badInput(`startsAt ${startsAt} is to come. Leave it out, and give the steps their at.`)
  const { entry: dialer } = yield* active(world, from)
  const callee = yield* called(world, to)
  if ("receiver" in callee && callee.receiver === dialer.id)
    return yield* badInput(`${dialer.username} cannot call themselves. Name another in to.`)
  yield* free(world, dialer.id)
  const wrong = stray(world, steps)
  if (wrong !== undefined) return yield* Result.fail(wrong)
  const [drawn, hex] = draw(world)
  const { kept } = drawn.calls
  const participant = (who: ParticipantRow["who"]): ParticipantRow => ({
    who,
    device,
    network: [{ from: startedAt, profile: network }],
    stays: []
  })
  const row: CallRow = {
    position: placedFrom + kept.given,
    id: CallId.make(`call_${uuid(hex)}`),
    dialer: dialer.id,
    ...callee,
    startedAt,
    participants: [dialer.id, ...("receiver" in callee ? [callee.receiver] : [])].map(participant),
    ratings: [],
    tags: [],
    invited: [],
    steps: dated(steps, startedAt),
    events: [{ at: startedAt, type: "placed", who: dialer.id }]
  }
  const given = { ...drawn.calls, kept: { ...kept, given: kept.given + 1 } }
  const next = settled({ choose, now, world: { ...drawn, calls: Calls.put(given, row) } })
  const placed = Calls.rowAt(next.calls, row.position) ?? row
  const why = misfit(placed)
  if (why !== undefined) return yield* Result.fail(why)
  return [next, placed]
})
