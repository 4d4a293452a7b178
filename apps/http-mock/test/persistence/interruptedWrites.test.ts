import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"

import { emptyState } from "../../src/persistence/Codec.ts"
import { killedAfter } from "../support/killedFiles.ts"
import { fileIn } from "../support/stateFile.ts"
import { start, pairOf, textOf, storedText, growing, after, silent } from "./snapshots.ts"

/** The number of steps to acquire a lock and write the first snapshot. */
const stepsOfFirst = 9

describe("a snapshot and its log", () => {
  it.effect("keep the written state if the emulator is killed at any step", () =>
    Effect.gen(function* () {
      const all = growing(5)
      const most = all.length - 1
      for (let steps = 0, isKilled = true; isKilled; steps++) {
        const file = yield* fileIn
        const { files, wasKilled } = killedAfter(steps, yield* FileSystem.FileSystem)
        const killed = { written: undefined, isWhole: false }
        const { isWhole, written } = yield* Effect.gen(function* () {
          const pair = yield* pairOf(file, 2048)
          yield* pair.compact(all[0]!)
          let written = 0
          for (const [number, states] of all.entries()) {
            if ((yield* Effect.exit(pair.write(states)))._tag === "Failure") return { written, isWhole: false }
            written = number
            if (pair.isLong()) yield* Effect.ignore(pair.compact(states))
          }
          // checked before the lock is released
          return { written, isWhole: !wasKilled() }
        }).pipe(
          Effect.orElseSucceed(() => killed),
          Effect.scoped,
          Effect.provideService(FileSystem.FileSystem, files)
        )
        const text = yield* silent(storedText(file))
        if (written === undefined) assert.include([textOf(emptyState), textOf(all[0]!)], text, `step ${steps}`)
        else assert.include([textOf(all[written]!), textOf(all[written + 1] ?? all[most]!)], text, `step ${steps}`)
        isKilled = !isWhole
        if (isKilled) continue
        assert.strictEqual(written, most)
        assert.strictEqual(text, textOf(all[most]!))
        // each single write takes as many
        assert.isAbove(steps, 2 * most)
      }
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )

  it.effect("store a failed change with the next successful one", () =>
    Effect.gen(function* () {
      const all = [start]
      for (let at = 0; at < 4; at++)
        all.push(after(all[at]!, { tenant: "default", kind: "us", walk: [{ step: 4, at }] }))
      for (const lasting of [1, 2, 4]) {
        let recovered = 0
        for (let steps = stepsOfFirst, isHit = true; isHit; steps++) {
          const file = yield* fileIn
          const { files, wasKilled } = killedAfter(steps, yield* FileSystem.FileSystem, lasting)
          isHit = yield* Effect.gen(function* () {
            const pair = yield* pairOf(file)
            yield* pair.compact(all[0]!)
            for (const states of all) {
              const isWritten = (yield* Effect.exit(pair.write(states)))._tag === "Success"
              if (!isWritten) continue
              assert.strictEqual(yield* silent(storedText(file)), textOf(states), `${steps}, ${lasting}`)
              if (wasKilled()) recovered++
            }
            return wasKilled()
          }).pipe(Effect.scoped, Effect.provideService(FileSystem.FileSystem, files))
        }
        assert.isAbove(recovered, all.length, `of those hit for ${lasting} steps`)
      }
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )
})
