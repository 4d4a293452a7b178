import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { effectsOf } from "./Fault.ts"
import type { Fault } from "./Fault.ts"
import { whyNot } from "./operations.ts"
import type { Prepared } from "./Prepared.ts"

const bending: ReadonlySet<string> = new Set(["override", "body", "worst"])

const isPlain = ({ caller, where, ...fault }: Fault) =>
  caller === undefined && where === undefined && !effectsOf(fault).some(({ kind }) => bending.has(kind))

/** Makes a fault ready, or says why it cannot be; what compares requests and bends answers is loaded by the first that does. */
export const prepare = (fault: Fault): Effect.Effect<Result.Result<Prepared, string>> => {
  const why = whyNot(fault)
  if (why !== undefined) return Effect.succeed(Result.fail(why))
  return isPlain(fault)
    ? Effect.succeed(Result.succeed({ fault, bends: [], matcher: undefined }))
    : Effect.map(
        Effect.promise(() => import("./compileFault.ts")),
        ({ compile }) => compile(fault)
      )
}
