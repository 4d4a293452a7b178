import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { startEmulator } from "../../src/library/promise.ts"
import { walk, Walk } from "./support/moves.ts"

const walked = (moves: typeof Walk.Type) =>
  Effect.acquireUseRelease(
    Effect.promise(() => startEmulator({ frozenAt: "2026-03-01T12:00:00Z" })),
    (emulator) => Effect.promise(() => walk(emulator, moves)),
    (emulator) => Effect.promise(() => emulator.close())
  )

describe("tokens after an undo, a restore, a reset, a load and a branch", () => {
  it.effect("are not valid for a later user with the id", () =>
    walked([
      { kind: "create", tenant: 0, number: 0 },
      { kind: "make a token", tenant: 0, number: 0 },
      { kind: "undo", tenant: 0, number: 3 },
      { kind: "create", tenant: 0, number: 1 },
      { kind: "make a token", tenant: 0, number: 1 }
    ])
  )

  it.effect("are not valid for a user with the id in a replaced branch", () =>
    walked([
      { kind: "branch", tenant: 0, number: 0 },
      { kind: "create", tenant: 1, number: 0 },
      { kind: "make a token", tenant: 1, number: 0 },
      { kind: "branch", tenant: 0, number: 0 },
      { kind: "create", tenant: 1, number: 1 },
      { kind: "create", tenant: 0, number: 2 },
      { kind: "make a token", tenant: 1, number: 1 }
    ])
  )

  it.effect.prop(
    "are valid only where their own user and personal access token exist",
    { moves: Walk },
    ({ moves }) => walked(moves),
    { arbitrary: { runs: 60 }, timeout: 60_000 }
  )

  it.effect.prop(
    "are equal for equal requests",
    { moves: Walk },
    ({ moves }) =>
      Effect.flatMap(Effect.all([walked(moves), walked(moves)]), ([one, other]) =>
        Effect.sync(() => assert.strictEqual(one, other))
      ),
    { arbitrary: { runs: 15 }, timeout: 60_000 }
  )
})
