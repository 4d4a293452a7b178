import * as Result from "effect/Result"

import type { Bend } from "./bending/Bend.ts"
import * as Body from "./bending/body.ts"
import { whyNot } from "./bending/headers.ts"
import * as Override from "./bending/override.ts"
import * as Worst from "./bending/worst.ts"
import { effectsOf } from "./Fault.ts"
import type { Fault, FaultEffect } from "./Fault.ts"
import { isOf } from "./matching/caller.ts"
import type { Matcher } from "./matching/Matcher.ts"
import * as Where from "./matching/requests.ts"
import type { Prepared } from "./Prepared.ts"

/** Makes what bends the answer, where an effect does; or says what of it cannot be used. */
const bendOf = (does: FaultEffect): Result.Result<Bend | undefined, string> => {
  if (does.kind === "worst") return Result.succeed(Worst.compile(does))
  if (does.kind !== "override" && does.kind !== "body") return Result.succeed(undefined)
  const why = whyNot(does.headers, does.kind === "body" ? does.contentType : undefined)
  if (why !== undefined) return Result.fail(why)
  return does.kind === "body" ? Result.succeed(Body.compile(does)) : Override.compile(does)
}

const matcherOf = ({ caller, where = {} }: Fault): Result.Result<Matcher, string> =>
  Result.map(Where.compile(where), ({ isFor, needsBody }) => {
    const isCaller = caller === undefined ? () => true : isOf(caller)
    return { needsBody, isFor: (seen) => isCaller(seen) && isFor(seen) }
  })

/** Makes a fault ready that compares requests or bends answers; or says what of it cannot be used. */
export const compile = (fault: Fault): Result.Result<Prepared, string> =>
  Result.gen(function* () {
    const bends = yield* Result.all(effectsOf(fault).map(bendOf))
    const matcher = fault.caller === undefined && fault.where === undefined ? undefined : yield* matcherOf(fault)
    return { fault, bends, matcher }
  })
