import * as Schema from "effect/Schema"

import { isDateTime } from "../timestamp.ts"
import { actionSchemas, millisFrom } from "./actions.ts"

export const mostKept = 5000

const { CallAction: Action, Device, Network, Who } = actionSchemas()

export const CallAction = Action
export type CallAction = typeof CallAction.Type

export const mostSteps = 100

const ascend = (steps: ReadonlyArray<CallAction>): number => {
  let last = 0
  return steps.findIndex(({ at }) => {
    const before = last
    last = Math.max(last, millisFrom(at))
    return millisFrom(at) < before
  })
}

export const scriptFields = {
  from: Who,
  /** Whom: a user, or an on-call group by its name. */
  to: Schema.Union([Who, Schema.Struct({ group: Schema.NonEmptyString })]).annotate({
    expected: 'a user name, an e-mail address or an id, or a group as in {"group":"Hydraulics"}'
  }),
  /** What both call with; an iPhone unless set, or what a later step says of who joins. */
  device: Schema.optionalKey(Device),
  /** What the networks of both are like from the start; good unless set. */
  network: Schema.optionalKey(Network),
  steps: Schema.optionalKey(Schema.Array(CallAction).check(Schema.isMaxLength(mostSteps)))
}

export const inOrder = Schema.makeFilter(({ steps = [] }: { readonly steps?: ReadonlyArray<CallAction> }) => {
  const back = ascend(steps)
  return back < 0
    ? undefined
    : {
        path: ["steps", back, "at"],
        issue: "a step is not before the one above it: put the steps in the order of time"
      }
})

/** A call that is placed, and what happens in it, step by step: each at its moment, counted from the start. */
export const CallScript = Schema.Struct({
  ...scriptFields,
  /** A date-time that is not to come; now unless set. */
  startsAt: Schema.optionalKey(
    Schema.String.check(Schema.makeFilter(isDateTime, { expected: "a date-time, such as 2026-01-01T12:00:00Z" }))
  )
})
  .check(inOrder)
  .annotate({ identifier: "CallScript" })
export type CallScript = typeof CallScript.Type
