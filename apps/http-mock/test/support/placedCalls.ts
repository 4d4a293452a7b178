import { assert } from "@effect/vitest"
import { CallId } from "@remote-assist/core/Calls"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

import { Control } from "../../src/library/Control.ts"
import type { Emulator } from "../../src/library/Emulator.ts"
import type { CallAction, CallScript } from "../../src/world/calls/CallScript.ts"
import { controlled } from "./control.ts"

export const start = Date.UTC(2026, 2, 2, 9)

/** Runs a test in a new emulator with a stopped clock. */
export const fresh = <A, E>(test: Effect.Effect<A, E, Control | Emulator>) =>
  Effect.provide(test, controlled({ frozenAt: start }))

export const place = (payload: CallScript) =>
  Effect.flatMap(Control, ({ calls }) => calls.place({ query: {}, payload }))

export const act = (id: string, payload: CallAction) =>
  Effect.flatMap(Control, ({ calls }) => calls.act({ params: { id: CallId.make(id) }, query: {}, payload }))

export const detailOf = <A, E, R>(refused: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(refused), (error) =>
    Predicate.hasProperty(error, "detail") ? String(error.detail) : assert.fail(String(error))
  )

export const answered: ReadonlyArray<CallAction> = [{ do: "ring" }, { do: "answer" }]
