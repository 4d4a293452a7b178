import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { run } from "../support/child.ts"
import { folder } from "../support/folder.ts"
import { listen } from "../support/listen.ts"
import { age, entriesOf } from "../support/lock.ts"
import { page } from "../support/session.ts"

/** A service whose refreshes are answered one by one, and whose tokens are numbered: the newest is good. */
const serving = Effect.gen(function* () {
  const refreshes: Array<{ readonly token: string; readonly answer: () => void }> = []
  let good = 1
  const { origin } = yield* listen((request, response) => {
    let body = ""
    response.setHeader("content-type", "application/json")
    request.on("data", (data) => (body += String(data)))
    request.on("end", () => {
      if (request.url === "/api/v1/auth/refresh") {
        const token: string = JSON.parse(body).refresh_token
        const answer = () => {
          good++
          response.end(JSON.stringify({ token: `token-${good}`, refresh: `refresh-${good}` }))
        }
        return refreshes.push({ token, answer })
      }
      const isGood = request.headers.authorization === `token-${good}`
      response.statusCode = isGood ? 200 : 401
      return response.end(JSON.stringify(isGood ? page : "Token expired"))
    })
  })
  const requested = (count: number) =>
    Effect.sync(() => refreshes.length).pipe(Effect.delay("5 millis"), Effect.repeat({ while: (now) => now < count }))
  const answer = (index: number) => Effect.sync(() => (refreshes[index] ?? assert.fail(`no refresh ${index}`)).answer())
  const path = join(yield* folder, "tokens.json")
  writeFileSync(path, JSON.stringify({ token: "token-0", refresh: "refresh-0" }))
  const sharer = Effect.gen(function* () {
    const child = yield* run("sharer.ts", origin, path)
    assert.strictEqual(yield* child.line, "ready")
    return child
  })
  return { answer, requested, path, refreshes, sharer, kept: () => readFileSync(path, "utf8") }
})

// who is done may still be giving the lock back; a lock that stays fails by the time of the test
const givenBack = (path: string) =>
  Effect.sync(() => entriesOf(path)).pipe(
    Effect.delay("5 millis"),
    Effect.repeat({ while: (entries) => entries.length > 1 }),
    Effect.map((entries) => assert.deepStrictEqual(entries, ["tokens.json"]))
  )

// shorter than the lease: who waits for that fails the test
const within = { timeout: 40_000 }

describe("a session that processes share by a file", within, () => {
  it.live("is renewed by one of those who wait, once the process that renewed it was killed", () =>
    Effect.gen(function* () {
      const { answer, requested, kept, path, refreshes, sharer } = yield* serving
      const first = yield* sharer
      const others = yield* Effect.all(
        Array.from({ length: 2 }, () => sharer),
        { concurrency: 2 }
      )
      yield* first.ask("list")
      yield* requested(1)
      for (const { ask } of others) yield* ask("list")
      yield* first.kill
      yield* requested(2)
      yield* answer(1)
      for (const { line } of others) assert.strictEqual(yield* line, "done")
      assert.lengthOf(refreshes, 2)
      assert.include(kept(), "refresh-2")
      yield* givenBack(path)
    })
  )

  it.live("is not written by a process that stood still while another took over", () =>
    Effect.gen(function* () {
      const { answer, requested, kept, path, refreshes, sharer } = yield* serving
      const [slow, next] = [yield* sharer, yield* sharer]
      yield* slow.ask("list")
      yield* requested(1)
      yield* slow.signal("SIGSTOP")
      age(path)
      yield* next.ask("list")
      yield* requested(2)
      yield* answer(0)
      // the slow one has its answer, and the lock is another's that has none yet
      yield* slow.signal("SIGCONT")
      assert.match(yield* slow.line, /its tokens are not stored: .*\.lock was taken over by process /)
      assert.strictEqual(yield* slow.line, "done")
      assert.include(kept(), "refresh-0")
      yield* answer(1)
      assert.strictEqual(yield* next.line, "done")
      assert.include(kept(), "refresh-3")
      yield* slow.ask("token")
      assert.strictEqual(yield* slow.line, "token-3")
      assert.lengthOf(refreshes, 2)
      yield* givenBack(path)
    })
  )

  it.live("is over after a log-out that came during the refresh of another process", () =>
    Effect.gen(function* () {
      const { answer, requested, path, sharer } = yield* serving
      const [first, second] = [yield* sharer, yield* sharer]
      yield* first.ask("list")
      yield* requested(1)
      yield* second.ask("log out")
      yield* answer(0)
      assert.strictEqual(yield* second.line, "done")
      assert.isFalse(existsSync(path))
      yield* first.line
      yield* first.ask("list")
      assert.strictEqual(yield* first.line, "SessionEnded Nobody is logged in. Log in first.")
      assert.deepStrictEqual(entriesOf(path), [])
    })
  )
})
