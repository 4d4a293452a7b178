import * as Result from "effect/Result"

import type { CallAction } from "../calls/model/Action.ts"
import { refused } from "./Moment.ts"
import type { Moment, Turn } from "./Moment.ts"
import { end } from "./presence.ts"
import { answer, decline, ring } from "./ringing.ts"
import { degrade, join, leave, rate, record, stop, tag } from "./running.ts"
import { possible, reasons, stateOf } from "./states.ts"

export const mostEvents = 1000

const turn = (moment: Moment, action: CallAction): Turn => {
  switch (action.do) {
    case "ring":
      return ring(moment)
    case "answer":
      return answer(moment, action)
    case "decline":
      return decline(moment, action)
    case "join":
      return join(moment, action)
    case "leave":
      return leave(moment, action)
    case "record":
      return record(moment)
    case "stop-recording":
      return stop(moment)
    case "degrade":
      return degrade(moment, action)
    case "rate":
      return rate(moment, action)
    case "tag":
      return tag(moment, action)
    case "end":
      return ended(moment, action)
  }
}

const ended = (moment: Moment, { reason }: Extract<CallAction, { readonly do: "end" }>): Turn => {
  const state = stateOf(moment.row)
  const [first = "ended"] = reasons[state]
  const ending = reason ?? first
  return reasons[state].includes(ending)
    ? Result.succeed(end(moment, ending))
    : refused(`The call is ${state}, and cannot end as ${ending}. Give one of ${reasons[state].join(", ")}.`)
}

/** What an action makes of a call, or why it does not fit, with what does. */
export const act = (moment: Moment, action: CallAction): Turn => {
  const state = stateOf(moment.row)
  if (!possible[state].includes(action.do))
    return refused(`The call is ${state}, so it cannot ${action.do}. Possible: ${possible[state].join(", ")}.`)
  if (action.do !== "end" && moment.row.events.length >= mostEvents)
    return refused(`The call ${moment.row.id} has ${mostEvents} events, as many as are kept. Place another.`)
  return turn(moment, action)
}
