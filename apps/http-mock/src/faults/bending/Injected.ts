import type { Operation } from "@remote-assist/core/Contract"

import type { Choose } from "../../world/gaps/Gaps.ts"

/** What an answer that a fault makes is made of. */
export interface Injected {
  readonly operation: Operation
  readonly choose: Choose
  /** What an error says unless the fault sets it. */
  readonly message: string
  /** Milliseconds since the epoch, by the tenant's clock. */
  readonly now: number
}
