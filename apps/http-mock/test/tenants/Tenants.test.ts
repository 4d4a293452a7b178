import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/testing/TestClock"

import { withDefaults } from "../../src/library/Emulator.ts"
import * as Tenants from "../../src/tenants/Tenants.ts"

const most = 1000

describe("the tenants of an emulator", () => {
  it.effect("are at most 1000: the least recently used is dropped and logged, and never the default one", () => {
    const logged: Array<string> = []
    return Effect.gen(function* () {
      const tenants = yield* Tenants.make({ ...withDefaults({}), idle: Duration.minutes(30) })
      for (let number = 1; number < most; number++) {
        tenants.get(`t${number}`)
        yield* TestClock.adjust("1 millis")
      }
      assert.lengthOf(tenants.all(), most)
      assert.lengthOf(logged, 0)
      const first = tenants.get("t1")
      yield* TestClock.adjust("1 millis")
      for (const name of ["more", "others", "another"]) tenants.get(name)
      const names = tenants.all().map(({ tenant }) => tenant.name)
      assert.lengthOf(names, most)
      for (const name of ["t2", "t3", "t4"]) assert.notInclude(names, name)
      assert.includeMembers(names, ["default", "t1", "t5", "more", "others", "another"])
      assert.strictEqual(tenants.get("t1"), first)
      yield* TestClock.adjust("1 millis")
      assert.lengthOf(logged, 1)
      assert.match(logged[0]!, /1000 tenants.*t2/)
    }).pipe(Effect.provide(Logger.layer([Logger.make(({ message }) => void logged.push(String(message)))])))
  })
})
