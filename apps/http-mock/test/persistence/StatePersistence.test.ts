import { readdir, writeFile } from "node:fs/promises"
import { hostname } from "node:os"
import { dirname, join } from "node:path"

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"

import { Control } from "../../src/library/Control.ts"
import { Emulator } from "../../src/library/Emulator.ts"
import { withDefaults } from "../../src/library/Emulator.ts"
import * as StatePersistence from "../../src/persistence/StatePersistence.ts"
import * as Tenants from "../../src/tenants/Tenants.ts"
import { controlOf } from "../support/control.ts"
import { at, textAt } from "../support/json.ts"
import { create, fileIn, run } from "../support/stateFile.ts"
import { emailsIn } from "../support/storedState.ts"
import { asAda, asUser, key, logIn, send } from "../support/wire.ts"

const users = "/api/v1r1/enterprise/users"

describe("a state file", () => {
  it.effect("restores every tenant after a restart, with tokens, clock and options", () =>
    Effect.gen(function* () {
      const state = yield* fileIn
      const { frozen, token } = yield* run(
        state,
        Effect.gen(function* () {
          const { clock, gaps } = yield* Control
          const { token } = yield* logIn()
          const { now } = yield* clock.change({ payload: { scale: 0 } })
          yield* gaps.choose({ params: { id: "users.own-account" }, payload: { choice: "refused" } })
          yield* create("kept@example.org", asUser(token))
          yield* send("POST", "/api/v1/register/confirm?confirmation_token=confirm-demo-new", {
            headers: { ...key, "x-mock-tenant": "other" },
            region: "eu"
          })
          return { frozen: now, token }
        })
      )
      yield* run(
        state,
        Effect.gen(function* () {
          const { clock, gaps, state } = yield* Control
          const { json } = yield* send("GET", `${users}?filter=email%3Dkept%40example.org`, { headers: asUser(token) })
          assert.strictEqual(at(json, "total_entries"), 1)
          assert.deepStrictEqual((yield* clock.read()).now, frozen)
          assert.strictEqual((yield* gaps.read({ params: { id: "users.own-account" } })).choice, "refused")
          assert.strictEqual((yield* Effect.flip(state.undo({ payload: {} })))._tag, "NotFoundProblem")
          const other = yield* Effect.provide(Control, controlOf("other"))
          const { eu } = yield* other.state.diff({ query: { from: "initial" } })
          assert.isNotEmpty(eu)
        })
      )
    })
  )

  it.effect("stores dropped tenants: their tokens are invalid in a new tenant of the same name", () =>
    Effect.gen(function* () {
      const state = yield* fileIn
      const inOther = { ...key, "x-mock-tenant": "other" }
      const logInThere = (email: string) =>
        send("POST", "/api/v1r1/auth", { headers: inOther, body: { email, password: "correct-horse" } })
      const createUser = (email: string) =>
        Effect.gen(function* () {
          const authorization = textAt((yield* logInThere("ada")).json, "token")
          yield* create(email, { ...inOther, authorization })
          return textAt((yield* logInThere(email)).json, "token")
        })
      const whose = (authorization: string) =>
        Effect.map(send("GET", "/api/v1/token/validate", { headers: { ...inOther, authorization } }), ({ json }) =>
          at(json, "id")
        )
      const dropped = yield* run(
        state,
        Effect.gen(function* () {
          const token = yield* createUser("one@example.org")
          assert.strictEqual(yield* whose(token), "105")
          const { tenants } = yield* Control
          yield* tenants.drop({ params: { name: "other" } })
          return token
        })
      )
      for (const email of ["two@example.org", "three@example.org"])
        yield* run(
          state,
          Effect.gen(function* () {
            const { tenants } = yield* Control
            const token = yield* createUser(email)
            assert.strictEqual(yield* whose(token), "105")
            assert.isUndefined(yield* whose(dropped))
            yield* tenants.drop({ params: { name: "other" } })
          })
        )
    })
  )

  it.effect("has a change before its answer, for concurrent changes too, and leaves no other files", () =>
    Effect.gen(function* () {
      const state = yield* fileIn
      const dead = { id: "4194304-0-a", number: 1, pid: 4_194_304, host: hostname() }
      yield* Effect.promise(() => writeFile(`${state}.lock`, JSON.stringify(dead)))
      yield* Effect.promise(() => writeFile(`${state}.lock.${dead.id}.draft`, "left by one that was killed"))
      yield* run(
        state,
        Effect.gen(function* () {
          const headers = yield* asAda
          yield* Effect.forEach(
            Array.from({ length: 60 }, (_, index) => `u${index}@example.org`),
            (email) =>
              Effect.gen(function* () {
                assert.strictEqual((yield* create(email, headers)).status, 200)
                assert.include(yield* emailsIn(state), email)
              }),
            { concurrency: 20 }
          )
          assert.deepStrictEqual(yield* Effect.promise(() => readdir(join(state, ".."))), [
            "state.json",
            "state.json.lock",
            "state.json.log"
          ])
        })
      )
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(join(state, ".."))), ["state.json"])
    })
  )

  it.effect("is not written by an emulator whose port is taken", () =>
    Effect.gen(function* () {
      const state = yield* fileIn
      const { baseUrl } = yield* Emulator
      const port = Number(new URL(baseUrl.us).port)
      const refused = yield* Effect.flip(
        Effect.provide(Emulator, Emulator.layerServer({ port, state }), { local: true })
      )
      assert.strictEqual(refused._tag, "CannotListen")
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(dirname(state))), [])
    }).pipe(Effect.provide(Emulator.layerServer({ port: 0 })))
  )

  it.effect("is written once for all changes during a write", () =>
    Effect.gen(function* () {
      const state = yield* fileIn
      const files = yield* FileSystem.FileSystem
      let opened = 0
      const counting = FileSystem.FileSystem.of({
        ...files,
        open: (path, options) => {
          if (path.includes(".log")) opened++
          return files.open(path, options)
        }
      })
      const { attach, save } = yield* Effect.provideService(
        StatePersistence.make(state),
        FileSystem.FileSystem,
        counting
      )
      const tenants = yield* Tenants.make({ ...withDefaults({}), idle: Duration.minutes(30), save })
      yield* yield* attach(tenants)
      const change = Effect.suspend(() => {
        tenants.get("default").clock.change({ advance: 1 })
        return save
      })
      yield* Effect.forEach(Array.from({ length: 100 }), () => change, { concurrency: "unbounded" })
      assert.isAtMost(opened, 2)
      const before = opened
      yield* change
      yield* change
      assert.strictEqual(opened, before + 2)
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("has the pending changes at the end of the emulator, and rejects later ones", () =>
    Effect.gen(function* () {
      const { attach, save } = yield* StatePersistence.makeNode(yield* fileIn)
      const saving = yield* Effect.scoped(
        Effect.gen(function* () {
          const tenants = yield* Tenants.make({ ...withDefaults({}), idle: Duration.minutes(30), save })
          yield* yield* attach(tenants)
          return yield* Effect.forEach([0, 1, 2], () => Effect.forkDetach(save, { startImmediately: true }))
        })
      )
      yield* Fiber.joinAll(saving)
      assert.include(String(Cause.squash(yield* Effect.flip(Effect.sandbox(save)))), "the emulator has ended")
    })
  )
})
