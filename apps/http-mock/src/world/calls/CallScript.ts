import * as Schema from "effect/Schema"

import { isDateTime } from "../timestamp.ts"
import { actionSchemas, millisFrom } from "./actions.ts"

export const maxStoredCalls = 5000

const { CallAction: Action, Device, Network, Who } = actionSchemas()

export const CallAction = Action
export type CallAction = typeof CallAction.Type

export const maxSteps = 100

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
  /** A user, or an on-call group by its name. */
  to: Schema.Union([Who, Schema.Struct({ group: Schema.NonEmptyString })]).annotate({
    expected: 'a user name, an e-mail address or an id, or a group as in {"group":"Hydraulics"}'
  }),
  /** The device of both (default iPhone). */
  device: Schema.optionalKey(Device),
  /** The network profile of both from the start (default good). */
  network: Schema.optionalKey(Network),
  steps: Schema.optionalKey(Schema.Array(CallAction).check(Schema.isMaxLength(maxSteps)))
}

export const inOrder = Schema.makeFilter(({ steps = [] }: { readonly steps?: ReadonlyArray<CallAction> }) => {
  const back = ascend(steps)
  return back < 0
    ? undefined
    : {
        path: ["steps", back, "at"],
        issue: "the step is before the previous step. Put the steps in the order of time"
      }
})

/** A call to place, and its steps; each `at` counts from the start. */
export const CallScript = Schema.Struct({
  ...scriptFields,
  /** A date-time that is not in the future (default: now). */
  startsAt: Schema.optionalKey(
    Schema.String.check(Schema.makeFilter(isDateTime, { expected: "a date-time, such as 2026-01-01T12:00:00Z" }))
  )
})
  .check(inOrder)
  .annotate({ identifier: "CallScript" })
export type CallScript = typeof CallScript.Type
