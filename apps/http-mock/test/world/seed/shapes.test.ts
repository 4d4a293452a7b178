import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { Emulator } from "../../../src/library/Emulator.ts"
import type { ServerOptions, WorldFile } from "../../../src/library/Emulator.ts"
import { decode } from "../../../src/world/seed/decode.ts"
import { asUser, logIn, send } from "../../support/wire.ts"

const rosa = { name: "Rosa Parks", email: "rosa@plant.example", role: "EnterpriseAdmin" } as const
const sam = { name: "Sam", email: "sam@plant.example" }

const size = { users: 200, calls: 3000, shape: "workday" } as const

const listsOf = (options: ServerOptions, email: string) =>
  Effect.gen(function* () {
    const headers = asUser((yield* logIn(email)).token)
    const calls = yield* send("GET", "/api/v1/calls?page_size=100", { headers })
    const groups = yield* send("GET", "/api/v1/on_call_groups?page_size=100", { headers })
    const names: ReadonlyArray<string> = groups.json.entries.map(({ name }: { readonly name: string }) => name)
    return { calls: calls.json, names, groups: groups.json.entries }
  }).pipe(Effect.provide(Emulator.layerServer({ port: 0, ...options })))

const whyNot = (file: WorldFile | object) =>
  Result.match(decode(file, "it"), { onFailure: ({ message }) => message, onSuccess: () => "" })

describe("the shape of calls in a world file", () => {
  it.effect("goes before the option, beside the default world", () =>
    Effect.gen(function* () {
      const world: WorldFile = { size, users: [{ ...sam, favorites: ["Conveyors"] }] }
      const { calls, groups, names } = yield* listsOf({ world, shape: "turns" }, "grace")
      assert.deepStrictEqual(names, ["Hydraulics", "Electrical", "Pneumatics", "Turbines", "Conveyors"])
      assert.isFalse("members" in groups[0])
      assert.isAbove(calls.length, 20)
      const theirs = yield* listsOf({ world }, sam.email)
      assert.deepStrictEqual(theirs.calls, [])
      assert.deepStrictEqual(
        theirs.groups.filter(({ favorite }: any) => favorite).map(({ name }: any) => name),
        ["Conveyors"]
      )
    })
  )

  it.effect("has calls of those that it lists where these stand alone", () =>
    Effect.gen(function* () {
      const world: WorldFile = {
        default: false,
        size,
        users: [rosa, sam, { name: "Tom", email: "tom@plant.example" }],
        on_call_groups: [{ name: "Lifts", members: ["sam"] }]
      }
      for (const user of [rosa, sam]) {
        const { calls, names } = yield* listsOf({ world }, user.email)
        assert.deepStrictEqual(names, ["Hydraulics", "Electrical", "Pneumatics", "Turbines", "Conveyors", "Lifts"])
        assert.isAbove(calls.length, 20)
        for (const { participants } of calls)
          assert.isTrue(participants.some(({ email }: { readonly email: string }) => email === user.email))
      }
      const noCalls = yield* listsOf({ world: { ...world, size: { shape: "workday" } } }, rosa.email)
      assert.deepStrictEqual(noCalls.names, ["Lifts"])
    })
  )

  it("is refused where there is none, and groups that it has already", () => {
    assert.match(whyNot({ size: { shape: "weekday" } }), /size\.shape: .*"turns" \| "workday"/)
    assert.include(whyNot({ size, on_call_groups: [{ name: "Turbines" }] }), '[0].name: "Turbines" is there already')
    assert.include(whyNot({ size, users: [{ ...sam, favorites: ["Robotics"] }] }), "favorites[0]")
    assert.strictEqual(whyNot({ size, on_call_groups: [{ name: "Robotics" }] }), "")
    assert.strictEqual(whyNot({ on_call_groups: [{ name: "Turbines" }] }), "")
  })
})
