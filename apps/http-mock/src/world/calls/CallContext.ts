import type { Choices, Choose } from "../gaps/Gaps.ts"
import type { Users } from "../users/Users.ts"
import type { Calls } from "./Calls.ts"

/** What calls are shown from: the tables of a world, and what is chosen at the gaps. */
export interface CallContext {
  readonly world: {
    readonly calls: Calls
    readonly users: Users
    readonly settings: { readonly choices: Partial<Choices> }
  }
  readonly choose: Choose
}
