import { statSync, watch } from "node:fs"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"

import * as Effect from "effect/Effect"
import { afterAll, assert, beforeAll, describe, it, onTestFinished } from "vitest"

import { chance } from "../harden/support/Chance.ts"
import { createMany, started } from "../support/emulatorProcess.ts"
import { emailsIn } from "../support/kept.ts"

const rounds = 6

const writers = 4

const mostAnswers = 60

/** When the emulator of each round is killed: another seed kills at other moments. */
const seed = 1

const keptIn = (file: string) => Effect.runPromise(emailsIn(file))

describe("a state file of an emulator that is killed", () => {
  let folder = ""

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "killed-"))
  })

  afterAll(() => rm(folder, { recursive: true }))

  it(
    `is whole at any moment, and holds every change that was answered (seed ${seed})`,
    { timeout: 60_000 },
    async () => {
      const file = join(folder, "state.json")
      const answered: Array<string> = []
      for (let round = 0; round < rounds; round++) {
        const emulator = await started(file)
        const draws = chance(seed, `killed ${round}`)
        let left = 1 + draws.below(mostAnswers)
        const pause = draws.below(20)
        const heard = (email: string) => {
          answered.push(email)
          if (--left === 0) setTimeout(() => emulator.signal("SIGKILL"), pause)
        }
        const ends = await Promise.all(
          Array.from({ length: writers }, (_, writer) => createMany(emulator, `r${round}w${writer}`, heard))
        )
        assert.deepStrictEqual(new Set(ends), new Set([undefined]))
        assert.strictEqual(await emulator.closed, "SIGKILL")
        assert.includeMembers(await keptIn(file), answered)
      }
    }
  )

  it("is whole while its log is compacted, and after", { timeout: 60_000 }, async () => {
    for (let round = 0; round < 3; round++) {
      const file = join(folder, `compacted.${round}.json`)
      const answered: Array<string> = []
      const emulator = await started(file)
      // the first sign of a new snapshot
      const isSign = (name: string | null) =>
        name?.endsWith(".draft") === true && (statSync(`${file}.log`, { throwIfNoEntry: false })?.size ?? 0) > 2 ** 20
      const watcher = watch(folder, (_, name) => {
        if (isSign(name)) setTimeout(() => emulator.signal("SIGKILL"), round * 5)
      })
      onTestFinished(() => watcher.close())
      const long = { name: "x".repeat(500) }
      const heard = (email: string) => answered.push(email)
      const ends = await Promise.all(
        Array.from({ length: writers }, (_, writer) => createMany(emulator, `w${writer}`, heard, long))
      )
      assert.deepStrictEqual(new Set(ends), new Set([undefined]))
      assert.strictEqual(await emulator.closed, "SIGKILL")
      watcher.close()
      assert.isAbove(answered.length, 100)
      assert.includeMembers(await keptIn(file), answered)
      await (await started(file)).end("SIGTERM")
      assert.deepStrictEqual(
        (await readdir(folder)).filter((name) => name.startsWith(basename(file))),
        [basename(file)]
      )
      assert.includeMembers(await keptIn(file), answered)
    }
  })
})
