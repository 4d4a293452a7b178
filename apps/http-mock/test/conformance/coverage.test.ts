import { readFileSync } from "node:fs"
import { join } from "node:path"

import { assert, it } from "@effect/vitest"
import type { OperationId } from "@remote-assist/core/Contract"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { operationIds, operations } from "./support/Operations.ts"
import type { Operation } from "./support/Operations.ts"

// written by hand, without the contract; only the compiler compares the ids
const ids: ReadonlyArray<OperationId> = operationIds
const listed: { readonly [Id in OperationId]: Operation } = operations

const groups = new Set(ids.map((id) => id.split(".")[0]))

it("the operations have different sections, methods and paths", () => {
  assert.strictEqual(new Set(Object.values(listed).map(({ section }) => section)).size, ids.length)
  assert.strictEqual(new Set(Object.values(listed).map(({ method, path }) => `${method} ${path}`)).size, ids.length)
})

it("each group has a file with a test or a reason for each documented status", () => {
  for (const group of groups)
    assert.include(readFileSync(join(import.meta.dirname, `${group}.test.ts`), "utf8"), `group("${group}", {`)
})

it.live("the emulator serves exactly these operations", () =>
  Effect.gen(function* () {
    const { origin } = new URL((yield* Emulator).baseUrl.us)
    const { paths } = yield* Effect.promise(
      async (): Promise<{ readonly paths: Readonly<Record<string, object>> }> =>
        (await fetch(`${origin}/__mock/openapi.json`)).json() as Promise<{ paths: Record<string, object> }>
    )
    assert.sameMembers(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/^\/api/, "")}`)
      ),
      Object.values(listed).map(({ method, path }) => `${method} ${path}`)
    )
  }).pipe(Effect.provide(Emulator.layerServer({ port: 0 })))
)
