import { existsSync } from "node:fs"
import { readFile, rm, writeFile } from "node:fs/promises"

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import * as FileLock from "@remote-assist/core/FileLock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Logger from "effect/Logger"
import * as Schema from "effect/Schema"

import * as SnapshotAndLog from "../../src/persistence/SnapshotAndLog.ts"
import * as StateFile from "../../src/persistence/stateFile.ts"
import { nothing } from "../../src/persistence/statesChange.ts"
import type { Kept } from "../../src/persistence/statesChange.ts"
import { mostEnded, withMore } from "../../src/tenants/EndedTenants.ts"
import { linesOf } from "../../src/tenants/State.ts"
import type { State } from "../../src/tenants/State.ts"
import type { Pace } from "../../src/tenants/TenantClock.ts"
import { keptIn } from "../support/kept.ts"
import { killedAfter } from "../support/killedFiles.ts"
import { fileIn } from "../support/stateFile.ts"
import { Walk, walked } from "../support/walk.ts"
import { worldOf } from "../support/worlds.ts"

const [us, eu] = [worldOf({ users: 5, calls: 4 }), worldOf({ users: 4, calls: 4, region: "eu" })]

const of = (state: State): Kept => ({ tenants: new Map([["default", state]]), ended: new Map() })

const start = of({ us, eu, pace: undefined })

/** The pair of a file, whose lock is held until the scope closes. */
const pairOf = (file: string, least?: number) =>
  Effect.flatMap(FileLock.hold(file), (lease) => SnapshotAndLog.make(lease, least))

const textOf = (states: Kept) => StateFile.encoder()(states)

const kept = (file: string) => Effect.map(keptIn(file), textOf)

/** The states after some users were created one by one, the states before them included. */
const growing = (count: number): ReadonlyArray<Kept> =>
  Array.from({ length: count + 1 }, (_, end) => {
    const world = walked(
      us,
      Array.from({ length: end }, (_, at) => ({ step: 4, at }))
    )
    return of({ us: world, eu, pace: undefined })
  })

const Changes = Schema.Array(
  Schema.Struct({
    tenant: Schema.Literals(["default", "one", "other"]),
    kind: Schema.Literals(["us", "eu", "pace", "drop", "begin"]),
    walk: Walk
  })
)

type Change = (typeof Changes.Type)[number]

const paced = (at: number): Pace => ({ since: at, at, scale: at % 3 })

const lineAfter = (tenant: string, { us, ...state }: State, walk: typeof Walk.Type): State => ({
  ...state,
  us: { ...us, line: `${tenant} ${walk.length}` }
})

const after = ({ ended, tenants }: Kept, { kind, tenant, walk }: Change): Kept => {
  const next = new Map(tenants)
  const state = tenants.get(tenant)
  if (kind === "drop") {
    next.delete(tenant)
    const lines = state && linesOf(lineAfter(tenant, state, walk))
    return { tenants: next, ended: lines === undefined ? ended : withMore(ended, [[tenant, lines]]) }
  }
  if (kind === "begin" || state === undefined) next.set(tenant, { us: walked(us, walk), eu, pace: undefined })
  else if (kind === "pace") next.set(tenant, { ...state, pace: walk.length === 0 ? undefined : paced(walk.length) })
  else next.set(tenant, { ...state, [kind]: walked(state[kind], walk) })
  return { tenants: next, ended }
}

/** How many steps it takes to hold a lock and to write the first snapshot. */
const stepsOfFirst = 9

const silent = Effect.provide(Logger.layer([]))

const told = <A, E, R>(effect: Effect.Effect<A, E, R>) => {
  const lines: Array<string> = []
  const logger = Logger.make(({ message }) => {
    lines.push(String(message))
  })
  return Effect.map(Effect.provide(effect, Logger.layer([logger])), (value) => [value, lines.join("\n")] as const)
}

const sorted = ({ ended, tenants }: Kept) =>
  textOf({ tenants: new Map([...tenants].toSorted(([one], [other]) => (one < other ? -1 : 1))), ended })

