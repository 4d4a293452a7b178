import * as Effect from "effect/Effect"

import { Unmet } from "../scenario/Expect.ts"
import { scenario as scenarioOf, step } from "../scenario/Scenario.ts"
import type { Scenario } from "../scenario/Scenario.ts"
import { Target, needs } from "../targets/Target.ts"
import { Ref } from "./Command.ts"
import type { Action } from "./Command.ts"

/** The value at a path of the answer to a step; steps count from 1. */
export const from = (uid: number, ...path: ReadonlyArray<string | number>): Ref => new Ref({ source: { uid, path } })

/** Something that every target knows, such as `email`, `password` or `inviteUrl`. */
export const known = (name: string): Ref => new Ref({ source: name })

/** A value with text before it, such as `email=`. */
export const after = (text: string, { wanted }: Ref): Ref => new Ref(wanted, text)

/**
 * A scenario that does the same on the target and on an emulator of this version, and fails if they answer differently. The
 * clocks of both stand at a date-time.
 */
export const scenario = (clock: string, actions: ReadonlyArray<Action>): Scenario =>
  scenarioOf(
    Effect.gen(function* () {
      const Pair = yield* Effect.promise(() => import("./Pair.ts"))
      const { actionText, differenceLines } = yield* Effect.promise(() => import("./report.ts"))
      const Side = yield* Effect.promise(() => import("./Side.ts"))
      const { inProcess } = yield* Effect.promise(() => import("../targets/inProcess.ts"))
      const { prefix } = yield* Target
      const makeModel = Side.ofLayer(inProcess(prefix, { frozenAt: clock }).make("model"))
      const pair = yield* Pair.make(yield* Side.make(clock), makeModel, Effect.void)
      for (const [index, action] of actions.entries()) {
        const command = { ...action, uid: index + 1 }
        const what = `${index + 1}. ${actionText(command)}`
        const unmet = (expected: string, actual: string) => new Unmet({ what, expected, actual })
        yield* step(
          what,
          Effect.gen(function* () {
            if (!pair.canRun(command)) return yield* unmet("the values that it needs", "no answer had them")
            yield* pair.run(command)
            const differences = pair.done.at(-1)?.differences ?? []
            if (differences.length > 0)
              return yield* unmet("the answer of the emulator", `\n${differences.flatMap(differenceLines).join("\n")}`)
          })
        )
      }
    }),
    { tags: ["fuzz"], needs, destructive: true }
  )
