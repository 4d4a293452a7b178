import { utimes } from "node:fs/promises"

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import * as FileLock from "@remote-assist/core/FileLock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"

import type { StoredState } from "../../src/persistence/Codec.ts"
import * as SnapshotAndLog from "../../src/persistence/SnapshotAndLog.ts"
import * as StateFile from "../../src/persistence/stateFile.ts"
import { fileIn } from "../support/stateFile.ts"
import { storedIn } from "../support/storedState.ts"
import { worldOf } from "../support/worlds.ts"

const [us, eu] = [worldOf({ users: 5, calls: 4 }), worldOf({ users: 4, calls: 4, region: "eu" })]

const statesAt = (at: number): StoredState => ({
  tenants: new Map([["default", { us, eu, pace: { since: at, at, scale: 1 } }]]),
  ended: new Map()
})

const textOf = (states: StoredState) => StateFile.encode(states)

type Step = "open" | "truncate" | "writeAll" | "sync" | "rename"

/** Files of which one step on a log can be made to wait for an effect. */
const lateAt = (step: Step, files: FileSystem.FileSystem, wait: Effect.Effect<unknown>): FileSystem.FileSystem => {
  const at = <A, E, R>(one: Step, effect: Effect.Effect<A, E, R>) =>
    one === step ? Effect.andThen(wait, effect) : effect
  return {
    ...files,
    open: (path, options) =>
      path.endsWith(".log")
        ? Effect.map(at("open", files.open(path, options)), (file) => ({
            ...file,
            seek: (offset: bigint, from: FileSystem.SeekMode) => file.seek(offset, from),
            truncate: (length?: number) => at("truncate", file.truncate(length)),
            writeAll: (bytes: Uint8Array) => at("writeAll", file.writeAll(bytes)),
            sync: at("sync", file.sync)
          }))
        : files.open(path, options),
    rename: (from, to) => (to.endsWith(".log") ? at("rename", files.rename(from, to)) : files.rename(from, to))
  }
}

describe("a write of a suspended process that has lost its lock", () => {
  it.live.each([
    ["open", 2],
    ["truncate", 2],
    ["writeAll", 2],
    ["sync", 2],
    ["rename", 1]
  ] as const)("fails and changes no file if it was suspended before %s", ([step, count]) =>
    Effect.gen(function* () {
      const file = yield* fileIn
      const [reached, resumed] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      let isLate = false
      const wait = Effect.suspend(() =>
        isLate ? Effect.andThen(Deferred.succeed(reached, undefined), Deferred.await(resumed)) : Effect.void
      )
      const former = yield* Effect.gen(function* () {
        const pair = yield* SnapshotAndLog.make(yield* FileLock.hold(file))
        yield* pair.compact(statesAt(0))
        for (let at = 1; at < count; at++) yield* pair.write(statesAt(at))
        isLate = true
        return yield* Effect.flip(pair.write(statesAt(100)))
      }).pipe(
        Effect.scoped,
        Effect.provideService(FileSystem.FileSystem, lateAt(step, yield* FileSystem.FileSystem, wait)),
        Effect.forkChild
      )
      yield* Deferred.await(reached)
      yield* Effect.promise(() => utimes(`${file}.lock`, 0, 0))
      yield* FileLock.exclusive(file, (lease) =>
        Effect.gen(function* () {
          const pair = yield* SnapshotAndLog.make(lease)
          yield* pair.compact(yield* storedIn(file))
          yield* pair.write(statesAt(7))
          yield* pair.write(statesAt(8))
          yield* Deferred.succeed(resumed, undefined)
          assert.strictEqual((yield* Fiber.join(former))._tag, "LockLost")
          assert.strictEqual(textOf(yield* storedIn(file)), textOf(statesAt(8)))
          yield* pair.write(statesAt(9))
          assert.strictEqual(textOf(yield* storedIn(file)), textOf(statesAt(9)))
        })
      )
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )
})
