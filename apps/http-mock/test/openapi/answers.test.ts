import { assert, layer } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Effect from "effect/Effect"

import { Emulator } from "../../src/library/Emulator.ts"
import { bodyName, operationsOf, served } from "../support/served.ts"
import { asAda, asUser, key, logIn, send } from "../support/wire.ts"
import type { Answer } from "../support/wire.ts"

/** The document with every object closed, so that a field it does not have is noticed. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== "object" || schema === null) return schema
  const fields = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]))
  return "properties" in schema ? { ...fields, additionalProperties: false } : fields
}

const checks = Effect.map(served, (document) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema({ components: closed(document.components) }, "document")
  const operations = new Map(operationsOf(document).map((operation) => [operation.operationId, operation]))
  /** The operation of a name, and what its answer has wrong by the document. */
  return (id: string) => {
    const operation = operations.get(id)
    if (operation === undefined) throw new Error(`the document has no ${id}`)
    const check = ({ json, status, text }: Answer) => {
      const documented = operation.responses[status]
      if (documented === undefined) return `${status} is not documented: ${text}`
      const name = bodyName(documented)
      if (name === undefined) return text === "" ? undefined : `a body where none is documented: ${text}`
      return ajv.validate({ $ref: `document#/components/schemas/${name}` }, json)
        ? undefined
        : `${ajv.errorsText()}: ${text}`
    }
    return { operation, check }
  }
})

interface Input {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: string
  readonly body?: unknown
}

const person = { name: "Dorothy Vaughan", email: "dorothy@example.com" }

/** What each operation is asked beside its examples, in an order in which all of them succeed. */
const inputs = (refresh: string, token: string): Readonly<Record<string, Input>> => ({
  Auth_anonymous: {},
  Auth_logIn: {},
  Auth_exchange: {},
  Auth_refresh: { body: { refresh_token: refresh } },
  Auth_enterprise: {},
  Auth_logInV1R1: {},
  Auth_fromUrl: {},
  Auth_personalAccessToken: {},
  Tokens_info: { query: `token=${token}` },
  Tokens_validate: { query: `token=${token}&permission_list=view_contacts&permission_list=view_account` },
  PersonalAccessTokens_list: {},
  PersonalAccessTokens_create: {},
  PersonalAccessTokens_read: { path: { id: 1 } },
  PersonalAccessTokens_remove: { path: { id: 1 } },
  Registration_register: {},
  Registration_confirm: { query: "confirmation_token=confirm-demo-new" },
  Registration_confirmNewEmail: { query: "confirmation_token=confirm-demo-grace" },
  Registration_registerV1R1: { body: { user_info: { ...person, password: "correct-horse", title: "Engineer" } } },
  Registration_resendConfirmation: { query: `email=${person.email}` },
  Registration_registerEnterprise: {},
  Calls_list: { query: "page_size=2&page=1&order=-timeCallStarted" },
  Calls_recent: {},
  Calls_read: {},
  Calls_annotate: {},
  Calls_eventStream: {},
  Calls_events: {},
  OnCallGroups_list: { query: "filter=name%3DHydraulics" },
  OnCallGroups_favorite: {},
  OnCallGroups_unfavorite: {},
  Invitations_personalRoom: {},
  Invitations_session: {},
  EnterpriseUsers_provision: { body: { name: "Ada Two", email: "ada.two@example.com" } },
  EnterpriseUsers_list: { query: "page_size=3" },
  EnterpriseUsers_update: {},
  EnterpriseUsers_remove: {},
  Pods_list: {}
})

layer(Emulator.layerServer({ port: 0 }))("answers by the document", (it) => {
  it.effect("have the body of their status when every operation succeeds, by its own examples", () =>
    Effect.gen(function* () {
      const byName = yield* checks
      const { refresh, token } = yield* logIn()
      const all = inputs(refresh, token)
      assert.sameMembers(
        Object.keys(all),
        operationsOf(yield* served).map(({ operationId }) => operationId)
      )
      for (const [id, { body, path: given = {}, query }] of Object.entries(all)) {
        const { check, operation } = byName(id)
        const path = operation.parameters.reduce(
          (path, { example, name }) => path.replace(`{${name}}`, String(given[name] ?? example)),
          operation.path
        )
        const answer = yield* send(operation.method, `/api${path}${query === undefined ? "" : `?${query}`}`, {
          headers: yield* asAda,
          ...(operation.requestBody && {
            body: body ?? operation.requestBody.content?.["application/json"].example
          })
        })
        assert.deepStrictEqual([answer.status, check(answer)], [200, undefined], id)
      }
    })
  )

  it.effect("have the body of their status when they refuse", () =>
    Effect.gen(function* () {
      const byName = yield* checks
      const grace = asUser((yield* logIn("linus")).token)
      for (const operation of operationsOf(yield* served)) {
        const path = `/api${operation.path.replaceAll(/\{\w+\}/g, "nothing")}`
        const sent = operation.requestBody && { body: { user_info: 1 } }
        for (const headers of [{}, key, asUser("nonsense"), grace]) {
          const answer = yield* send(operation.method, path, { headers, ...sent })
          assert.isUndefined(byName(operation.operationId).check(answer), `${operation.operationId} ${answer.status}`)
        }
      }
      const others = yield* send("GET", "/api/v1/calls/call_00000000-0000-4000-8000-000000000002", { headers: grace })
      assert.deepStrictEqual([others.status, byName("Calls_read").check(others)], [403, undefined])
    })
  )

  it.effect("have the body of their status when the token has expired", () =>
    Effect.gen(function* () {
      const byName = yield* checks
      const ada = yield* asAda
      yield* (yield* Emulator).advance("31 days")
      for (const [id, method, path] of [
        ["Calls_list", "GET", "/v1/calls"],
        ["OnCallGroups_list", "GET", "/v1/on_call_groups"],
        ["Pods_list", "GET", "/v1r1/enterprise/pods"]
      ] as const) {
        const answer = yield* send(method, `/api${path}`, { headers: ada })
        assert.isUndefined(byName(id).check(answer), id)
        assert.match(answer.text, /Token expired|1003/)
      }
    })
  )
})
