import { assert, describe, it } from "@effect/vitest"

import { operationOf, operations } from "../../src/wire/routes.ts"

describe("operationOf", () => {
  it("names the operation of a method and a path", () => {
    assert.strictEqual(operationOf("POST", "/api/v1r1/auth"), "Auth.logInV1R1")
    assert.strictEqual(operationOf("GET", "/api/v1/calls/recent"), "Calls.recent")
    assert.strictEqual(operationOf("GET", "/api/v1/calls/call_1"), "Calls.read")
    assert.strictEqual(operationOf("GET", "/api/v1/calls/call_1/events"), "Calls.events")
    assert.strictEqual(operationOf("DELETE", "/api/v1r1/enterprise/users/101"), "EnterpriseUsers.remove")
  })

  it("names none for another method or path", () => {
    assert.isUndefined(operationOf("PATCH", "/api/v1r1/auth"))
    assert.isUndefined(operationOf("GET", "/v1/calls"))
  })

  it("names one of 36", () => {
    assert.lengthOf(new Set(operations), 36)
  })
})
