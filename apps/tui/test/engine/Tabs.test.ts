import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Account } from "../../src/engine/Account.ts"
import { Lists } from "../../src/engine/lists/Lists.ts"
import { Tabs } from "../../src/engine/Tabs.ts"
import { calls } from "../../src/resources/calls/calls.ts"
import { stats } from "../../src/resources/calls/tabs.ts"
import { users } from "../../src/resources/users.ts"
import { ada, engine } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

const until = (isSo: () => boolean) =>
  Effect.gen(function* () {
    while (!isSo()) yield* Effect.sleep(1)
  })

describe("the tabs of a row", () => {
  it.live("are read again after the row has changed, but not after changes of other rows", () =>
    Effect.gen(function* () {
      const account = yield* Account
      yield* account.logIn(ada)
      const lists = yield* Lists
      const tabs = yield* Tabs
      let reads = 0
      const query = { ...stats, run: () => Effect.sync(() => ({ title: String(++reads), parts: [], data: {} })) }
      const tab = { resource: calls, query, row: { session: "7" } }
      tabs.activate(tab)
      yield* until(() => tabs.of(tab).report?.title === "1")
      const { report } = tabs.of(tab)
      lists.of(users).change("7", undefined)
      lists.of(calls).change("a 7", undefined)
      lists.of(calls).change("8", undefined)
      assert.strictEqual(tabs.of(tab).report, report)
      lists.of(calls).change("7", undefined)
      yield* until(() => tabs.of(tab).report?.title === "2")
      assert.strictEqual(reads, 2)
    }).pipe(Effect.provide(engine(Wire.make(undefined))))
  )
})
