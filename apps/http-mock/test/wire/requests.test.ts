import { assert, describe, it } from "@effect/vitest"

import { intendedOperation, noOperationMessage } from "../../src/wire/request.ts"

const idFor = (method: string, path: string) => intendedOperation(method, path)?.id

describe("intendedOperation", () => {
  it("finds the operation of a method and a path", () => {
    assert.strictEqual(idFor("POST", "/api/v1r1/auth"), "Auth.logInV1R1")
    assert.strictEqual(idFor("GET", "/api/v1/calls/recent"), "Calls.recent")
    assert.strictEqual(idFor("GET", "/api/v1/calls/call_1"), "Calls.read")
    assert.strictEqual(idFor("GET", "/api/v1/calls/call_1/events"), "Calls.events")
    assert.strictEqual(idFor("DELETE", "/api/v1r1/enterprise/users/101"), "EnterpriseUsers.remove")
  })

  it("finds it if the path is percent-encoded", () => {
    assert.strictEqual(idFor("GET", "/api/v1/%63alls/call%5F1"), "Calls.read")
  })

  it("finds it if an id is too long or cannot be decoded", () => {
    assert.strictEqual(idFor("GET", `/api/v1/calls/${"x".repeat(5000)}`), "Calls.read")
    assert.strictEqual(idFor("GET", "/api/v1/calls/%zz/events"), "Calls.events")
    assert.strictEqual(idFor("GET", "/api/v1/calls/%ff"), "Calls.read")
  })

  it("is undefined for another method or path", () => {
    assert.isUndefined(idFor("PATCH", "/api/v1r1/auth"))
    assert.isUndefined(idFor("GET", "/v1/calls"))
    assert.isUndefined(idFor("GET", "/apix/v1/calls"))
  })
})

const long = "x".repeat(300)

describe("noOperationMessage", () => {
  it("shortens an overlong path", () => {
    const favorites = noOperationMessage("DELETE", `/api/v1/on_call_groups/${long}/favorites`)
    assert.match(
      favorites,
      /^The path has an id that is too long: \/api\/v1\/on_call_groups\/x+\.\.\.\. Check the id\.$/
    )
    assert.match(noOperationMessage("POST", `/api/v1/calls/${long}/events`), /x\.\.\. does not take POST\. Use GET\.$/)
  })

  it.each([
    ["PATCH", "/api/v1r1/auth", "/api/v1r1/auth does not take PATCH. Use POST."],
    ["GET", "/v1/calls", "There is no operation GET /v1/calls. The nearest is GET /api/v1/calls."],
    ["GET", "/api/api/v1/calls", "There is no operation GET /api/api/v1/calls. The nearest is GET /api/v1/calls."],
    ["GET", "/api/v1/calls/%zz", "/api/v1/calls/%zz cannot be decoded. Write a percent sign as %25."],
    ["GET", "/api/v1r1/calls", "There is no operation GET /api/v1r1/calls. The nearest is GET /api/v1/calls."]
  ])("explains %s %s", (method, path, sentence) => {
    assert.strictEqual(noOperationMessage(method, path), sentence)
  })
})
