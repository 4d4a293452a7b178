import * as Effect from "effect/Effect"

import { ExpectationFailed } from "../scenario/Expect.ts"
import { makeScenario, step } from "../scenario/Scenario.ts"
import type { Scenario } from "../scenario/Scenario.ts"
import { Target, needs } from "../targets/Target.ts"
import type { Action, Command } from "./Command.ts"
import { Ref } from "./KnownValues.ts"

/** Refers to the value at a path of the answer to a step, counted from 1. */
export const from = (step: number, ...path: ReadonlyArray<string | number>): Ref =>
  new Ref({ wanted: { source: [step, ...path] } })

/** Refers to a value of the default world, such as `email`, `password` or `inviteUrl`. */
export const known = (name: string): Ref => new Ref({ wanted: { source: [name] } })

// loaded when such a scenario runs, as every scenario loads this module
const load = Effect.promise(() =>
  Promise.all([import("./Pair.ts"), import("./Side.ts"), import("./report.ts"), import("../targets/inProcess.ts")])
)

/**
 * Makes a scenario that sends commands to the target and to an emulator of this version, and fails if the answers differ. Both
 * clocks are stopped at a date-time.
 */
export const scenario = (clock: string, actions: ReadonlyArray<Action>): Scenario =>
  makeScenario(
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
