import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { assert, describe, it, layer } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

import { Control } from "../../src/library/Control.ts"
import { Emulator } from "../../src/library/Emulator.ts"
import { clientKindHeader } from "../../src/tenants/Evidence.ts"
import { FileContent } from "../../src/tenants/Evidence.ts"
import { documentedStatuses } from "../conformance/support/Operations.ts"
import { controlled } from "../support/control.ts"
import { asAda, key, logIn, send } from "../support/wire.ts"

const users = "/api/v1r1/enterprise/users"

layer(controlled())("the evidence of an emulator", (it) => {
  it.effect("has every documented status with the clients that received it", () =>
    Effect.gen(function* () {
      const { evidence } = yield* Control
      const marks = (operation: string, status: number) =>
        Effect.map(evidence.read(), ({ documented }) => {
          const row = documented.find((row) => row.operation === operation && row.status === status)
          return [row?.served, row?.injected, row?.drivers]
        })
      const { documented } = yield* evidence.read()
      assert.sameMembers(
        documented.map(({ operation, status }) => `${operation} ${status}`),
        [...documentedStatuses]
      )
      assert.deepStrictEqual(yield* marks("EnterpriseUsers.list", 400), [false, false, []])
      yield* send("GET", users)
      assert.deepStrictEqual(yield* marks("EnterpriseUsers.list", 400), [true, false, ["raw"]])
      yield* send("GET", users, { headers: { ...(yield* asAda), [clientKindHeader]: "sdk" } })
      assert.deepStrictEqual(yield* marks("EnterpriseUsers.list", 200), [true, false, ["sdk"]])
    })
  )

  it.effect("separates the answers of faults from those of the service, and lists undocumented statuses", () =>
    Effect.gen(function* () {
      const { evidence, faults } = yield* Control
      yield* faults.make({ payload: { operations: ["Pods.list"], does: { kind: "status", status: 503 } } })
      yield* send("GET", "/api/v1r1/enterprise/pods", { headers: yield* asAda })
      const { undocumented } = yield* evidence.read()
      assert.deepStrictEqual(undocumented, [
        { operation: "Pods.list", status: 503, served: false, injected: true, drivers: ["raw"] }
      ])
    })
  )

  it.effect("omits answers that a fault suppressed, and counts delayed ones as the service's", () =>
    Effect.gen(function* () {
      const { evidence, faults } = yield* Control
      const operations = ["OnCallGroups.list"] as const
      const listed = (headers: Record<string, string>) =>
        Effect.exit(send("GET", "/api/v1/on_call_groups", { headers }))
      const seen = Effect.map(evidence.read(), ({ documented, undocumented }) =>
        [...documented, ...undocumented].filter(
          ({ drivers, operation }) => operation === operations[0] && drivers.length > 0
        )
      )
      const headers = yield* asAda
      yield* faults.make({ payload: { operations, does: { kind: "reset" } } })
      yield* listed(headers)
      assert.deepStrictEqual(yield* seen, [])
      yield* faults.clear()
      yield* faults.make({ payload: { operations, latency: { fixed: 0 } } })
      yield* listed(headers)
      assert.deepStrictEqual(yield* seen, [
        { operation: operations[0], status: 200, served: true, injected: false, drivers: ["raw"] }
      ])
      yield* faults.clear()
    })
  )

  it.effect("distinguishes twenty kinds of clients, and counts further ones as raw", () =>
    Effect.gen(function* () {
      const { evidence } = yield* Control
      const kinds = Array.from({ length: 25 }, (_, at) => `kind-${at}`)
      for (const kind of kinds) yield* send("GET", users, { headers: { [clientKindHeader]: kind } })
      const { documented } = yield* evidence.read()
      const drivers = new Set(documented.flatMap(({ drivers }) => drivers))
      assert.isTrue(drivers.has("kind-0"))
      assert.isFalse(drivers.has("kind-24"))
      assert.isAtMost(drivers.size, 21)
    })
  )

  it.effect("lists the fields that no handler reads", () =>
    Effect.gen(function* () {
      const { evidence } = yield* Control
      const user_info = { email: "a@example.com", name: "A", password: "x", phone: "1" }
      yield* send("POST", "/api/v1/register", { body: { user_info, source: "test" } })
      yield* send("GET", `${users}?pages=2`, { headers: yield* asAda })
      const { unread } = yield* evidence.read()
      assert.deepStrictEqual(
        unread.map(({ field, in: place, operation, requests }) => [operation, place, field, requests]),
        [
          ["Registration.register", "body", "user_info.phone", 1],
          ["Registration.register", "body", "source", 1],
          ["EnterpriseUsers.list", "query", "pages", 1]
        ]
      )
    })
  )
})

describe("REMOTE_ASSIST_MOCK_EVIDENCE", () => {
  it.live("names the directory to which each emulator writes its evidence when it ends", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.promise(() => mkdtemp(join(tmpdir(), "evidence-"))),
        (path) => Effect.promise(() => rm(path, { recursive: true }))
      )
      const directory = join(folder, "new")
      const session = Effect.andThen(logIn(), send("POST", "/api/v1r1/auth", { headers: key, body: {} })).pipe(
        Effect.provide(
          Layer.provide(
            Emulator.layerServer({ port: 0 }),
            ConfigProvider.layer(ConfigProvider.fromUnknown({ REMOTE_ASSIST_MOCK_EVIDENCE: directory }))
          )
        )
      )
      yield* Effect.all([session, session])
      const files = yield* Effect.promise(() => readdir(directory))
      assert.lengthOf(files, 2)
      const text = yield* Effect.promise(() => readFile(join(directory, files[0] ?? ""), "utf8"))
      const seen = yield* Schema.decodeEffect(FileContent)(text)
      assert.deepStrictEqual(
        seen.map(({ operation, status }) => [operation, status]),
        [
          ["Auth.logInV1R1", 200],
          ["Auth.logInV1R1", 400]
        ]
      )
    })
  )
})
