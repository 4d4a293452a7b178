import * as Effect from "effect/Effect"

import { ExpectationFailed } from "../scenario/Expect.ts"
import { makeScenario, step } from "../scenario/Scenario.ts"
import type { Scenario } from "../scenario/Scenario.ts"
import { Target, needs } from "../targets/Target.ts"
import type { Action } from "./Command.ts"
import { Ref } from "./KnownValues.ts"

/** Refers to the value at a path of the answer to a step, counted from 1. */
export const from = (step: number, ...path: ReadonlyArray<string | number>): Ref =>
  new Ref({ source: { uid: step, path } })

/** Refers to a value of the default world, such as `email`, `password` or `inviteUrl`. */
export const known = (name: string): Ref => new Ref({ source: name })

/** Refers to a value, and puts a text before it, such as `email=`. */
export const after = (text: string, { wanted }: Ref): Ref => new Ref(wanted, text)

/**
 * Makes a scenario that sends commands to the target and to an emulator of this version, and fails if the answers differ. Both
 * clocks are stopped at a date-time.
 */
export const scenario = (clock: string, actions: ReadonlyArray<Action>): Scenario =>
  makeScenario(
    Effect.gen(function* () {
      // loaded when it runs, as every scenario loads this module
      const Pair = yield* Effect.promise(() => import("./Pair.ts"))
      const { actionText, differenceLines } = yield* Effect.promise(() => import("./report.ts"))
      const Side = yield* Effect.promise(() => import("./Side.ts"))
      const { inProcess } = yield* Effect.promise(() => import("../targets/inProcess.ts"))
      const { prefix } = yield* Target
      const makeModel = Side.makeFromLayer(inProcess(prefix, { frozenAt: clock }).make("model"))
      const pair = yield* Pair.make(yield* Side.make(clock), makeModel, Effect.void)
      for (const [index, action] of actions.entries()) {
        const command = { ...action, uid: index + 1 }
        const what = `${index + 1}. ${actionText(command)}`
        const failure = (expected: string, actual: string) => new ExpectationFailed({ what, expected, actual })
        yield* step(
          what,
          Effect.gen(function* () {
            if (!pair.canRun(command)) return yield* failure("the values that it refers to", "no answer had them")
            yield* pair.run(command)
            const differences = pair.done.at(-1)?.differences ?? []
            if (differences.length > 0)
              return yield* failure(
                "the answer of the emulator",
                `\n${differences.flatMap(differenceLines).join("\n")}`
              )
          })
        )
      }
    }),
    { tags: ["fuzz"], needs, destructive: true }
  )