describe("a snapshot and its log", () => {
  it.effect.prop("hold the states that were written, whatever changes", { changes: Changes }, ({ changes }) =>
    Effect.gen(function* () {
      const file = yield* fileIn
      const pair = yield* pairOf(file, 4096)
      let states = start
      yield* pair.compact(states)
      for (const change of changes) {
        states = after(states, change)
        yield* pair.write(states)
        if (pair.isLong()) yield* pair.compact(states)
      }
      assert.strictEqual(sorted(yield* keptIn(file)), sorted(states))
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )

  it.effect("hold the names of tenants that ended, as many as are known", () =>
    Effect.gen(function* () {
      const file = yield* fileIn
      const pair = yield* pairOf(file)
      const names = Array.from({ length: mostEnded + 5 }, (_, at) => `t-${at}`)
      const lines = { us: "", eu: "" }
      const most = {
        ...start,
        ended: withMore(
          start.ended,
          names.slice(0, -5).map((name) => [name, { ...lines }])
        )
      }
      yield* pair.compact(start)
      yield* pair.write(most)
      const more = {
        ...start,
        ended: withMore(
          most.ended,
          names.slice(-5).map((name) => [name, { ...lines }])
        )
      }
      yield* pair.write(more)
      for (const { ended } of [more, yield* keptIn(file)]) {
        assert.strictEqual(ended.size, mostEnded)
        assert.deepStrictEqual([ended.has("t-4"), ended.has("t-5")], [false, true])
      }
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )

  it.effect("hold all but a last record that is torn, at whichever byte", () =>
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
      assert.strictEqual(yield* kept(file), textOf(third))
      for (let end = before; end < bytes.length; end++) {
        yield* Effect.promise(() => writeFile(log, bytes.subarray(0, end)))
        const [text, lines] = yield* told(kept(file))
        if (text !== textOf(second!)) assert.fail(`torn at ${end}`)
        assert.strictEqual(lines.includes(`The last ${end - before} bytes`), end > before)
        const spoilt = Uint8Array.from(bytes)
        spoilt[end] = spoilt[end]! ^ 1
        yield* Effect.promise(() => writeFile(log, spoilt))
        if ((yield* silent(kept(file))) !== textOf(second!)) assert.fail(`spoilt at ${end}`)
      }
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )

  it.effect("leave out a log of another snapshot, and say so", () =>
    Effect.gen(function* () {
      const file = yield* fileIn
      const [first, second, third] = growing(2)
      const pair = yield* pairOf(file)
      yield* pair.compact(first!)
      yield* pair.write(second!)
      yield* Effect.promise(() => writeFile(file, textOf(third!)))
      const [text, lines] = yield* told(kept(file))
      assert.strictEqual(text, textOf(third!))
      assert.include(lines, `${file}.log is left out: it goes on from another snapshot than ${file}`)
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )

  it.effect("refuse a log that is damaged before its end, and a file that is no log", () =>
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
      assert.include((yield* Effect.flip(keptIn(file))).message, `line 2 of its log ${log} is damaged`)
      for (const text of ["", "my notes\n", "[2,1,{}]\n"]) {
        yield* Effect.promise(() => writeFile(log, text))
        assert.include((yield* Effect.flip(keptIn(file))).message, `${log} is no log of a state`)
      }
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )

  it.effect("are written anew where the log cannot be, and are not where nothing changed", () =>
    Effect.gen(function* () {
      const file = yield* fileIn
      const log = `${file}.log`
      const [first, second, third] = growing(2)
      const pair = yield* pairOf(file)
      yield* pair.compact(first!)
      yield* pair.write(first!)
      assert.isFalse(existsSync(log))
      yield* pair.write(second!)
      yield* Effect.promise(() => rm(log))
      yield* pair.write(third!)
      assert.isFalse(existsSync(log))
      assert.strictEqual(yield* Effect.promise(() => readFile(file, "utf8")), textOf(third!))
      yield* Effect.promise(() => rm(file))
      yield* pair.write(second!)
      assert.strictEqual(yield* kept(file), textOf(second!))
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )

  it.effect("hold what was written when the emulator is killed, at whichever step of a file", () =>
    Effect.gen(function* () {
      const all = growing(8)
      const most = all.length - 1
      for (let steps = 0, isKilled = true; isKilled; steps++) {
        const file = yield* fileIn
        const { files, wasKilled } = killedAfter(steps, yield* FileSystem.FileSystem)
        const killed = { written: undefined, isWhole: false }
        const { isWhole, written } = yield* Effect.gen(function* () {
          const pair = yield* pairOf(file, 2048)
          yield* pair.compact(all[0]!)
          let written = 0
          for (const [number, states] of all.entries()) {
            if ((yield* Effect.exit(pair.write(states)))._tag === "Failure") return { written, isWhole: false }
            written = number
            if (pair.isLong()) yield* Effect.ignore(pair.compact(states))
          }
          // asked before the lock is released
          return { written, isWhole: !wasKilled() }
        }).pipe(
          Effect.orElseSucceed(() => killed),
          Effect.scoped,
          Effect.provideService(FileSystem.FileSystem, files)
        )
        const text = yield* silent(kept(file))
        if (written === undefined) assert.include([textOf(nothing), textOf(all[0]!)], text, `step ${steps}`)
        else assert.include([textOf(all[written]!), textOf(all[written + 1] ?? all[most]!)], text, `step ${steps}`)
        isKilled = !isWhole
        if (isKilled) continue
        assert.strictEqual(written, most)
        assert.strictEqual(text, textOf(all[most]!))
        // each write alone takes as many
        assert.isAbove(steps, 2 * most)
      }
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )

  it.effect("hold a change that could not be written with the next that can", () =>
    Effect.gen(function* () {
      const all = [start]
      for (let at = 0; at < 4; at++)
        all.push(after(all[at]!, { tenant: "default", kind: "us", walk: [{ step: 4, at }] }))
      for (const lasting of [1, 2, 3, 4, 6]) {
        let recovered = 0
        for (let steps = stepsOfFirst, isHit = true; isHit; steps++) {
          const file = yield* fileIn
          const { files, wasKilled } = killedAfter(steps, yield* FileSystem.FileSystem, lasting)
          isHit = yield* Effect.gen(function* () {
            const pair = yield* pairOf(file)
            yield* pair.compact(all[0]!)
            for (const states of all) {
              const isWritten = (yield* Effect.exit(pair.write(states)))._tag === "Success"
              if (!isWritten) continue
              assert.strictEqual(yield* silent(kept(file)), textOf(states), `${steps}, ${lasting}`)
              if (wasKilled()) recovered++
            }
            return wasKilled()
          }).pipe(Effect.scoped, Effect.provideService(FileSystem.FileSystem, files))
        }
        assert.isAbove(recovered, all.length, `of those hit for ${lasting} steps`)
      }
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )
})
