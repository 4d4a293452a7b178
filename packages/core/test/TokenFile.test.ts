import { spawn } from "node:child_process"
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import type { TokenStoreFailed } from "../src/Errors.ts"
import * as TokenFile from "../src/TokenFile.ts"
import { TokenStore } from "../src/TokenStore.ts"
import { folder } from "./support/folder.ts"
import { listen } from "./support/listen.ts"
import { filesWith, gate, leave, ownedBy } from "./support/lock.ts"
import { list, service, wireOver } from "./support/session.ts"
import { json } from "./support/wire.ts"

const withStore = <A, E>(
  path: string,
  use: (store: TokenStore["Service"]) => Effect.Effect<A, E>,
  files: Layer.Layer<FileSystem.FileSystem> = NodeFileSystem.layer
) => Effect.flatMap(TokenStore, use).pipe(Effect.provide(TokenFile.layer(path).pipe(Layer.provide(files))))

/** Files that look as if they were changed just now. */
const renewed = Layer.effect(
  FileSystem.FileSystem,
  filesWith(({ stat }) => ({
    stat: (path) =>
      Effect.flatMap(stat(path), (info) =>
        Effect.map(DateTime.nowAsDate, (now) => ({ ...info, mtime: Option.some(now) }))
      )
  }))
).pipe(Layer.provide(NodeFileSystem.layer))

/** Lets virtual time pass, and the file system work, until an effect ends. */
const passing = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.raceFirst(
    effect,
    Effect.forever(
      Effect.andThen(
        TestClock.adjust("1 second"),
        Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      )
    )
  )

const tokens = { token: Redacted.make("token-1"), refresh: Redacted.make("refresh-1") }

