import type { Choose } from "../gaps/Gaps.ts"
import type { User } from "../users/User.ts"
import type { World } from "./World.ts"

export interface TransitionContext {
  readonly world: World
  /** Milliseconds since the epoch, by the tenant's clock. */
  readonly now: number
  readonly choose: Choose
}

/** Whom the user token of a request belongs to, with the user where it is a user's. */
export interface Principal {
  readonly subject: string
  readonly permissions: ReadonlyArray<string>
  readonly user: User | undefined
}

export interface CallerContext extends TransitionContext {
  readonly caller: User
}

/** Of a transition that whoever has a permission of the administration makes. */
export interface AdministrationContext extends TransitionContext {
  readonly principal: Principal
}
