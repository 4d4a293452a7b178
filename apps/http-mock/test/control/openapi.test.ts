import { assert, layer } from "@effect/vitest"
import { Validator } from "@seriousme/openapi-schema-validator"
import * as Effect from "effect/Effect"

import { ControlApi } from "../../src/library/Control.ts"
import { Emulator } from "../../src/library/Emulator.ts"
import { originOf } from "../support/control.ts"

layer(Emulator.layerServer({ port: 0 }))("the OpenAPI document of the control plane", (it) => {
  it.effect("is valid and contains every endpoint", () =>
    Effect.gen(function* () {
      const origin = yield* originOf
      const document: any = yield* Effect.promise(async () => (await fetch(`${origin}/__mock/control.json`)).json())
      const validator = new Validator()
      assert.deepStrictEqual(yield* Effect.promise(() => validator.validate({ ...document })), { valid: true })
      assert.strictEqual(validator.version, "3.1")
      const lines = Object.entries<Record<string, unknown>>(document.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`)
      )
      const endpoints = Object.values(ControlApi.groups).flatMap((group) =>
        Object.values(group.endpoints).map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`)
      )
      assert.deepStrictEqual(lines.toSorted(), endpoints.toSorted())
    })
  )

  it.effect("describes the fields of each body", () =>
    Effect.gen(function* () {
      const origin = yield* originOf
      const document: any = yield* Effect.promise(async () => (await fetch(`${origin}/__mock/control.json`)).json())
      const unsaid = Object.entries<Record<string, any>>(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods)
          .filter(([, { requestBody }]) => {
            const schema = requestBody?.content["application/json"].schema
            return schema !== undefined && Object.keys(schema).length === 0
          })
          .map(([method]) => `${method.toUpperCase()} ${path}`)
      )
      assert.deepStrictEqual(unsaid, [])
      const { schema } = document.paths["/__mock/faults"].post.requestBody.content["application/json"]
      assert.deepStrictEqual(schema, { $ref: "#/components/schemas/Fault" })
    })
  )
})
