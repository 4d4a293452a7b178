import { execFile, spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

import { assert, describe, layer } from "@effect/vitest"
import { CallId } from "@remote-assist/core/Calls"
import { Emulator } from "@remote-assist/http-mock"
import * as Effect from "effect/Effect"

interface Ended {
  readonly code: unknown
  readonly out: string
  readonly err: string
}

const run = (
  program: string,
  env: Record<string, string>,
  { cwd, shell = "" }: { cwd?: string; shell?: string } = {}
) =>
  Effect.callback<Ended>((resume) => {
    const path = fileURLToPath(new URL(`../${program}`, import.meta.url))
    const command = `set -o pipefail; "$0" "$1" ${shell}`
    const options = { cwd, env: { ...process.env, NO_COLOR: "1", ...env } }
    execFile("bash", ["-c", command, process.execPath, path], options, (error, out, err) =>
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

type Users = ReadonlyArray<Readonly<Record<string, unknown>>>

/** Reads the output of a program. */
const read = {
  "effect/export-users.ts": (lines: ReadonlyArray<string>): Users => lines.map((line) => JSON.parse(line)),
  "promise/export-users.ts": ([head = "", ...lines]: ReadonlyArray<string>): Users => {
    const names = head.split(",")
    return lines.map((line) => {
      const values = JSON.parse(`[${line}]`)
      return Object.fromEntries(names.map((name, index) => [name, values[index]]))
    })
  }
}

layer(Emulator.layerServer({ port: 0, users: 50 }), { excludeTestServices: true })((it) => {
  describe.each(["effect/export-users.ts", "promise/export-users.ts"] as const)("%s", (program) => {
    it.effect("writes each user of every page once, as a line", () =>
      Effect.gen(function* () {
        const { code, err, out } = yield* run(program, yield* settings)
        assert.strictEqual(code, 0, err)
        assert.strictEqual(err, "")
        const users = read[program](out.trimEnd().split("\n"))
        assert.strictEqual(users.length, 50)
        assert.strictEqual(new Set(users.map(({ id }) => id)).size, 50)
        assert.hasAllKeys(users[0], ["id", "email", "name", "active"])
        assert.include(
          users.map(({ email }) => email),
          "ada@example.com"
        )
      })
    )

    it.effect("ends in silence if the reader of its output does", () =>
      Effect.gen(function* () {
        const { code, err, out } = yield* run(program, yield* settings, { shell: "| head -1" })
        assert.deepStrictEqual([code, err], [0, ""])
        assert.match(out, /^.+\n$/)
      })
    )

    it.effect("says in a line that the disk is full", () =>
      Effect.gen(function* () {
        const { code, err } = yield* run(program, yield* settings, { shell: "> /dev/full" })
        assert.strictEqual(code, 1)
        assert.match(err, /^ENOSPC: no space left on device, write\n$/)
      })
    )

    it.effect.each(["EU", "eu ", "Europe", ""])("refuses the region %j", (region) =>
      Effect.gen(function* () {
        const { code, err, out } = yield* run(program, { ...(yield* settings), REMOTE_ASSIST_REGION: region })
        assert.deepStrictEqual([code, out], [1, ""])
        assert.match(err, /^.*REMOTE_ASSIST_REGION.* us or eu.*\n$/)
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

  describe.each(["effect/list-users.ts", "promise/list-users.ts"])("%s", (program) => {
    it.effect("prints the e-mail address of each active user", () =>
      Effect.gen(function* () {
        const { code, err, out } = yield* run(program, yield* settings)
        assert.strictEqual(code, 0, err)
        assert.include(out, "ada@example.com\n")
        assert.notInclude(out, "edsger@example.com")
      })
    )
  })

  it.effect("effect/list-users.ts names a missing setting", () =>
    Effect.gen(function* () {
      const { REMOTE_ASSIST_PASSWORD: _, ...others } = yield* settings
      const { code, err } = yield* run("effect/list-users.ts", others)
      assert.strictEqual(code, 1)
      assert.match(
        err,
        /^InvalidSettings: The setting REMOTE_ASSIST_PASSWORD cannot be used: .* Set it to the password of /
      )
      assert.notInclude(err, "Pointer")
    })
  )

  it.effect("promise/watch-calls.ts prints calls, and a call that ends", () =>
    Effect.gen(function* () {
      const { control } = yield* Emulator
      const { calls } = yield* control
      const env = { ...process.env, ...(yield* settings) }
      const path = fileURLToPath(new URL("../promise/watch-calls.ts", import.meta.url))
      const child = yield* Effect.acquireRelease(
        Effect.sync(() => spawn(process.execPath, [path], { env, stdio: ["ignore", "pipe", "inherit"] })),
        (child) => Effect.sync(() => child.kill())
      )
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      const next = Effect.promise(async () => String((await lines.next()).value))
      const running = CallId.make("call_00000000-0000-4000-8000-000000000003")
      const shown = yield* Effect.all([next, next, next])
      assert.deepStrictEqual(shown, [
        `${running} Ada Lovelace to Grace Hopper: running`,
        "call_00000000-0000-4000-8000-000000000002 Grace Hopper to Ada Lovelace: Timed out",
        "call_00000000-0000-4000-8000-000000000001 Ada Lovelace to Linus Torvalds: Call Ended"
      ])
      yield* calls.act({ params: { id: running }, query: { region: "eu" }, payload: { do: "end" } })
      assert.strictEqual(yield* next, `${running} Ada Lovelace to Grace Hopper: Call Ended`)
    })
  )

  it.effect("promise/list-users.ts says that the password is wrong", () =>
    Effect.gen(function* () {
      const { code, err } = yield* run("promise/list-users.ts", {
        ...(yield* settings),
        REMOTE_ASSIST_PASSWORD: "wrong"
      })
      assert.deepStrictEqual([code, err], [1, "Wrong e-mail address or password.\n"])
    })
  )

  it.effect("promise/keep-session.ts logs in once, and continues its session in the next run", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.promise(() => mkdtemp(join(tmpdir(), "keep-session-"))),
        (folder) => Effect.promise(() => rm(folder, { recursive: true }))
      )
      const env = yield* settings
      assert.deepInclude(yield* run("promise/keep-session.ts", env, { cwd: folder }), { code: 0, out: "2\n" })
      const again = yield* run("promise/keep-session.ts", { ...env, REMOTE_ASSIST_PASSWORD: "wrong" }, { cwd: folder })
      assert.deepInclude(again, { code: 0, out: "2\n" }, again.err)
    })
  )
})
