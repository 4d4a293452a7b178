import { lstat, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises"

import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"

import { Emulator } from "../../src/library/Emulator.ts"
import { textAt } from "../support/json.ts"
import { create, fileIn, run } from "../support/stateFile.ts"
import { emailsIn } from "../support/storedState.ts"
import { asAda } from "../support/wire.ts"

describe("the lock of a state file", () => {
  it.effect("belongs to one emulator at a time, and is free after that one ends", () =>
    Effect.gen(function* () {
      const state = yield* fileIn
      const start = Effect.provide(Emulator, Emulator.layerServer({ port: 0, state }))
      const refused = yield* run(state, Effect.flip(start))
      assert.strictEqual(refused._tag, "UnusableState")
      assert.include(refused.message, `${state}.lock is held by process ${process.pid} on `)
      yield* start
    })
  )

  it.effect("follows a symbolic link and keeps it", () =>
    Effect.gen(function* () {
      const state = yield* fileIn
      const link = `${state}.link`
      yield* run(state, Effect.void)
      yield* Effect.promise(() => symlink(state, link))
      yield* run(
        link,
        Effect.gen(function* () {
          yield* create("behind@example.org", yield* asAda)
          const start = Effect.provide(Emulator, Emulator.layerServer({ port: 0, state }))
          assert.include((yield* Effect.flip(start)).message, `${state}.lock is held by process ${process.pid} on `)
        })
      )
      assert.isTrue((yield* Effect.promise(() => lstat(link))).isSymbolicLink())
      assert.include(yield* emailsIn(state), "behind@example.org")
    })
  )

  it.effect("is lost after its file is removed, which the next change reports", () =>
    Effect.gen(function* () {
      const state = yield* fileIn
      const bytes = Effect.promise(() => readFile(state, "utf8"))
      const first = Effect.gen(function* () {
        const headers = yield* asAda
        yield* create("kept@example.org", headers)
        yield* Effect.promise(() => rm(`${state}.lock`))
        const refused = yield* create("late@example.org", headers)
        assert.include(
          textAt(refused.json, "message"),
          `${state}.lock is gone: another process took it over and released it, or it was removed by hand`
        )
        yield* run(
          state,
          Effect.flatMap(asAda, (headers) => create("second@example.org", headers))
        )
        const after = yield* bytes
        yield* create("later@example.org", headers)
        assert.isTrue((yield* bytes) === after)
      })
      yield* Effect.provide(run(state, first), Logger.layer([]))
      const emails = yield* emailsIn(state)
      assert.includeMembers(emails, ["kept@example.org", "second@example.org"])
      assert.notInclude(emails, "late@example.org")
      assert.notInclude(emails, "later@example.org")
    })
  )

  it.live.each([
    [
      "is on another machine",
      JSON.stringify({ id: "5-0-a", number: 1, pid: 5, host: "elsewhere" }),
      "process 5 on elsewhere"
    ],
    ["has no name", "", "an unnamed process"]
  ] as const)("is waited for while its owner %s", ([, content, owner]) =>
    Effect.gen(function* () {
      const state = yield* fileIn
      const lock = `${state}.lock`
      yield* Effect.promise(() => writeFile(lock, content))
      const logged = yield* Deferred.make<string>()
      const logger = Logger.make(({ message }) => Deferred.doneUnsafe(logged, Effect.succeed(String(message))))
      const running = yield* Effect.forkChild(Effect.provide(run(state, Effect.void), Logger.layer([logger])))
      assert.include(yield* Deferred.await(logged), `Waiting, as ${lock} is held by ${owner}, which may have ended.`)
      assert.isUndefined(running.pollUnsafe())
      const at = Date.now() / 1000 - 65
      yield* Effect.promise(() => utimes(lock, at, at))
      yield* Fiber.join(running)
    })
  )
})
