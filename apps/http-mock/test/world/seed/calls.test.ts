import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { Emulator } from "../../../src/library/Emulator.ts"
import type { WorldFile } from "../../../src/library/Emulator.ts"
import { startEmulator } from "../../../src/library/promise.ts"
import { decode } from "../../../src/world/seed/WorldFile.ts"
import { run } from "../../support/command.ts"
import { at, recordsAt, textAt } from "../../support/json.ts"
import { asUser, send } from "../../support/wire.ts"

const repair = {
  from: "ada",
  to: "grace",
  ago: "2 hours",
  steps: [
    { do: "ring" },
    { do: "answer", at: "3 seconds" },
    { do: "tag", tags: ["pump"], at: "1 minute" },
    { do: "end", at: "5 minutes" },
    { do: "rate", who: "ada", rating: 4, at: "6 minutes" }
  ]
} as const

const logIn = (email: string) =>
  Effect.map(send("POST", "/api/v1r1/auth", { body: { email, password: "correct-horse" } }), ({ json }) =>
    asUser(textAt(json, "token"))
  )

const on = <A, E>(options: Parameters<typeof Emulator.layerServer>[0], use: Effect.Effect<A, E, Emulator>) =>
  Effect.provide(use, Emulator.layerServer({ port: 0, ...options }))

const calls = (headers: Record<string, string>) =>
  Effect.map(send("GET", "/api/v1/calls", { headers }), ({ json }) => recordsAt(json))

const newest = (email: string) => Effect.map(Effect.flatMap(logIn(email), calls), ([call]) => call)

const frozenAt = "2026-03-02T12:00:00Z"

describe("the calls of a world file", () => {
  it.effect("are over when the world begins, and the same for both participants", () =>
    on(
      { frozenAt, world: { calls: [repair] } },
      Effect.gen(function* () {
        const [ada, grace] = yield* Effect.all([newest("ada"), newest("grace")])
        assert.deepStrictEqual(ada, grace)
        assert.deepInclude(ada, { dialerName: "Ada Lovelace", receiverName: "Grace Hopper", tags: ["pump"] })
        assert.strictEqual(at(ada, "timestamp"), "2026-03-02T10:00:00.000000Z")
        assert.strictEqual(at(ada, "reasonCallEnded"), "Call Ended")
        assert.deepStrictEqual(at(ada, "ratings"), [{ participant_id: textAt(ada, "dialer", "id"), rating: "4" }])
      })
    )
  )

  it.effect("run on with the clock if they are not over yet", () =>
    on(
      { frozenAt, world: { calls: [{ ...repair, ago: "4 minutes" }] } },
      Effect.gen(function* () {
        const emulator = yield* Emulator
        assert.strictEqual(at(yield* newest("grace"), "reasonCallEnded"), "")
        yield* emulator.advance("2 minutes")
        assert.strictEqual(at(yield* newest("grace"), "reasonCallEnded"), "Call Ended")
      })
    )
  )

  it.effect("are in one region if they name it", () =>
    on(
      { frozenAt, world: { calls: [{ ...repair, region: "eu" }] } },
      Effect.gen(function* () {
        assert.notStrictEqual(at(yield* newest("ada"), "timestamp"), "2026-03-02T10:00:00.000000Z")
        const control = yield* (yield* Emulator).control
        const eu = yield* control.calls.list({ query: { region: "eu" } })
        assert.deepStrictEqual(
          eu.map(({ state }) => state),
          ["ended"]
        )
      })
    )
  )

  it.effect("are also in a tenant that begins later, and after a reset", () =>
    on(
      { frozenAt, world: { calls: [repair] } },
      Effect.gen(function* () {
        const emulator = yield* Emulator
        const other = yield* emulator.tenant("other").control
        assert.lengthOf(yield* other.calls.list({ query: {} }), 1)
        yield* other.state.reset({ payload: null })
        assert.lengthOf(yield* other.calls.list({ query: {} }), 1)
      })
    )
  )

  const folder = mkdtempSync(join(tmpdir(), "world-calls-"))
  afterAll(() => rmSync(folder, { recursive: true }))
  const fileOf = (name: string, world: unknown) => {
    const file = join(folder, `${name}.json`)
    writeFileSync(file, JSON.stringify(world))
    return file
  }

  it.each<readonly [name: string, calls: unknown, why: string]>([
    ["nobody", [{ from: "ada", to: "nobody" }], 'calls[0]: There is no user "nobody"'],
    ["step", [repair, { from: "ada", to: "linus", steps: [{ do: "answer" }] }], "calls[1].steps[0]: answer:"],
    ["overlap", [repair, { ...repair, to: "linus", ago: "118 minutes" }], "calls[1]: ada is already in the call"],
    ["field", [{ ...repair, startsAt: "2026-01-01T00:00:00Z" }], "calls[0].startsAt: unknown field"],
    ["order", [{ ...repair, steps: repair.steps.toReversed() }], "calls[0].steps[1].at: the step is before"],
    ["ago", [{ ...repair, ago: "soon" }], "calls[0].ago"]
  ])("end the start in one sentence if one is invalid: %s", async (name, calls, why) => {
    const { code, err, out } = await run(["--port", "0", "--seed", fileOf(name, { calls })])
    assert.include(err, why)
    assert.include(err, `${name}.json as --seed`)
    assert.strictEqual(err.trimEnd().split("\n").length, 1)
    assert.strictEqual(out, "")
    assert.strictEqual(code, 1)
  })
})

const listed = (count: number): WorldFile => ({
  calls: Array.from({ length: count }, (_, index) => ({ ...repair, ago: `${10 * (index + 1)} minutes` }))
})

it("a world file has at most 5,000 calls", () => {
  assert.isTrue(Result.isSuccess(decode(listed(5000), "it")))
  const refused = decode(listed(5001), "it")
  assert.include(Result.isFailure(refused) ? refused.failure.message : "", "calls: ")
})

describe("the members of a group", () => {
  const groupOf = (...members: ReadonlyArray<string>) => ({ on_call_groups: [{ name: "Night", members }] })

  it("are those in the world file", async () => {
    const rosa = { name: "Rosa Parks", email: "rosa@plant.example" }
    await using emulator = await startEmulator({ world: { users: [rosa], ...groupOf("rosa", "linus") } })
    const payload = { from: "ada", to: { group: "Night" }, steps: [{ do: "ring" }] } as const
    const { ringing } = await emulator.control.calls.place({ payload })
    assert.deepStrictEqual(ringing?.for, ["Rosa Parks", "Linus Torvalds"])
    const refused = await startEmulator({ world: groupOf("rosa") }).then(
      () => "started",
      (error: unknown) => String(error)
    )
    assert.match(refused, /on_call_groups\[0\]\.members\[0\]: "rosa" is not the user name/)
  })
})
