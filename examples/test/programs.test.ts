import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"

import { assert, describe, layer } from "@effect/vitest"
import { Emulator } from "@remote-assist/http-mock"
import * as Effect from "effect/Effect"

interface Ended {
  readonly code: unknown
  readonly out: string
  readonly err: string
}

const run = (program: string, env: Record<string, string>) =>
  Effect.callback<Ended>((resume) => {
    const path = fileURLToPath(new URL(`../${program}`, import.meta.url))
    execFile(process.execPath, [path], { env: { ...process.env, NO_COLOR: "1", ...env } }, (error, out, err) =>
      resume(Effect.succeed({ code: error?.code ?? 0, out, err }))
    )
  })

const settings = Effect.map(Emulator, ({ baseUrl, demo }) => ({
  REMOTE_ASSIST_REGION: "eu",
  REMOTE_ASSIST_EU_URL: baseUrl.eu,
  REMOTE_ASSIST_API_KEY: demo.apiKey,
  REMOTE_ASSIST_EMAIL: demo.email,
  REMOTE_ASSIST_PASSWORD: demo.password
}))

layer(Emulator.layerServer({ port: 0, users: 50 }), { excludeTestServices: true })((it) => {
  describe.each(["effect/export-users.ts", "promise/export-users.ts"])("%s", (program) => {
    it.effect("writes each user of every page once, as a line of JSON", () =>
      Effect.gen(function* () {
        const { code, err, out } = yield* run(program, yield* settings)
        assert.strictEqual(code, 0, err)
        assert.strictEqual(err, "")
        const users = out
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line))
        assert.strictEqual(users.length, 50)
        assert.strictEqual(new Set(users.map(({ id }) => id)).size, 50)
        assert.hasAllKeys(users[0], ["id", "email", "name", "active"])
        assert.include(out, `"email":"ada@example.com"`)
      })
    )

    it.effect("says that the password is wrong, and does not repeat it", () =>
      Effect.gen(function* () {
        const { code, err, out } = yield* run(program, { ...(yield* settings), REMOTE_ASSIST_PASSWORD: "canary-4711" })
        assert.strictEqual(code, 1)
        assert.strictEqual(out, "")
        assert.match(err, /password is wrong/)
        assert.notInclude(err, "canary-4711")
      })
    )
  })
})
