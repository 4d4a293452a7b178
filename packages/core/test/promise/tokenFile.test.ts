import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as PlatformError from "effect/PlatformError"
import * as Redacted from "effect/Redacted"
import { afterEach, assert, beforeEach, describe, it } from "vitest"

import { TokenStoreFailed } from "../../src/promise.ts"
import { tokenFile } from "../../src/promise/node.ts"
import * as TokenFile from "../../src/TokenFile.ts"
import { TokenStore as Store } from "../../src/TokenStore.ts"
import { clientOf, rejection, serve, usersPage, usual } from "./service.ts"

const credentials = { email: "ada", password: "correct-horse" }

const expired = { code: 1003, message: "Token expired", name: "generic" }

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "remote-assist-token-file-"))
  path = join(folder, "session.json")
})

afterEach(() => rmSync(folder, { recursive: true }))

describe("tokenFile", () => {
  it("keeps a session for the next client, in a file that only its owner can read", async () => {
    const { remote } = await clientOf(usual, { tokenStore: tokenFile(path) })
    await remote.session.logIn(credentials)
    assert.strictEqual(statSync(path).mode & 0o777, 0o600)
    const { remote: later, seen } = await clientOf(usual, { tokenStore: tokenFile(path) })
    assert.strictEqual((await later.session.token()).reveal(), "token-1")
    assert.strictEqual((await later.session.renew("token-1")).reveal(), "token-1")
    assert.isTrue(seen[0]?.path.endsWith("/auth/refresh"))
    await later.session.logOut()
    assert.isUndefined(await tokenFile(path).load())
    assert.deepStrictEqual(readdirSync(folder), [])
  })

  it.each<[unknown]>([[undefined], [""], [5], [new URL("file:///tmp/session.json")]])(
    "throws for %s, which is not a path",
    (path: any) => {
      assert.throws(() => tokenFile(path), /tokenFile cannot be used: give the path of a file/)
    }
  )

  it("rejects a device without reading or replacing it", async () => {
    const { remote } = await clientOf(usual, { tokenStore: tokenFile("/dev/null") })
    for (const call of [remote.session.token(), remote.session.logIn(credentials)])
      assert.include((await rejection(call)).message, "/dev/null: it is not a regular file. Use another path.")
  })

  it("names a taken lock before the timeout of a log-in", async () => {
    writeFileSync(`${path}.lock`, "garbage")
    const { remote } = await clientOf(usual, { tokenStore: tokenFile(path), timeout: 2000 })
    const error = await rejection(remote.session.logIn(credentials))
    assert.instanceOf(error, TokenStoreFailed)
    assert.include(error.message, `${path}.lock is held by an unnamed process`)
  })

  it("renews once when processes of both forms share the file", { timeout: 30_000 }, async () => {
    let refreshes = 0
    const { baseUrl } = await serve(({ headers, path }, response) => {
      if (path.endsWith("/auth/refresh")) return { token: `new-${++refreshes}`, refresh: `refresh-${refreshes}` }
      if (headers.authorization?.startsWith("new")) return usersPage(1)
      response.statusCode = 400
      return expired
    })
    await tokenFile(path).save({ token: "old", refresh: "refresh-0" })
    const scripts = ["promise-refresher", "refresher"]
    await Promise.all(
      scripts.map((name) => {
        const script = fileURLToPath(new URL(`../support/${name}.ts`, import.meta.url))
        return promisify(execFile)(process.execPath, [script, baseUrl, path])
      })
    )
    assert.strictEqual(refreshes, 1)
    assert.deepStrictEqual(JSON.parse(readFileSync(path, "utf8")), { token: "new-1", refresh: "refresh-1" })
    assert.deepStrictEqual(readdirSync(folder), ["session.json"])
  })

  it("takes its lock once when load, save and exclusive are nested", async () => {
    const store = tokenFile(path)
    const tokens = await store.exclusive?.(async (unlocked = store) => {
      await unlocked.save({ token: "token-1" })
      assert.deepStrictEqual(readdirSync(folder), ["session.json", "session.json.lock"])
      return unlocked.load()
    })
    assert.deepStrictEqual(tokens, { token: "token-1" })
  })

  it("rejects with the error of its work", async () => {
    const failure = new Error("no")
    assert.strictEqual(
      await rejection(tokenFile(path).exclusive?.(() => Promise.reject(failure)) ?? Promise.resolve()),
      failure
    )
  })

  const unusable: ReadonlyArray<readonly [string, string, (path: string) => string]> = [
    [
      "its folder does not exist",
      join("missing", "s.json"),
      (path) => `${path}: its folder does not exist. Create it.`
    ],
    ["it is a folder", ".", (path) => `${path}: it is a folder. Use a file in it.`],
    ["its folder is a file", join("file", "s.json"), (path) => `${path}: a part of its path is a file. Check`]
  ]
  it.each(unusable)("says what to do if %s", async (_, below, message) => {
    writeFileSync(join(dirname(path), "file"), "")
    const own = join(dirname(path), below)
    const error = await rejection(tokenFile(own).save({ token: "token-1" }))
    assert.instanceOf(error, TokenStoreFailed)
    assert.include(error.message, message(own))
    assert.notInclude(error.message, ".lock")
    assert.include(String(error.cause), own)
    assert.notInclude(String(error.cause), ".lock")
  })

  it("says what to do if this process may not write the file", async () => {
    for (const code of ["EACCES", "EPERM", "EROFS"]) {
      const denied = PlatformError.systemError({
        _tag: "PermissionDenied",
        module: "FileSystem",
        method: "writeFile",
        pathOrDescriptor: `${path}.lock.1.new`,
        cause: Object.assign(new Error(code), { code })
      })
      const files = FileSystem.layerNoop({
        realPath: Effect.succeed,
        readDirectory: () => Effect.succeed([]),
        writeFile: () => Effect.fail(denied),
        writeFileString: () => Effect.fail(denied)
      })
      const save = Effect.flatMap(Store, (store) => store.save({ token: Redacted.make("token-1") }))
      const error = await Effect.runPromise(
        Effect.flip(Effect.provide(save, Layer.provide(TokenFile.layer(path), files)))
      )
      assert.match(
        error.message,
        /no permission for it or its folder\. Change their permissions, or|is read-only\. Use another path\.$/
      )
      assert.notInclude(error.message, ".lock")
    }
  })

  it("names the file if it contains no tokens", async () => {
    writeFileSync(path, '{"token": "secr')
    const { remote } = await clientOf(usual, { tokenStore: tokenFile(path) })
    const error = await rejection(remote.session.token())
    assert.instanceOf(error, TokenStoreFailed)
    assert.include(error.message, path)
    assert.notInclude(error.message, "secr")
  })
})
