import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import type { OnCallGroupId } from "@remote-assist/core/OnCallGroups"
import type * as HashMap from "effect/HashMap"

import type { Choices, Choose } from "../gaps/Gaps.ts"
import type { Users } from "../users/Users.ts"
import type { Calls } from "./Calls.ts"

export interface CallContext {
  readonly world: {
    readonly calls: Calls
    readonly users: Users
    readonly onCallGroups: ReadonlyArray<{ readonly id: OnCallGroupId; readonly name?: string | null | undefined }>
    readonly favorites: HashMap.HashMap<UserId, ReadonlyArray<OnCallGroupId>>
    readonly settings: { readonly choices: Partial<Choices>; readonly enterprise?: { readonly id: number } }
  }
  readonly choose: Choose
}

export interface ShownContext extends CallContext {
  readonly world: CallContext["world"] & { readonly settings: { readonly key: Uint8Array } }
  /** Milliseconds since the epoch, by the tenant's clock. */
  readonly now: number
  /** Where they find the region, such as `http://127.0.0.1:4010/us`. */
  readonly base: () => string
}
