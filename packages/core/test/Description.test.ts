import { assert, describe, it } from "@effect/vitest"
import { expectTypeOf } from "vitest"

import { AuthDescription } from "../src/Auth.ts"
import type { AuthGroup } from "../src/Auth.ts"
import type { Descriptions } from "../src/Description.ts"
import { InvitationsDescription } from "../src/Invitations.ts"
import type { InvitationsGroup } from "../src/Invitations.ts"
import { PodsDescription } from "../src/Pods.ts"
import type { PodsGroup } from "../src/Pods.ts"

type List = Descriptions<typeof PodsGroup>["operations"]["list"]

interface Least {
  readonly section: string
  readonly summary: string
}

describe("the description of a group", () => {
  it("has every operation", () => {
    expectTypeOf<typeof PodsDescription>().toExtend<Descriptions<typeof PodsGroup>>()
    expectTypeOf<{ readonly description: string; readonly operations: {} }>().not.toExtend<
      Descriptions<typeof PodsGroup>
    >()
    assert.deepStrictEqual(Object.keys(PodsDescription.operations), ["list"])
  })

  it("names the request body if there is one, with a valid example", () => {
    type LogIn = Descriptions<typeof AuthGroup>["operations"]["logIn"]
    type Named = Least & { readonly takes: string; readonly answers: string }
    expectTypeOf<Named>().toExtend<LogIn>()
    expectTypeOf<Least & { readonly answers: string }>().not.toExtend<LogIn>()
    expectTypeOf<Named & { readonly example: { readonly email: string } }>().not.toExtend<LogIn>()
    expectTypeOf<
      Named & { readonly example: { readonly email: string; readonly password: string } }
    >().toExtend<LogIn>()
    expectTypeOf<Named>().not.toExtend<List>()
    assert.deepInclude(AuthDescription.operations.logIn, {
      takes: "LogIn",
      example: { email: "ada@example.com", password: "correct-horse" }
    })
    assert.notProperty(PodsDescription.operations.list, "takes")
  })

  it("names the response body if there is one", () => {
    type Invite = Descriptions<typeof InvitationsGroup>["operations"]["personalRoom"]
    expectTypeOf<Least>().not.toExtend<List>()
    expectTypeOf<Least & { readonly takes: string }>().toExtend<Invite>()
    expectTypeOf<Least & { readonly takes: string; readonly answers: string }>().not.toExtend<Invite>()
    assert.strictEqual(PodsDescription.operations.list.answers, "PodPage")
    assert.notProperty(InvitationsDescription.operations.personalRoom, "answers")
  })
})
