import { execFileSync } from "node:child_process"
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Logger from "effect/Logger"
import * as PlatformError from "effect/PlatformError"

import { Control } from "../../src/library/Control.ts"
import { Emulator } from "../../src/library/Emulator.ts"
import { withDefaults } from "../../src/library/Emulator.ts"
import * as StatePersistence from "../../src/persistence/StatePersistence.ts"
import * as Tenants from "../../src/tenants/Tenants.ts"
import { textAt } from "../support/json.ts"
import { create, fileIn, folder, run } from "../support/stateFile.ts"
import { emailsIn, storedIn } from "../support/storedState.ts"
import { asAda } from "../support/wire.ts"

const logged: Array<unknown> = []

/** Keeps what is logged, as a list without the list of one message. */
const logger = Logger.map(Logger.formatStructured, ({ cause, message }) => logged.push(cause ?? message))

const diskFull = PlatformError.systemError({
  _tag: "Unknown",
  module: "FileSystem",
  method: "open",
  cause: Object.assign(new Error("no space left on device"), { code: "ENOSPC" })
})

/** Makes tenants with a state file on a disk that can be full. */
const onDisk = Effect.fnUntraced(function* (state: string) {
  logged.length = 0
  const disk = { isFull: false }
  const files = yield* FileSystem.FileSystem
  const filling = FileSystem.FileSystem.of({
    ...files,
    open: (path, options) =>
      disk.isFull && path.endsWith(".draft") ? Effect.fail(diskFull) : files.open(path, options)
  })
  const { attach, save } = yield* Effect.provideService(StatePersistence.make(state), FileSystem.FileSystem, filling)
  const tenants = yield* Tenants.make({ ...withDefaults({}), idle: Duration.minutes(30), save })
  yield* yield* attach(tenants)
  return { disk, save, tenants }
})

describe("a state file", () => {
  it.live("says that the disk is full, and what to do, and keeps the change when there is room again", () =>
    Effect.gen(function* () {
      const state = yield* fileIn
      const { disk, save, tenants } = yield* onDisk(state)
      const scaled = Effect.suspend(() => {
        tenants.get("default").clock.change({ scale: 3 })
        return save
      })
      disk.isFull = true
      const { message } = yield* Effect.map(Effect.flip(Effect.sandbox(scaled)), Cause.prettyErrors).pipe(
        Effect.map(([error]) => error ?? assert.fail())
      )
      assert.include(message, `${state} cannot be written, as the disk is full. Free some space on it.`)
      assert.include(message, "The next change that can be written includes this one.")
      yield* Effect.exit(scaled)
      // the same reason is logged once a minute
      assert.deepStrictEqual(logged, [message])
      disk.isFull = false
      yield* save
      assert.strictEqual((yield* storedIn(state)).tenants.get("default")?.pace?.scale, 3)
    }).pipe(Effect.provide([NodeFileSystem.layer, Logger.layer([logger])]))
  )

  it.live("says at the end that changes are lost if the disk is still full", () =>
    Effect.gen(function* () {
      const state = yield* fileIn
      yield* Effect.gen(function* () {
        const { disk, save, tenants } = yield* onDisk(state)
        disk.isFull = true
        tenants.get("default").clock.change({ scale: 3 })
        yield* Effect.exit(save)
      }).pipe(Effect.scoped)
      assert.deepStrictEqual(logged.slice(1), [
        `The last changes are lost, as ${state} cannot be written: the disk is full. Free some space on it.`
      ])
    }).pipe(Effect.provide([NodeFileSystem.layer, Logger.layer([logger])]))
  )

  it.effect("that cannot be written rejects the change, and includes it in the next one", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const state = join(path, "inner", "state.json")
      const [inner, away] = [join(path, "inner"), join(path, "away")]
      yield* Effect.promise(() => mkdir(inner))
      yield* run(
        state,
        Effect.gen(function* () {
          const { clock } = yield* Control
          const headers = yield* asAda
          yield* Effect.promise(() => rename(inner, away))
          const refused = yield* create("late@example.org", headers)
          assert.include(textAt(refused.json, "message"), "not kept")
          assert.include(textAt(refused.json, "message"), state)
          const unkept = yield* Effect.flip(clock.change({ payload: { scale: 1 } }))
          assert.strictEqual(unkept._tag, "InternalServerErrorProblem")
          assert.include(String(unkept), "not kept")
          yield* Effect.promise(() => rename(away, inner))
          assert.strictEqual((yield* create("next@example.org", headers)).status, 200)
          assert.includeMembers(yield* emailsIn(state), ["late@example.org", "next@example.org"])
        }).pipe(Effect.provide(Logger.layer([])))
      )
    })
  )

  it.effect.skipIf(process.platform === "win32")(
    "that is not a regular file is rejected at the start without waiting",
    () =>
      Effect.gen(function* () {
        const state = yield* fileIn
        const inside = (name: string) => join(state, "..", name)
        execFileSync("mkfifo", ["fifo", "lock.lock", "log.log"].map(inside))
        for (const [file, says] of [
          [inside("fifo"), "it is not a regular file but a FIFO. Use another path"],
          [
            inside("lock"),
            `its lock ${inside("lock.lock")} cannot be read, as it is a FIFO, not a regular file: remove it`
          ],
          [inside("log"), `its log ${inside("log.log")} is not a regular file but a FIFO. Use another path`],
          ["/dev/null", "it is not a regular file but a character device"]
        ] as const)
          assert.include((yield* Effect.flip(run(file, Emulator))).message, says)
      })
  )

  it.effect("that is not a state, or has no folder, is rejected at the start", () =>
    Effect.gen(function* () {
      const state = yield* fileIn
      const problem = (file: string) => Effect.map(Effect.flip(run(file, Emulator)), ({ message }) => message)
      const inside = (...names: ReadonlyArray<string>) => join(state, "..", ...names)
      yield* Effect.promise(() => mkdir(inside("folder")))
      yield* Effect.promise(() => mkdir(inside("lock.lock")))
      yield* Effect.promise(() => mkdir(inside("log.log")))
      yield* Effect.promise(() => writeFile(inside("file"), ""))
      for (const [file, says] of [
        [inside("absent", "state.json"), "it cannot be written, as its folder does not exist. Create it."],
        [inside("folder"), "it cannot be read, as it is a folder. Use a file in it."],
        [inside("lock"), `its lock ${inside("lock.lock")} cannot be read, as it is a folder`],
        [inside("log"), `its log ${inside("log.log")} cannot be read, as it is a folder`],
        [inside("file", "state.json"), "cannot be read, as a part of its path is a file. Check the path."]
      ] as const)
        assert.include(yield* problem(file), says)
      assert.sameMembers(yield* Effect.promise(() => readdir(inside())), ["file", "folder", "lock.lock", "log.log"])
      for (const [text, says] of [
        ["", "as a state file: it is empty. Delete it, or use another file."],
        ["{}", "it is not a state of this emulator (version is missing). Use another file."],
        ["{", "it is not JSON from line 1, column 2. Correct it, or use another file."],
        ['{"version":2,"tenants":{}}', "(version: use the version that this emulator knows, 1)"],
        [
          '{"version":1,"tenants":{"default":{"pace":null,"us":{}}}}',
          "(tenants.default.us.settings is missing). Use another"
        ]
      ] as const) {
        yield* Effect.promise(() => writeFile(state, text))
        const message = yield* problem(state)
        assert.include(message, says)
        assert.notInclude(message, "\n")
        assert.strictEqual(yield* Effect.promise(() => readFile(state, "utf8")), text)
      }
    })
  )
})
