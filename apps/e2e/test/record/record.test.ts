import { execFile } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"

import { assert, describe, it } from "@effect/vitest"
import { Emulator } from "@remote-assist/http-mock"
import * as Effect from "effect/Effect"

import { inProcess } from "../../src/targets/inProcess.ts"
import { folder, resultsOfSource } from "../support/source.ts"

const exec = promisify(execFile)
const root = join(import.meta.dirname, "../..")

type Body = Readonly<Record<string, any>>

/** A session of some app, as plain requests: log-in, users, a registration with its e-mail, tokens, and what meets nothing. */
const session = async (base: string, mails: () => Promise<ReadonlyArray<{ to: string; token?: string }>>) => {
  const send = async (method: string, path: string, body?: unknown, token?: string): Promise<Body> => {
    const answer = await fetch(`${base}/api${path}`, {
      method,
      headers: {
        "x-service-api-key": "demo-api-key",
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: token })
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await answer.text()
    return text === "" ? {} : JSON.parse(text)
  }
  const { refresh, token } = await send("POST", "/v1/auth", { email: "ada@example.com", password: "correct-horse" })
  await send("POST", "/v1/auth", { email: "ada@example.com", password: "a-secret-typo" })
  const { id } = await send("POST", "/v1r1/enterprise/users", { name: "Mary", email: "mary@example.com" }, token)
  await send("PUT", `/v1r1/enterprise/users/${id}`, { active: false }, token)
  await send("GET", "/v1r1/enterprise/users?filter=email%3Dmary%40example.com&page_size=5", undefined, token)
  await send("DELETE", `/v1r1/enterprise/users/${id}`, undefined, token)
  await send("DELETE", `/v1r1/enterprise/users/${id}`, undefined, token)
  const renewed = await send("POST", "/v1/auth/refresh", { refresh_token: refresh })
  const pat = await send("POST", "/v1r1/personal_access_token", undefined, renewed["token"])
  await send("GET", `/v1r1/personal_access_token/${pat["id"]}`, undefined, renewed["token"])
  await send("POST", "/v1r1/auth/pat", { token: pat["token"] })
  const user_info = { email: "joan@example.com", name: "Joan", password: "chosen-by-joan" }
  await send("POST", "/v1/register", { user_info })
  const mail = (await mails()).find(({ to }) => to === "joan@example.com")
  await send("POST", `/v1/register/confirm?confirmation_token=${mail?.token}`)
  await send("POST", "/v1/auth", { email: user_info.email, password: user_info.password })
  await send("GET", "/v1/token/info?token=" + renewed["token"])
  await send("GET", "/v1/nothing/here", undefined, token)
  return [
    token,
    refresh,
    renewed["token"],
    pat["token"],
    mail?.token,
    user_info.password,
    "a-secret-typo",
    "correct-horse"
  ]
}

const record = (...flags: ReadonlyArray<string>) =>
  Effect.promise(() =>
    exec(process.execPath, ["main.ts", "record", ...flags], { cwd: root }).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      (error) => ({ code: error.code, text: error.stdout + error.stderr })
    )
  )

describe("record", () => {
  it.live(
    "writes a session as a scenario that type-checks, holds no secret and passes on a fresh emulator",
    () =>
      Effect.gen(function* () {
        const emulator = yield* Emulator
        const origin = new URL(emulator.baseUrl.us).origin
        const secrets = yield* Effect.promise(() =>
          session(emulator.baseUrl.us, () => Effect.runPromise(emulator.outbox("us")))
        )
        const path = yield* folder
        const out = join(path, "my-session.ts")
        const { code, text } = yield* record("--from", origin, "-o", out)
        assert.strictEqual(code, 0, text)
        assert.match(text, /15 calls written to .*my-session\.ts, 1 requests left out/)
        const source = readFileSync(out, "utf8")
        for (const secret of secrets) assert.notInclude(source, String(secret))
        assert.match(source, /const token1 = /)
        assert.match(source, /EnterpriseUsers\.use\(\(enterpriseUsers\) => enterpriseUsers\.remove\(userId1\)/)
        assert.match(source, /\/\/ GET \/api\/v1\/nothing\/here/)
        const results = yield* resultsOfSource(source, inProcess("record"))
        assert.deepStrictEqual(
          results.map(({ verdict }) => verdict),
          ["Passed"],
          source
        )

        const again = yield* record("--from", origin, "-o", out)
        assert.strictEqual(again.code, 2)
        assert.match(again.text, /is there already/)

        writeFileSync(
          join(path, "tsconfig.json"),
          JSON.stringify({
            extends: "../../../tsconfig.json",
            include: ["./*.ts"],
            compilerOptions: {
              rootDir: "../../../../..",
              noEmit: true,
              composite: false,
              incremental: false,
              emitDeclarationOnly: false
            }
          })
        )
        const check = yield* Effect.promise(() =>
          exec("pnpm", ["exec", "tsc", "-p", path], { cwd: root }).then(
            () => "",
            (error) => error.stdout
          )
        )
        assert.strictEqual(check, "")
      }).pipe(Effect.provide(Emulator.layerServer({ port: 0 })), Effect.scoped),
    120_000
  )

  it.live("says what to do where there is no emulator, or no request", () =>
    Effect.gen(function* () {
      const { code, text } = yield* record("--from", "http://127.0.0.1:1", "-o", "/tmp/none.ts")
      assert.strictEqual(code, 3)
      assert.match(text, /does not answer.*Start an emulator/)
    })
  )
})
