import { spawn } from "node:child_process"
import { once } from "node:events"
import { lstatSync, mkdirSync, readFileSync, realpathSync, symlinkSync, utimesSync, writeFileSync } from "node:fs"
import { uptime } from "node:os"

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, it, layer, onTestFinished, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as PlatformError from "effect/PlatformError"
import * as Schema from "effect/Schema"

import * as FileLock from "../../src/FileLock.ts"
import * as LockFile from "../../src/internal/lock/LockFile.ts"
import { ended, entriesOf, file, filesWith, holdOnce, leave, ownedBy, take, textOf } from "../support/lock.ts"

const unsupported = PlatformError.systemError({ _tag: "Unknown", module: "FileSystem", method: "link" })

const procFile = (pid: number | undefined, name: string) => readFileSync(`/proc/${pid}/${name}`, "utf8")

const running = { pid: process.ppid, started: LockFile.startOf(process.ppid) }

/** A killed process of a parent that does not reap it. */
const zombie = Effect.gen(function* () {
  const { pid: parent, stdout } = yield* Effect.acquireRelease(
    Effect.sync(() => spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"])),
    (parent) => Effect.sync(() => parent.kill())
  )
  const pid = yield* Effect.promise(() => once(stdout, "data").then(([line]) => Number(line)))
  // the shell would reap it
  while (procFile(parent, "comm") !== "sleep\n") yield* Effect.yieldNow
  process.kill(pid, "SIGKILL")
  while (!procFile(pid, "stat").includes(") Z ")) yield* Effect.yieldNow
  return pid
})

layer(NodeFileSystem.layer, { excludeTestServices: true })("a file lock", (it) => {
  it.effect("is waited for, and then named with its owner", () =>
    Effect.gen(function* () {
      const path = yield* file
      leave(path, ownedBy({ pid: process.ppid }))
      const error = yield* Effect.flip(take(path))
      assert.strictEqual(error._tag, "LockHeld")
      assert.include(error.message, `${path}.lock is held by process ${process.ppid} on `)
    })
  )

  it.effect("says what to do about an owner that cannot be asked", () =>
    Effect.gen(function* () {
      const path = yield* file
      leave(path, ownedBy({ pid: 7, host: "other" }))
      const { message } = yield* Effect.flip(holdOnce(path))
      assert.include(message, `${path}.lock is held by process 7 on other, which may have ended`)
      assert.include(message, "remove the lock file")
    })
  )

  it.effect("is held when an owner that cannot be asked has been silent for a minute", () =>
    Effect.gen(function* () {
      const path = yield* file
      leave(path, ownedBy({ pid: 7, host: "other" }), 59.5)
      yield* Effect.scoped(FileLock.hold(path, { timeout: "30 seconds" }))
      assert.deepStrictEqual(entriesOf(path), [])
    })
  )

  it.effect("is that of the file behind a symbolic link, which stays one", () =>
    Effect.gen(function* () {
      const path = yield* file
      const link = `${path}.link`
      writeFileSync(path, "before")
      symlinkSync(path, link)
      yield* Effect.scoped(
        Effect.gen(function* () {
          const lease = yield* FileLock.hold(link)
          assert.strictEqual(lease.path, realpathSync(path))
          assert.strictEqual((yield* Effect.flip(holdOnce(path)))._tag, "LockHeld")
          yield* lease.replace("after")
        })
      )
      assert.isTrue(lstatSync(link).isSymbolicLink())
      assert.strictEqual(textOf(path), "after")
    })
  )

  it.effect("is its owner's if the times of files are coarser than the age of the process", () =>
    Effect.gen(function* () {
      const path = yield* file
      const coarse = Option.some(new Date(performance.timeOrigin - 10_000))
      const files = yield* filesWith((files) => ({
        stat: (name) => Effect.map(files.stat(name), (info) => ({ ...info, mtime: coarse }))
      }))
      yield* Effect.gen(function* () {
        const { verify } = yield* FileLock.hold(path)
        assert.strictEqual((yield* Effect.flip(holdOnce(path)))._tag, "LockHeld")
        yield* verify
      }).pipe(Effect.provideService(FileSystem.FileSystem, files))
    })
  )

  it.effect.each([[-7200], [7200]] as const)(
    "is its owner's if the clock of the file system is %i s off",
    ([seconds]) =>
      Effect.gen(function* () {
        const path = yield* file
        const at = Date.now() / 1000 + seconds
        const files = yield* filesWith((files) => ({
          writeFileString: (name, ...system) =>
            Effect.tap(files.writeFileString(name, ...system), () => Effect.sync(() => utimesSync(name, at, at)))
        }))
        const unlinked = FileSystem.FileSystem.of({ ...files, link: () => Effect.fail(unsupported) })
        for (const system of [files, unlinked])
          yield* Effect.scoped(
            Effect.andThen(
              Effect.provideService(FileLock.hold(path), FileSystem.FileSystem, system),
              Effect.map(Effect.flip(take(path)), ({ _tag }) => assert.strictEqual(_tag, "LockHeld"))
            )
          )
      })
  )

  it.effect("is refused at once if a folder has its name", () =>
    Effect.gen(function* () {
      const path = yield* file
      mkdirSync(`${path}.lock`)
      for (const effect of [take(path), holdOnce(path)]) {
        const error = yield* Effect.flip(effect)
        assert.strictEqual(error._tag === "PlatformError" && error.reason._tag, "BadResource")
      }
      assert.deepStrictEqual(entriesOf(path), ["file.lock"])
    })
  )

  it.effect.runIf(process.platform === "linux")(
    "that names a killed process whose parent has not reaped it is free",
    () =>
      Effect.gen(function* () {
        const path = yield* file
        const pid = yield* zombie
        leave(path, ownedBy({ pid }))
        yield* take(path)
        assert.deepStrictEqual(entriesOf(path), [])
      })
  )

  it.effect.each([
    ["a process that has ended", ownedBy({ pid: ended }), 0, "taken"],
    ["a process that runs", ownedBy({ pid: process.ppid }), 0, "kept"],
    ["a process that runs, for a minute", ownedBy(running), 65, "kept from hold only"],
    ["a process whose start is unknown, for a minute", ownedBy({ pid: process.ppid }), 65, "taken"],
    ["an ended process whose number another has", ownedBy({ ...running, started: "earlier" }), 0, "taken"],
    ["an ended process whose number this one has", ownedBy({ pid: process.pid, started: "earlier" }), 0, "taken"],
    ["this process", ownedBy({ pid: process.pid }), 0, "kept"],
    ["a process with the number of this one", ownedBy({ pid: process.pid }), 24 * 3600, "taken"],
    ["a process of before the machine started", ownedBy({ pid: process.ppid }), uptime() + 60, "taken"],
    ["another machine", ownedBy({ pid: ended, host: "other" }), 0, "kept"],
    ["another machine, for an hour", ownedBy({ pid: process.ppid, host: "other" }), 3600, "taken"],
    ["an owner without a process", ownedBy({}), 0, "kept"],
    ["nobody", "", 0, "kept"],
    ["nobody, for an hour", "", 3600, "taken"],
    ["nobody, tomorrow", "", -24 * 3600, "taken"],
    ["another machine, tomorrow", ownedBy({ pid: process.ppid, host: "other" }), -24 * 3600, "taken"],
    ["text", "{", 0, "kept"],
    ["all processes", ownedBy({ pid: -1 }), 0, "kept"],
    ["no number that a process has", ownedBy({ pid: 2 ** 40 }), 3600, "taken"],
    ["a path", ownedBy({ pid: ended, id: "../file" }), 0, "kept"]
  ] as const)("that names %s", ([, content, secondsAgo, outcome]) =>
    Effect.gen(function* () {
      const path = yield* file
      writeFileSync(path, "")
      leave(path, content, secondsAgo)
      const result = yield* Effect.result(holdOnce(path))
      assert.strictEqual(result._tag, outcome === "taken" ? "Success" : "Failure")
      leave(path, content, secondsAgo)
      const taken = yield* Effect.result(take(path))
      assert.strictEqual(taken._tag, outcome === "kept" ? "Failure" : "Success")
      assert.deepStrictEqual(entriesOf(path), outcome === "kept" ? ["file", "file.lock"] : ["file"])
    })
  )
})

it.skipIf(process.platform === "win32")("asks ps for the start of a process where files do not show it", () => {
  const builtin = process.getBuiltinModule.bind(process)
  onTestFinished(() => void vi.restoreAllMocks())
  vi.spyOn(process, "platform", "get").mockReturnValue("darwin")
  vi.spyOn(process, "getBuiltinModule").mockImplementation((id) => (id === "fs" ? {} : builtin(id)))
  assert.match(LockFile.startOf(process.ppid) ?? "", /^\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4}$/)
  assert.isUndefined(LockFile.startOf(ended))
})

it.prop(
  "any content of a lock file is parsed, with an id that is safe in a file name",
  { text: Schema.String, id: Schema.String, pid: Schema.Finite, mtime: Schema.Int },
  ({ id, mtime, pid, text }) => {
    for (const content of [text, JSON.stringify(text), JSON.stringify({ id, pid, number: pid }), String(pid)])
      assert.match(LockFile.parse(content, mtime, 0).id, /^[\w-]+$/)
  },
  { arbitrary: { seed: 1, runs: 300 } }
)
