import { readFile, rename, writeFile } from "node:fs/promises"

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"

import { fileIn } from "../support/stateFile.ts"
import { storedIn } from "../support/storedState.ts"
import { pairOf, textOf, storedText, growing, after, silent } from "./snapshots.ts"

const withLog = <A, E, R>(effect: Effect.Effect<A, E, R>) => {
  const lines: Array<string> = []
  const logger = Logger.make(({ message }) => {
    lines.push(String(message))
  })
  return Effect.map(Effect.provide(effect, Logger.layer([logger])), (value) => [value, lines.join("\n")] as const)
}

describe("a snapshot and its log", () => {
  it.effect("keep all records except an incomplete last one, at any byte", () =>
    Effect.gen(function* () {
      const file = yield* fileIn
      const log = `${file}.log`
      const [first, second] = growing(1)
      const third = after(second!, { tenant: "default", kind: "pace", walk: [{ step: 0, at: 0 }] })
      const pair = yield* pairOf(file)
      yield* pair.compact(first!)
      yield* pair.write(second!)
      const before = (yield* Effect.promise(() => readFile(log))).length
      yield* pair.write(third)
      const bytes = yield* Effect.promise(() => readFile(log))
      assert.strictEqual(yield* storedText(file), textOf(third))
      for (let end = before; end < bytes.length; end++) {
        yield* Effect.promise(() => writeFile(log, bytes.subarray(0, end)))
        const [text, lines] = yield* withLog(storedText(file))
        if (text !== textOf(second!)) assert.fail(`torn at ${end}`)
        assert.strictEqual(
          lines.includes(`The end of ${log} is ignored (${end - before} byte${end - before === 1 ? "" : "s"}): `),
          end > before
        )
        const spoilt = Uint8Array.from(bytes)
        spoilt[end] = spoilt[end]! ^ 1
        yield* Effect.promise(() => writeFile(log, spoilt))
        if ((yield* silent(storedText(file))) !== textOf(second!)) assert.fail(`spoilt at ${end}`)
      }
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )

  it.effect("are the snapshot alone if the first line of the log is incomplete, at any byte", () =>
    Effect.gen(function* () {
      const file = yield* fileIn
      const log = `${file}.log`
      const [first, second] = growing(1)
      const pair = yield* pairOf(file)
      yield* pair.compact(first!)
      yield* pair.write(second!)
      const bytes = yield* Effect.promise(() => readFile(log))
      for (let end = 0; end < bytes.indexOf("\n"); end++) {
        yield* Effect.promise(() => writeFile(log, bytes.subarray(0, end)))
        const [text, lines] = yield* withLog(storedText(file))
        if (text !== textOf(first!)) assert.fail(`torn at ${end}`)
        assert.include(lines, `${log} is ignored: its first line is incomplete`)
      }
      yield* Effect.promise(() => rename(file, `${file}.moved`))
      assert.include((yield* Effect.flip(storedIn(file))).message, `it is missing, but its log ${log} exists`)
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )

  it.effect("keep the log of another snapshot under another name", () =>
    Effect.gen(function* () {
      const file = yield* fileIn
      const [first, second, third] = growing(2)
      const pair = yield* pairOf(file)
      yield* pair.compact(first!)
      yield* pair.write(second!)
      yield* Effect.promise(() => writeFile(file, textOf(third!)))
      const bytes = yield* Effect.promise(() => readFile(`${file}.log`))
      const [text, lines] = yield* withLog(storedText(file))
      assert.strictEqual(text, textOf(third!))
      const [, kept = ""] = /ignored and kept as (\S+): it belongs to another snapshot/.exec(lines) ?? []
      assert.deepStrictEqual(yield* Effect.promise(() => readFile(kept)), bytes)
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )

  it.effect("reject a log without its snapshot, and leave it", () =>
    Effect.gen(function* () {
      const file = yield* fileIn
      const [first, second] = growing(1)
      const pair = yield* pairOf(file)
      yield* pair.compact(first!)
      yield* pair.write(second!)
      yield* Effect.promise(() => rename(file, `${file}.moved`))
      const before = yield* Effect.promise(() => readFile(`${file}.log`))
      assert.include((yield* Effect.flip(storedIn(file))).message, `it is missing, but its log ${file}.log exists`)
      assert.deepStrictEqual(yield* Effect.promise(() => readFile(`${file}.log`)), before)
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )

  it.effect("reject a log that is damaged before its end, and a file that is not a log", () =>
    Effect.gen(function* () {
      const file = yield* fileIn
      const log = `${file}.log`
      const [first, second, third] = growing(2)
      const pair = yield* pairOf(file)
      yield* pair.compact(first!)
      yield* pair.write(second!)
      const before = (yield* Effect.promise(() => readFile(log))).length
      yield* pair.write(third!)
      const bytes = yield* Effect.promise(() => readFile(log))
      bytes[before - 10] = bytes[before - 10]! ^ 1
      yield* Effect.promise(() => writeFile(log, bytes))
      assert.include((yield* Effect.flip(storedIn(file))).message, `line 2 of its log ${log} is damaged`)
      for (const text of ["my notes\n", "my notes", "[2,1,{}]\n"]) {
        yield* Effect.promise(() => writeFile(log, text))
        assert.include((yield* Effect.flip(storedIn(file))).message, `${log} is not the log of a state`)
      }
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )
})
