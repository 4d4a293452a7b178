import { assert, layer } from "@effect/vitest"
import type { OperationId } from "@remote-assist/core/Contract"
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
      if (name === undefined) return text === "" ? undefined : `an undocumented body: ${text}`
      return ajv.validate({ $ref: `document#/components/schemas/${name}` }, json)
        ? undefined
        : `${ajv.errorsText()}: ${text}`
    }
    return { operation, check }
  }
})

/** The names of the fields that are null in a value. */
const nullsIn = (value: unknown): ReadonlyArray<string> =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, one]) => (one === null ? [name] : nullsIn(one)))
    : []

/** The names of the fields that may be null by a schema. */
const nullableIn = (schemas: object) => {
  const names = new Set<string>()
  const look = (schema: any): void => {
    if (typeof schema !== "object" || schema === null) return
    for (const [name, field] of Object.entries<any>(schema.properties ?? {}))
      if (field.anyOf?.some(({ type }: { readonly type?: string }) => type === "null")) names.add(name)
    Object.values(schema).forEach(look)
  }
  look(schemas)
  return [...names].toSorted()
}

interface Input {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: string
  readonly body?: unknown
}

const person = { name: "Dorothy Vaughan", email: "dorothy@example.com" }

/** What each operation is asked beside its examples, in an order in which all of them succeed. */
const inputs = (refresh: string, token: string): { readonly [Id in OperationId]: Input } => ({
  "Auth.anonymous": {},
  "Auth.logIn": {},
  "Auth.exchange": {},
  "Auth.refresh": { body: { refresh_token: refresh } },
  "Auth.enterprise": {},
  "Auth.logInV1R1": {},
  "Auth.fromUrl": {},
  "Auth.personalAccessToken": {},
  "Tokens.info": { query: `token=${token}` },
  "Tokens.validate": { query: `token=${token}&permission_list=view_contacts&permission_list=view_account` },
  "PersonalAccessTokens.list": {},
  "PersonalAccessTokens.create": {},
  "PersonalAccessTokens.read": { path: { id: 1 } },
  "PersonalAccessTokens.remove": { path: { id: 1 } },
  "Registration.register": {},
  "Registration.confirm": { query: "confirmation_token=confirm-demo-new" },
  "Registration.confirmNewEmail": { query: "confirmation_token=confirm-demo-grace" },
  "Registration.registerV1R1": { body: { user_info: { ...person, password: "correct-horse", title: "Engineer" } } },
  "Registration.resendConfirmation": { query: `email=${person.email}` },
  "Registration.registerEnterprise": {},
  "Calls.list": { query: "page_size=2&page=1&order=-timeCallStarted" },
  "Calls.recent": {},
  "Calls.read": {},
  "Calls.annotate": {},
  "Calls.eventStream": {},
  "Calls.events": {},
  "OnCallGroups.list": { query: "filter=name%3DHydraulics" },
  "OnCallGroups.favorite": {},
  "OnCallGroups.unfavorite": {},
  "Invitations.personalRoom": {},
  "Invitations.session": {},
  "EnterpriseUsers.provision": { body: { name: "Ada Two", email: "ada.two@example.com" } },
  "EnterpriseUsers.list": { query: "page_size=3" },
  "EnterpriseUsers.update": {},
  "EnterpriseUsers.remove": {},
  "Pods.list": {}
})

layer(Emulator.layerServer({ port: 0 }))("answers by the document", (it) => {
  it.effect("have the documented body if an operation succeeds, and null only in documented fields", () =>
    Effect.gen(function* () {
      const byName = yield* checks
      const sent = new Set<string>()
      const { refresh, token } = yield* logIn()
      for (const [id, { body, path: given = {}, query }] of Object.entries<Input>(inputs(refresh, token))) {
        const { check, operation } = byName(id.replace(".", "_"))
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
        for (const name of nullsIn(answer.json)) sent.add(name)
      }
      assert.deepStrictEqual([...sent].toSorted(), nullableIn((yield* served).components.schemas))
    })
  )

  it.effect("have the documented body of errors", () =>
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
})
