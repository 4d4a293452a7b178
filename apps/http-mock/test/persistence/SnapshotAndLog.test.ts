import { existsSync } from "node:fs"
import { readFile, rm } from "node:fs/promises"

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import type { StoredState } from "../../src/persistence/Codec.ts"
import { maxEnded } from "../../src/tenants/State.ts"
import { fileIn } from "../support/stateFile.ts"
import { storedIn } from "../support/storedState.ts"
import { start, pairOf, textOf, storedText, growing, Changes, after, withEnded } from "./snapshots.ts"

const sorted = ({ ended, tenants }: StoredState) =>
  textOf({ tenants: new Map([...tenants].toSorted(([one], [other]) => (one < other ? -1 : 1))), ended })

describe("a snapshot and its log", () => {
  it.effect.prop("store the written states after any changes", { changes: Changes }, ({ changes }) =>
    Effect.gen(function* () {
      const file = yield* fileIn
      const pair = yield* pairOf(file, 4096)
      let states = start
      yield* pair.compact(states)
      for (const change of changes) {
        states = after(states, change)
        yield* pair.write(states)
        if (pair.isLong()) yield* pair.compact(states)
      }
      assert.strictEqual(sorted(yield* storedIn(file)), sorted(states))
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )

  it.effect("store the names of ended tenants up to the limit", () =>
    Effect.gen(function* () {
      const file = yield* fileIn
      const pair = yield* pairOf(file)
      const names = Array.from({ length: maxEnded + 5 }, (_, at) => `t-${at}`)
      const lines = { us: "", eu: "" }
      const most = {
        ...start,
        ended: withEnded(
          start.ended,
          names.slice(0, -5).map((name) => [name, { ...lines }])
        )
      }
      yield* pair.compact(start)
      yield* pair.write(most)
      const more = {
        ...start,
        ended: withEnded(
          most.ended,
          names.slice(-5).map((name) => [name, { ...lines }])
        )
      }
      yield* pair.write(more)
      for (const { ended } of [more, yield* storedIn(file)]) {
        assert.strictEqual(ended.size, maxEnded)
        assert.deepStrictEqual([ended.has("t-4"), ended.has("t-5")], [false, true])
      }
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )

  it.effect("are replaced if the log cannot be written, and are not written without a change", () =>
    Effect.gen(function* () {
      const file = yield* fileIn
      const log = `${file}.log`
      const [first, second, third] = growing(2)
      const pair = yield* pairOf(file)
      yield* pair.compact(first!)
      yield* pair.write(first!)
      assert.isFalse(existsSync(log))
      yield* pair.write(second!)
      yield* Effect.promise(() => rm(log))
      yield* pair.write(third!)
      assert.isFalse(existsSync(log))
      assert.strictEqual(yield* Effect.promise(() => readFile(file, "utf8")), textOf(third!))
      yield* Effect.promise(() => rm(file))
      yield* pair.write(second!)
      assert.strictEqual(yield* storedText(file), textOf(second!))
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )
})
