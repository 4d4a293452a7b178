import { assert, layer } from "@effect/vitest"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import * as Contract from "@remote-assist/core/Contract"
import { Validator } from "@seriousme/openapi-schema-validator"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Emulator } from "../../src/library/Emulator.ts"
import { columnOf, isOpen } from "../conformance/support/columns.ts"
import { operationIds, operations } from "../conformance/support/Operations.ts"
import { ask, bodyName, documentIn, operationsOf, origin, served } from "../support/served.ts"

layer(Emulator.layerServer({ port: 0 }))("the OpenAPI document", (it) => {
  it.effect("is valid OpenAPI 3.1", () =>
    Effect.gen(function* () {
      const document = yield* served
      const validator = new Validator()
      assert.deepStrictEqual(yield* Effect.promise(() => validator.validate({ ...document })), { valid: true })
      assert.strictEqual(validator.version, "3.1")
    })
  )

  it.effect("passes the strict rules of a linter", () =>
    Effect.gen(function* () {
      const source = yield* Effect.flatMap(ask("/__mock/openapi.json"), (response) =>
        Effect.promise(() => response.text())
      )
      const problems = yield* Effect.promise(async () =>
        lintFromString({
          source,
          absoluteRef: "openapi.json",
          config: await createConfig({ extends: ["recommended-strict"] })
        })
      )
      assert.deepStrictEqual(
        problems.map(({ location, message }) => `${message} ${location[0]?.pointer}`),
        []
      )
    })
  )

  it.effect("has the items of arrays", () =>
    Effect.gen(function* () {
      const bare: Array<string> = []
      const look = (place: string, schema: any) => {
        if (typeof schema !== "object" || schema === null) return
        if (schema.type === "array" && schema.items === undefined) bare.push(place)
        for (const [name, one] of Object.entries(schema)) look(`${place}/${name}`, one)
      }
      look("", (yield* served).components.schemas)
      assert.deepStrictEqual(bare, [])
    })
  )

  it.effect("is available as OpenAPI 3.0, with the same operations", () =>
    Effect.gen(function* () {
      const text = yield* Effect.flatMap(ask("/__mock/openapi.json?version=3.0"), (response) =>
        Effect.promise(() => response.text())
      )
      const document = JSON.parse(text)
      const validator = new Validator()
      assert.deepStrictEqual(yield* Effect.promise(() => validator.validate({ ...document })), { valid: true })
      assert.deepStrictEqual([document.openapi, validator.version], ["3.0.3", "3.0"])
      const problems = yield* Effect.promise(async () =>
        lintFromString({ source: text, absoluteRef: "openapi.json", config: await createConfig({ extends: ["spec"] }) })
      )
      assert.deepStrictEqual(
        problems.map(({ location, message }) => `${message} ${location[0]?.pointer}`),
        []
      )
      assert.notInclude(text, '"null"')
      assert.deepStrictEqual(document.components.schemas.EnterpriseUser.properties.avatar.anyOf[1].properties.thumb, {
        type: "string",
        nullable: true
      })
      assert.deepStrictEqual(operationsOf(document), operationsOf(yield* served))
      assert.deepStrictEqual(Object.keys(document.components.schemas), Object.keys((yield* served).components.schemas))
    })
  )

  it.effect("is rejected in another version, with the known versions", () =>
    Effect.gen(function* () {
      const versioned = yield* ask("/__mock/openapi.json?version=3.1")
      assert.deepStrictEqual(yield* Effect.promise(() => documentIn(versioned)), yield* served)
      for (const version of ["2.0", "3.0.3", "", "toString"]) {
        const answer = yield* ask(`/__mock/openapi.json?version=${version}`)
        assert.deepStrictEqual([answer.status, answer.headers.get("content-type")], [400, "application/problem+json"])
        const { detail } = yield* Effect.promise((): Promise<any> => answer.json())
        assert.strictEqual(detail, `Unknown version ${version} of the document. Use version=3.1 or version=3.0.`)
      }
    })
  )

  it.effect("has exactly the operations and statuses of the interface", () =>
    Effect.gen(function* () {
      assert.sameMembers(
        operationsOf(yield* served).flatMap(({ method, operationId, path, responses }) =>
          Object.keys(responses).map((status) => `${operationId} ${method} ${path} ${status}`)
        ),
        operationIds.flatMap((id) => {
          const { answers, method, path } = operations[id]
          return Object.keys(answers).map((status) => `${id.replace(".", "_")} ${method} ${path} ${status}`)
        })
      )
    })
  )

  it.effect("describes every operation, parameter and status", () =>
    Effect.gen(function* () {
      for (const { operationId, parameters, responses, summary } of operationsOf(yield* served)) {
        assert.isAbove(summary.length, 3, operationId)
        assert.notInclude(summary, "_", operationId)
        for (const parameter of parameters)
          assert.property(parameter, "description", `${operationId} ${parameter.name}`)
        for (const [status, { description }] of Object.entries(responses))
          assert.match(description, /^[A-Z`].{8,}\.$/s, `${operationId} ${status}`)
      }
    })
  )

  it.effect("has integers where the contract has them", () =>
    Effect.gen(function* () {
      const fieldsOf = (schema: any): Readonly<Record<string, Schema.Top>> => schema?.fields ?? {}
      const isInteger = (schema: any) => Schema.is(schema)(1) && !Schema.is(schema)(1.5)
      const integers = Contract.operations.flatMap(({ endpoint: { params, query }, id }) =>
        Object.entries({ ...fieldsOf(params), ...fieldsOf(query) })
          .filter(([, schema]) => isInteger(schema))
          .map(([name, schema]: any) => [`${id.replace(".", "_")} ${name}`, Schema.is(schema)(0) ? undefined : 1])
      )
      assert.deepInclude(integers, ["PersonalAccessTokens_remove id", undefined])
      assert.deepInclude(integers, ["Pods_list page", 1])
      const types = operationsOf(yield* served).flatMap(({ operationId, parameters }) =>
        parameters.map(({ name, schema: { minimum, type } }) => [`${operationId} ${name}`, type, minimum] as const)
      )
      assert.sameDeepMembers(
        types.filter(([, type]) => type === "integer").map(([name, , minimum]) => [name, minimum]),
        integers
      )
    })
  )

  it.effect("names every body, and has no generated names", () =>
    Effect.gen(function* () {
      const document = yield* served
      const names = new Set(Object.keys(document.components.schemas))
      const bodies = operationsOf(document).flatMap(({ operationId, requestBody, responses }) =>
        [requestBody, ...Object.values(responses)].flatMap((body) =>
          body?.content === undefined ? [] : [[operationId, bodyName(body)] as const]
        )
      )
      for (const [operationId, name] of bodies) assert.isTrue(name !== undefined && names.has(name), operationId)
      for (const name of names) assert.match(name, /^[A-Z][A-Za-z0-9]*$/)
      assert.notMatch(JSON.stringify(document), /Encoded"|9007199254740991|"additionalProperties":false|_\d+"/)
    })
  )

  it.effect("names the error form of each status", () =>
    Effect.gen(function* () {
      for (const { operationId, path, responses, security } of operationsOf(yield* served)) {
        const errors = Object.entries(responses).flatMap(([status, body]) =>
          status === "200" ? [] : [`${status} ${bodyName(body)}`]
        )
        const withToken = security.every((schemes) => "userToken" in schemes)
        const v1 = [`401 ${withToken ? "ErrorV1OrErrorText" : "ErrorV1"}`, "500 ErrorV1"]
        const ofCall = /^Calls_(?:read|events|eventStream)$/.test(operationId)
        const expected = path.startsWith("/v1r1/") ? ["400 ErrorV1R1"] : ofCall ? [...v1, "403 ErrorText"] : v1
        assert.sameMembers(errors, expected, operationId)
      }
    })
  )

  it.effect("has the base addresses at the origin of the request", () =>
    Effect.gen(function* () {
      const own = yield* origin
      const { servers } = yield* served
      assert.deepStrictEqual(
        servers.map(({ url }) => url),
        [`${own}/us/api`, `${own}/eu/api`]
      )
      const other = own.replace("127.0.0.1", "localhost")
      const there = yield* Effect.promise(() => fetch(`${other}/__mock/openapi.json`).then(documentIn))
      assert.strictEqual(there.servers[0]?.url, `${other}/us/api`)
    })
  )
})

layer(Emulator.layerServer({ port: 0, apiKeyHeader: "X-Other-Key" }))("the security of the document", (it) => {
  it.effect("names the header of the API key, and that of the user token", () =>
    Effect.gen(function* () {
      const { apiKey, userToken } = (yield* served).components.securitySchemes
      assert.include(apiKey, { type: "apiKey", in: "header", name: "X-Other-Key" })
      assert.include(userToken, { type: "apiKey", in: "header", name: "authorization" })
    })
  )

  it.effect("requires the user token for operations that need one", () =>
    Effect.gen(function* () {
      const security = new Map(operationsOf(yield* served).map(({ operationId, security }) => [operationId, security]))
      for (const id of operationIds) {
        const withToken = isOpen(id) ? [] : ["apiKey userToken"]
        const withoutToken = isOpen(id) || columnOf[id] === "of a token" ? ["apiKey"] : []
        assert.deepStrictEqual(
          security.get(id.replace(".", "_"))?.map((schemes) => Object.keys(schemes).join(" ")),
          [...withoutToken, ...withToken],
          id
        )
      }
    })
  )
})
