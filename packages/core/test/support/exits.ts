import { assert } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Equal from "effect/Equal"
import * as Exit from "effect/Exit"

// chai takes any two Redacted values for equal
export const assertSame = (actual: unknown, expected: unknown) => {
  assert.deepStrictEqual(actual, expected)
  assert.isTrue(Equal.equals(actual, expected))
}

/** What an effect died of. */
export const defectOf = <A, E>(exit: Exit.Exit<A, E>) =>
  Exit.isFailure(exit) ? String(Cause.squash(exit.cause)) : assert.fail("it succeeded")