const run = (...args: ReadonlyArray<string>) =>
  Effect.callback<{ readonly code: number | null; readonly errors: string }>((resume) => {
    const script = fileURLToPath(new URL("support/refresher.ts", import.meta.url))
    const child = spawn(process.execPath, [script, ...args])
    let errors = ""
    child.stderr.on("data", (data) => (errors += String(data)))
    child.on("close", (code) => resume(Effect.succeed({ code, errors })))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

describe("TokenFile", () => {
  it.live("keeps tokens in a file that only its owner can read, and leaves no draft behind", () =>
    Effect.gen(function* () {
      const at = yield* folder
      const path = join(at, "tokens.json")
      yield* withStore(path, (store) => store.save(tokens))
      assert.strictEqual(statSync(path).mode & 0o777, 0o600)
      assert.deepStrictEqual(readdirSync(at), ["tokens.json"])
      const loaded = yield* withStore(path, (store) => store.load)
      assert.strictEqual(Redacted.value(Option.getOrThrow(loaded).token), "token-1")
      yield* withStore(path, (store) => store.clear)
      assert.deepStrictEqual(yield* withStore(path, (store) => store.load), Option.none())
    })
  )

  it.live("names the file when it is broken, and when it cannot be written", () =>
    Effect.gen(function* () {
      const at = yield* folder
      const path = join(at, "tokens.json")
      writeFileSync(path, '{"token": "secr')
      const broken = yield* Effect.flip(withStore(path, (store) => store.load))
      assert.include(broken.message, path)
      assert.notInclude(broken.message, "secr")
      const nowhere = join(at, "no", "such", "folder")
      const unwritable = yield* Effect.flip(withStore(nowhere, (store) => store.save(tokens)))
      assert.include(unwritable.message, nowhere)
    })
  )

  it.live("neither replaces nor removes a file that does not contain tokens, unless it is empty", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "config.json")
      writeFileSync(path, '{"important":true}')
      for (const use of [
        ({ save }: TokenStore["Service"]) => save(tokens),
        ({ clear }: TokenStore["Service"]) => clear,
        ({ load }: TokenStore["Service"]) => load
      ]) {
        const { message } = yield* Effect.flip(withStore<unknown, TokenStoreFailed>(path, use))
        assert.include(message, "Use another path, or remove the file if it is not needed.")
        assert.strictEqual(readFileSync(path, "utf8"), '{"important":true}')
      }
      writeFileSync(path, "\n")
      assert.deepStrictEqual(yield* withStore(path, (store) => store.load), Option.none())
      yield* withStore(path, (store) => store.save(tokens))
      assert.isTrue(Option.isSome(yield* withStore(path, (store) => store.load)))
    })
  )

  it.live("refuses an empty path", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(withStore("", (store) => store.save(tokens)))
      assert.match(message, /in "": the path is empty\. Use the path of a file\.$/)
    })
  )

  it.live("takes over the lock of a process that died", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "tokens.json")
      writeFileSync(`${path}.lock`, "")
      utimesSync(`${path}.lock`, 0, 0)
      assert.strictEqual(yield* withStore(path, (store) => store.exclusive(Effect.succeed("done"))), "done")
    })
  )

  it.effect("names the lock, and the process that holds it, when it stays held", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "tokens.json")
      writeFileSync(path, "")
      yield* TestClock.setTime(Date.now())
      for (const use of [
        ({ save }: TokenStore["Service"]) => save(tokens),
        ({ clear }: TokenStore["Service"]) => clear,
        ({ exclusive }: TokenStore["Service"]) => exclusive(Effect.void)
      ]) {
        leave(path, ownedBy({ pid: process.ppid }))
        const error = yield* passing(Effect.flip(withStore(path, use, renewed)))
        assert.strictEqual(error._tag, "TokenStoreFailed")
        assert.include(error.message, `in ${path}: ${path}.lock is held by process ${process.ppid} on `)
      }
      assert.strictEqual(readFileSync(path, "utf8"), "")
    })
  )

  it.effect("fails a call that waits for the lock with who holds it, within the time of a call", () => {
    // in memory: how long a disk takes is not to matter
    const lockedFiles = FileSystem.makeNoop({
      realPath: Effect.succeed,
      readFileString: (path) =>
        Effect.succeed(path.endsWith(".lock") ? ownedBy({ pid: process.ppid }) : '{"token":"old","refresh":"r"}'),
      // of a file, and renewed just now
      stat: () => Effect.map(DateTime.nowAsDate, (now): any => ({ type: "File", mtime: Option.some(now) }))
    })
    const answer = service(
      () => json(500, {}),
      () => false
    )
    const store = TokenFile.layer("/tokens.json").pipe(Layer.provide(Layer.succeed(FileSystem.FileSystem, lockedFiles)))
    const { layer, sent } = wireOver(store, answer)
    return Effect.gen(function* () {
      const error = yield* passing(Effect.flip(Effect.provide(list, layer)))
      assert.strictEqual(error._tag, "TokenStoreFailed")
      assert.include(error.message, `/tokens.json.lock is held by process ${process.ppid} on `)
      assert.strictEqual(sent.length, 1)
    })
  })

  it.live("saves and clears after those before have gone, and at once for who is inside", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "tokens.json")
      const { open, pass, reached } = yield* gate
      const order: Array<string> = []
      const note = (name: string) => Effect.sync(() => order.push(name))
      const inside = withStore(path, ({ clear, exclusive, save }) =>
        exclusive(save(tokens).pipe(Effect.andThen(pass), Effect.andThen(clear), Effect.andThen(save(tokens)))).pipe(
          Effect.andThen(note("inside"))
        )
      )
      const saved = withStore(path, ({ save }) =>
        Effect.andThen(save({ token: Redacted.make("token-2") }), note("saved"))
      )
      const cleared = withStore(path, ({ clear }) => Effect.andThen(clear, note("cleared")))
      const first = yield* Effect.forkChild(inside)
      yield* reached
      const others = yield* Effect.forkChild(Effect.all([saved, cleared], { concurrency: 2 }))
      yield* Effect.sleep("60 millis")
      assert.deepStrictEqual(order, [])
      yield* open
      yield* Fiber.joinAll([first, others])
      assert.sameMembers(order, ["inside", "saved", "cleared"])
      assert.strictEqual(order[0], "inside")
    })
  )

  it.live("keeps the tokens of who took over from one that stood still", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "tokens.json")
      const { open, pass, reached } = yield* gate
      const late = yield* Effect.forkChild(
        withStore(path, ({ exclusive, save }) => exclusive(Effect.andThen(pass, Effect.flip(save(tokens)))))
      )
      yield* reached
      utimesSync(`${path}.lock`, 0, 0)
      yield* withStore(path, ({ save }) => save({ token: Redacted.make("token-2") }))
      yield* open
      assert.include((yield* Fiber.join(late)).message, `${path}.lock is gone: another process took it over`)
      assert.include(readFileSync(path, "utf8"), "token-2")
      assert.deepStrictEqual(readdirSync(join(path, "..")), ["tokens.json"])
    })
  )

  it.live("runs an effect with the file system that the effect has", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "tokens.json")
      const own = FileSystem.makeNoop({})
      const seen = yield* withStore(path, ({ exclusive }) =>
        Effect.provideService(exclusive(FileSystem.FileSystem), FileSystem.FileSystem, own)
      )
      assert.strictEqual(seen, own)
    })
  )

  it.live("does not clear tokens if the folder is missing", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "absent", "tokens.json")
      yield* withStore(path, ({ clear }) => clear)
      assert.deepStrictEqual(yield* withStore(path, ({ load }) => load), Option.none())
    })
  )

  it.live("lets two processes share one session whose refresh tokens work once only", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "tokens.json")
      let refreshes = 0
      let valid = "refresh-1"
      const page = { entries: [], total_entries: 0, total_pages: 0, page: 1, page_size: 20 }
      const { origin } = yield* listen((request, response) => {
        response.setHeader("content-type", "application/json")
        if (request.url !== "/api/v1/auth/refresh") {
          const isCurrent = request.headers.authorization === "token-2"
          response.statusCode = isCurrent ? 200 : 401
          response.end(JSON.stringify(isCurrent ? page : "Token expired"))
          return
        }
        let body = ""
        request.on("data", (data) => (body += String(data)))
        request.on("end", () => {
          refreshes++
          const isValid = body.includes(valid)
          valid = "refresh-2"
          response.statusCode = isValid ? 200 : 401
          const answer = isValid ? { token: "token-2", refresh: "refresh-2" } : { code: 401, message: "Used already" }
          setTimeout(() => response.end(JSON.stringify(answer)), 300)
        })
      })
      yield* withStore(path, (store) => store.save(tokens))
      const ends = yield* Effect.all([run(origin, path), run(origin, path)], { concurrency: "unbounded" })
      assert.deepStrictEqual(ends, [
        { code: 0, errors: "" },
        { code: 0, errors: "" }
      ])
      assert.strictEqual(refreshes, 1)
      assert.include(readFileSync(path, "utf8"), "refresh-2")
    })
  )
})
