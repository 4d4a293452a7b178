import * as Contract from "@remote-assist/core/Contract"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { ExpectationFailed } from "../scenario/Expect.ts"
import { makeScenario, requireKnown, step } from "../scenario/Scenario.ts"
import type { Scenario } from "../scenario/Scenario.ts"
import { Target, needs } from "../targets/Target.ts"
import { Ref, demoKinds, refsOf } from "./Command.ts"
import type { Action, Command } from "./Command.ts"

/** Refers to the value at a path of the answer to a step, counted from 1. */
export const from = (step: number, ...path: ReadonlyArray<string | number>): Ref => {
  if (!Number.isSafeInteger(step) || step < 1)
    throw new TypeError(`there is no step ${step}. Give a number from 1, and the path in its answer.`)
  return new Ref({ wanted: { source: [step, ...path] } })
}

/** Refers to a value of the default world, such as `email`, `password` or `inviteUrl`. */
export const known = (name: string): Ref => {
  requireKnown("value", [name], [...new Set(demoKinds.map(([, source]) => source))])
  return new Ref({ wanted: { source: [name] } })
}

/** Throws for mistakes that types do not prevent. */
const checkActions = (clock: string, actions: ReadonlyArray<Action>) => {
  if (Option.isNone(DateTime.make(clock)))
    throw new TypeError(`${clock} is not a date-time. Give one such as 2026-01-15T12:00:00Z.`)
  for (const [index, action] of actions.entries()) {
    const calls = "together" in action ? action.together : "call" in action ? [action] : []
    requireKnown(
      "operation",
      calls.map(({ call }) => call),
      Contract.operations.map(({ id }) => id)
    )
    for (const { wanted } of refsOf(action))
      if ("source" in wanted && Number(wanted.source[0]) > index)
        throw new TypeError(`step ${index + 1} uses the answer to step ${wanted.source[0]}. Give an earlier step.`)
  }
}

// loaded when such a scenario runs, as every scenario loads this module
const load = Effect.promise(() =>
  Promise.all([import("./Pair.ts"), import("./Side.ts"), import("./report.ts"), import("../targets/inProcess.ts")])
)

/**
 * Makes a scenario that sends commands to the target and to an emulator of this version, and fails if the answers differ. Both
 * clocks are stopped at a date-time.
 */
export const scenario = (clock: string, actions: ReadonlyArray<Action>): Scenario => {
  checkActions(clock, actions)
  return makeScenario(
    Effect.gen(function* () {
      const [Pair, Side, { actionText, valueLines }, { inProcess }] = yield* load
      const { prefix } = yield* Target
      const makeModel = Side.makeFromLayer(inProcess(prefix).make("model"), clock)
      const pair = yield* Pair.make(yield* Side.make(clock), makeModel)
      const replay = Effect.fnUntraced(function* (command: Command, what: string) {
        const failed = (expected: string, actual: string) => new ExpectationFailed({ what, expected, actual })
        if (!(yield* pair.run(command))) return yield* failed("the values that it refers to", "no answer had them")
        const differences = pair.done.at(-1)?.differences ?? []
        if (differences.length > 0) return yield* failed(valueLines(differences, "a"), valueLines(differences, "b"))
      })
      for (const [index, action] of actions.entries()) {
        const command = { ...action, uid: index + 1 }
        const what = `${index + 1}. ${actionText(command)}`
        yield* step(what, replay(command, what))
      }
    }),
    { tags: ["fuzz"], needs, destructive: true }
  )
}
