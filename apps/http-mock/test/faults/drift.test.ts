import { assert, describe, it } from "@effect/vitest"
import * as Drift from "@remote-assist/core/Drift"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Session } from "@remote-assist/core/Session"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import type { FaultEffect } from "../../src/faults/Fault.ts"
import { credentials } from "../support/everyCall.ts"
import { fault, noFaults } from "./support/fault.ts"
import { strictSdk } from "./support/strictSdk.ts"

const users = Effect.flatMap(EnterpriseUsers, (users) => users.list())

/** The result of the SDK for the list of users under an override, tolerant and strict, with the reported drift. */
const listed = Effect.fnUntraced(function* (edits: Omit<Extract<FaultEffect, { readonly kind: "override" }>, "kind">) {
  yield* Effect.flatMap(Session, (session) => session.logIn(credentials))
  yield* fault({ operations: ["EnterpriseUsers.list"], does: { kind: "override", ...edits } })
  const drifts: Array<string> = []
  const report = (drift: { readonly path: string; readonly got: string }) =>
    Effect.sync(() => void drifts.push(`${drift.path}: ${drift.got}`))
  const tolerant = yield* users.pipe(
    Effect.provideService(Drift.Mode, "tolerant"),
    Effect.provideService(Drift.Report, report),
    Effect.result
  )
  const strict = yield* Effect.result(users)
  yield* noFaults
  return { drifts, tolerant, strict }
})

describe("the SDK under an override", () => {
  it.effect("omits and reports an optional field of another type, and rejects it with strict decoding", () =>
    Effect.gen(function* () {
      const { drifts, strict, tolerant } = yield* listed({
        patch: [
          { op: "replace", path: "/entries/*/username", value: 5 },
          { op: "replace", path: "/entries/1/permissions", value: "all" }
        ]
      })
      assert.sameMembers(drifts, [
        ...[0, 1, 2, 3].map((at) => `entries.${at}.username: a number`),
        "entries.1.permissions: a string"
      ])
      assert.strictEqual(tolerant._tag, "Success")
      if (tolerant._tag === "Success") assert.notProperty(tolerant.success.entries[0], "username")
      assert.strictEqual(strict._tag === "Failure" && strict.failure._tag, "Drifted")
    }).pipe(Effect.provide(strictSdk()))
  )

  it.effect("fails if a required field is missing or of another type", () =>
    Effect.gen(function* () {
      for (const edits of [
        { op: "replace", path: "/entries/0/id", value: {} },
        { op: "remove", path: "/entries/*/id" },
        { op: "remove", path: "/total_entries" },
        { op: "replace", path: "", value: [] }
      ] as const) {
        const { strict, tolerant } = yield* listed({ patch: [edits] })
        for (const outcome of [strict, tolerant])
          assert.strictEqual(
            outcome._tag === "Failure" && outcome.failure._tag,
            "UnexpectedAnswer",
            JSON.stringify(edits)
          )
      }
    }).pipe(Effect.provide(strictSdk()))
  )

  it.effect("accepts unknown values and fields", () =>
    Effect.gen(function* () {
      const { drifts, strict } = yield* listed({
        patch: [
          { op: "replace", path: "/entries/*/role_name", value: "unknown_value" },
          { op: "replace", path: "/entries/*/license", value: "unknown_value" },
          { op: "add", path: "/entries/*/brand_new", value: { deep: [1] } }
        ]
      })
      assert.deepStrictEqual(drifts, [])
      assert.strictEqual(strict._tag === "Success" && strict.success.entries[0]?.role_name, "unknown_value")
    }).pipe(Effect.provide(strictSdk()))
  )

  it.effect("ends the iteration of a list with any length", () =>
    Effect.gen(function* () {
      yield* Effect.flatMap(Session, (session) => session.logIn(credentials))
      const walked = Effect.flatMap(EnterpriseUsers, (users) => Effect.result(Stream.runCount(users.stream())))
      for (const does of [
        { kind: "worst" },
        { kind: "worst", extreme: true },
        { kind: "override", patch: [{ op: "replace", path: "/total_entries", value: 1_000_000 }] }
      ] as const) {
        yield* fault({ operations: ["*"], does })
        const outcome = yield* walked
        assert.include(["Success", "Failure"], outcome._tag)
        yield* noFaults
      }
    }).pipe(Effect.provide(strictSdk()))
  )
})
