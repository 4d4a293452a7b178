import { writeFileSync } from "node:fs"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { run } from "../support/child.ts"
import { age, entriesOf, file, textOf } from "../support/lock.ts"

const fileWith = (text: string) => Effect.tap(file, (path) => Effect.sync(() => writeFileSync(path, text)))

const locker = (path: string, task: string, text = "") => run("locker.ts", path, task, text)

// shorter than the lease: who waits for that fails the test
const within = { timeout: 40_000 }

describe("a file lock between processes", within, () => {
  it.live("loses no increment of a counter that many count on", () =>
    Effect.gen(function* () {
      const path = yield* fileWith("0")
      const counters = yield* Effect.all(Array.from({ length: 4 }, () => locker(path, "count", "25")))
      const ends = yield* Effect.forEach(counters, ({ line }) => line)
      assert.deepStrictEqual(new Set(ends), new Set(["done"]))
      assert.strictEqual(textOf(path), "100")
      assert.deepStrictEqual(entriesOf(path), ["file"])
    })
  )

  it.live("goes to those who wait when its owner is killed, to one at a time, and soon", () =>
    Effect.gen(function* () {
      const path = yield* fileWith("")
      const owner = yield* locker(path, "write")
      const [, number = ""] = (yield* owner.line).split(" ")
      const waiters = yield* Effect.all(Array.from({ length: 3 }, () => locker(path, "turn")))
      for (const { line } of waiters) assert.strictEqual(yield* line, "waiting")
      yield* owner.kill
      for (const { line } of waiters) assert.strictEqual(yield* line, "done")
      const numbers = [Number(number), ...textOf(path).trim().split("\n").map(Number)]
      assert.lengthOf(numbers, 4)
      assert.deepStrictEqual(
        numbers,
        Array.from(new Set(numbers)).toSorted((one, other) => one - other)
      )
      assert.deepStrictEqual(entriesOf(path), ["file"])
    })
  )

  it.live.each([
    ["before it wrote", "write"],
    ["in the middle of writing", "write late"]
  ] as const)("is lost by an owner that stood still %s, and writes nothing then", ([, task]) =>
    Effect.gen(function* () {
      const path = yield* fileWith("before")
      const slow = yield* locker(path, task, "of the slow")
      assert.match(yield* slow.line, /^held/)
      if (task === "write late") {
        yield* slow.tell
        assert.strictEqual(yield* slow.line, "renaming")
      }
      yield* slow.signal("SIGSTOP")
      age(path)
      const next = yield* locker(path, "write", "of the next")
      assert.match(yield* next.line, /^held/)
      yield* slow.tell
      yield* slow.signal("SIGCONT")
      assert.match(yield* slow.line, /^LockLost .*file\.lock was taken over by process \d+ on /)
      assert.strictEqual(textOf(path), "before")
      assert.include(entriesOf(path), "file.lock")
      yield* next.tell
      assert.strictEqual(yield* next.line, "done")
      assert.strictEqual(textOf(path), "of the next")
      assert.deepStrictEqual(entriesOf(path), ["file"])
    })
  )

  it.live("loses no acknowledged line if processes are killed, stopped or overtaken", () =>
    Effect.gen(function* () {
      const path = yield* fileWith("")
      const heard: Array<string> = []
      let started = 0
      const start = Effect.gen(function* () {
        const writer = yield* locker(path, "append", `writer-${++started}`)
        writer.lines.on("line", (line) => heard.push(line))
        return writer
      })
      const writers = yield* Effect.replicateEffect(start, 4)
      while (heard.length < 20) yield* Effect.sleep("10 millis")
      for (let event = 0; event < 28; event++) {
        const at = event % writers.length
        const { kill, signal } = writers[at] ?? assert.fail()
        if (event % 7 === 6) {
          yield* kill
          writers[at] = yield* start
        } else {
          yield* signal("SIGSTOP")
          if (event % 2 === 0) yield* Effect.ignore(Effect.try(() => age(path)))
          yield* Effect.sleep(`${10 + (event % 5) * 10} millis`)
          yield* signal("SIGCONT")
        }
      }
      for (const { kill } of writers) yield* kill
      const lines = textOf(path).trim().split("\n")
      assert.lengthOf(new Set(lines), lines.length)
      assert.includeMembers(lines, heard)
    })
  )

  it.live("is held by one process, which the error of the second names, until that one ends or is killed", () =>
    Effect.gen(function* () {
      const path = yield* fileWith("")
      const first = yield* locker(path, "hold")
      assert.match(yield* first.line, /^held/)
      yield* first.signal("SIGSTOP")
      age(path)
      const second = yield* locker(path, "hold")
      assert.match(yield* second.line, new RegExp(`^LockHeld .*file\\.lock is held by process ${first.pid} on `))
      yield* first.kill
      const third = yield* locker(path, "hold")
      assert.match(yield* third.line, /^held/)
      yield* third.tell
      assert.strictEqual(yield* third.line, "done")
      assert.match(yield* (yield* locker(path, "hold")).line, /^held/)
    })
  )
})
