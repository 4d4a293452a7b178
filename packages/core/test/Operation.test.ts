import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { AuthGroup } from "../src/Auth.ts"
import { CallsGroup } from "../src/Calls.ts"
import * as Endpoint from "../src/Endpoint.ts"
import { EnterpriseUsersGroup } from "../src/EnterpriseUsers.ts"
import * as Operation from "../src/Operation.ts"

const operations = new Map(
  [
    ...Operation.fromGroup(AuthGroup),
    ...Operation.fromGroup(CallsGroup),
    ...Operation.fromGroup(EnterpriseUsersGroup)
  ].map((operation) => [operation.id, operation])
)

const operation = (id: string) => operations.get(id) ?? assert.fail(`there is no ${id}`)

describe("an operation", () => {
  it("has schemas that need no services: they read and write on the spot", () => {
    const { errors, params } = operation("EnterpriseUsers.update")
    assert(params !== undefined)
    const decoded: unknown = Schema.decodeUnknownSync(params)({ user_id: "7" })
    assert.deepStrictEqual(Schema.encodeUnknownSync(params)(decoded), { user_id: "7" })
    for (const [error] of errors.values()) assert.isFalse(Schema.is(error)({}))
  })

  it("is what its endpoint says", () => {
    const { endpoint, group, id, method, name, path, retry, takesUserToken, version } =
      operation("EnterpriseUsers.update")
    assert.deepStrictEqual(
      { group, id, method, name, path, retry, takesUserToken, version },
      {
        group: "EnterpriseUsers",
        id: "EnterpriseUsers.update",
        method: "PUT",
        name: "update",
        path: "/v1r1/enterprise/users/:user_id",
        retry: "idempotent",
        takesUserToken: true,
        version: "v1r1"
      }
    )
    assert.strictEqual(endpoint, EnterpriseUsersGroup.endpoints.update)
  })

  it.each([
    ["Auth.logIn", "v1", "unsafe", false],
    ["Auth.logInV1R1", "v1r1", "unsafe", false],
    ["Calls.read", "v1", "safe", true],
    ["Calls.recent", "v1", "safe", true]
  ] as const)("%s is of %s, %s to repeat, and takes a user token: %s", (id, version, retry, takesUserToken) =>
    assert.deepInclude(operation(id), { version, retry, takesUserToken })
  )

  it.each<readonly [string, Readonly<Record<number, ReadonlyArray<Operation.ErrorForm>>>, boolean]>([
    ["Auth.logIn", { 401: ["errorV1"], 500: ["errorV1"] }, false],
    ["Auth.logInV1R1", { 400: ["errorV1R1"] }, false],
    ["Calls.list", { 401: ["errorText", "errorV1"], 500: ["errorV1"] }, true],
    ["Calls.recent", { 401: ["errorV1", "errorText"], 500: ["errorV1"] }, false],
    ["Calls.read", { 401: ["errorText", "errorV1"], 403: ["errorText"], 500: ["errorV1"] }, true],
    ["Calls.annotate", { 401: ["errorV1", "errorText"], 500: ["errorV1"] }, false],
    ["EnterpriseUsers.list", { 400: ["errorV1R1"] }, false]
  ])("%s has the errors %j, its own form first", (id, forms, answersText) => {
    const { errorForms, statuses } = operation(id)
    assert.deepStrictEqual(Object.fromEntries(errorForms), forms)
    assert.deepStrictEqual(statuses, [200, ...Object.keys(forms).map(Number)])
    assert.strictEqual(operation(id).answersText, answersText)
  })

  it("has the schemas of its answers by status", () => {
    const { errors, successes } = operation("Calls.read")
    assert.deepStrictEqual([...successes.keys()], [200])
    assert.deepStrictEqual(
      [...errors].map(([status, schemas]) => [status, schemas.length]),
      [
        [401, 2],
        [403, 1],
        [500, 1]
      ]
    )
    assert.deepStrictEqual([...operation("EnterpriseUsers.remove").successes.keys()], [200, 204])
  })

  it("has no error in a form of its own", () => {
    const other = Schema.Struct({ reason: Schema.String })
    const group = Endpoint.group("Other", {
      one: Endpoint.get("/v1/one", { success: Schema.String, errors: { 500: [other] } })
    })
    const [operation] = Operation.fromGroup(group)
    assert.throws(() => operation?.errorForms, "Other.one has an error with an unknown form. Use one of errorV1")
  })
})
