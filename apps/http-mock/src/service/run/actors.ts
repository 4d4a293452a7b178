import * as Result from "effect/Result"

import type { AdministrationContext, CallerContext, TransitionContext } from "../../world/model/TransitionContext.ts"
import { callerOf, permitted } from "../access/authenticate.ts"
import type { Actor, Principal } from "./run.ts"

/** Whoever has the API key. */
export const anyone: Actor<TransitionContext> = (context) => Result.succeed(context)

/** The user whose token the request carries. */
export const user: Actor<CallerContext, Principal> = (context, { subject }) =>
  Result.map(callerOf(context.world, subject), (caller) => ({ ...context, caller }))

/** Whoever's token has a permission of the administration. */
export const administrator =
  (permission: string): Actor<AdministrationContext, Principal> =>
  (context, principal) =>
    Result.map(permitted(context, principal, permission), () => ({ ...context, principal }))
