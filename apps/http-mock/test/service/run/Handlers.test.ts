import { assert, describe, it } from "@effect/vitest"
import type { CallId } from "@remote-assist/core/Calls"
import type { GroupName } from "@remote-assist/core/Contract"
import { operations } from "@remote-assist/core/Contract"
import { expectTypeOf } from "vitest"

import type { Handlers } from "../../../src/service/run/Handlers.ts"
import type { Worded } from "../../../src/wire/serviceErrors.ts"
import type { Principal } from "../../../src/world/model/TransitionContext.ts"

type Input<Name extends GroupName, Operation extends keyof Handlers<Name>> = Handlers<Name>[Operation] extends (
  input: infer Given
) => unknown
  ? Given
  : never

type Perform<Name extends GroupName, Operation extends keyof Handlers<Name>> = Handlers<Name>[Operation] extends (
  input: never
) => infer Run
  ? Run
  : never

type Visit<Run> = Run extends (visit: infer Given) => unknown ? Given : never

describe("Handlers", () => {
  it("asks for one of each operation, with what the contract says of it", () => {
    expectTypeOf<keyof Handlers<"OnCallGroups">>().toEqualTypeOf<"list" | "favorite" | "unfavorite">()
    expectTypeOf<Input<"Calls", "read">["params"]["call_id"]>().toEqualTypeOf<CallId>()
    expectTypeOf<Input<"Calls", "read">>().not.toHaveProperty("payload")
    expectTypeOf<Visit<Perform<"Calls", "read">>["principal"]>().toEqualTypeOf<Principal>()
    expectTypeOf<Visit<Perform<"Auth", "logIn">>["principal"]>().toEqualTypeOf<undefined>()
    expectTypeOf<Perform<"Auth", "logIn">>().not.toEqualTypeOf<Perform<"Auth", "logInV1R1">>()
    expectTypeOf<Worded>().toHaveProperty("status")
    assert.isAbove(operations.length, 0)
  })
})
