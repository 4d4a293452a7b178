import * as Result from "effect/Result"

import type {
  AdministrationContext,
  CallerContext,
  Principal,
  TransitionContext
} from "../../world/model/TransitionContext.ts"
import { callerOf, permitted } from "../access/authenticate.ts"
import type { Actor } from "./run.ts"

/** Whoever has the API key. */
export const anyone: Actor<TransitionContext> = (context) => Result.succeed(context)

/** The user whose token the request carries. */
export const user: Actor<CallerContext, Principal> = (context, principal) =>
  Result.map(callerOf(principal), (caller) => ({ ...context, caller }))

/** Whoever's token has a permission of the administration. */
export const administrator =
  (permission: string): Actor<AdministrationContext, Principal> =>
  (context, principal) =>
    Result.map(permitted(context, principal, permission), () => ({ ...context, principal }))
