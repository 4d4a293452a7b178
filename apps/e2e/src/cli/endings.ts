import { Exit, report } from "@remote-assist/cli/Process"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

import { exitCodes } from "./exitCodes.ts"

const codes: Readonly<Record<string, number>> = {
  Misuse: exitCodes.usage,
  UnknownTarget: exitCodes.usage,
  BadScenario: exitCodes.usage,
  BadSettings: exitCodes.usage,
  NotOffered: exitCodes.usage,
  Unreachable: exitCodes.unreachable
}

/** Ends with the exit code of what went wrong, once it has been told. */
export const withEndings = <A, E, R>(act: Effect.Effect<A, E, R>): Effect.Effect<A, Exit, R> =>
  Effect.catch(act, (error) => {
    const code = Predicate.hasProperty(error, "_tag") ? codes[String(error._tag)] : undefined
    return code === undefined ? report(error) : Effect.mapError(report(error), () => new Exit({ code }))
  })
