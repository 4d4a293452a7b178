import { spawn } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import * as TokenFile from "../src/TokenFile.ts"
import { TokenStore } from "../src/TokenStore.ts"
import { listen } from "./support/listen.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "tokens-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const withStore = <A, E>(path: string, use: (store: TokenStore["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(TokenStore, use).pipe(Effect.provide(TokenFile.layer(path).pipe(Layer.provide(NodeFileSystem.layer))))

const tokens = { token: Redacted.make("token-1"), refresh: Redacted.make("refresh-1") }

const run = (...args: ReadonlyArray<string>) =>
  Effect.callback<{ readonly code: number | null; readonly errors: string }>((resume) => {
    const script = fileURLToPath(new URL("support/refresher.ts", import.meta.url))
    const child = spawn(process.execPath, [script, ...args])
    let errors = ""
    child.stderr.on("data", (data) => (errors += String(data)))
    child.on("exit", (code) => resume(Effect.succeed({ code, errors })))
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

  it.live("takes over the lock of a process that died", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "tokens.json")
      writeFileSync(`${path}.lock`, "")
      utimesSync(`${path}.lock`, 0, 0)
      assert.strictEqual(yield* withStore(path, (store) => store.exclusive(Effect.succeed("done"))), "done")
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
