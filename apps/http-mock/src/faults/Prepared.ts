import type { Bend } from "./bending/Bend.ts"
import type { Fault } from "./Fault.ts"
import type { Matcher } from "./matching/Matcher.ts"

/** A fault, and what its requests and answers go through. */
export interface Prepared {
  readonly fault: Fault
  /** For each of its effects, what bends the answer; nothing where it does something else. */
  readonly bends: ReadonlyArray<Bend | undefined>
  /** Nothing where it is for every request to its operations. */
  readonly matcher: Matcher | undefined
}
