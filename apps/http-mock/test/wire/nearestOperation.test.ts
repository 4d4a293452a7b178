import { assert, describe, it } from "@effect/vitest"
import { operations } from "@remote-assist/core/Contract"

import { noOperationMessage } from "../../src/wire/request.ts"

describe("an unknown path", () => {
  it("is answered with the nearest operation", () => {
    for (const [method, path, nearest] of [
      ["GET", "/enterprise/userz", "GET /api/v1r1/enterprise/users"],
      ["POST", "/api/v1r1/enterprise/user", "POST /api/v1r1/enterprise/users"],
      ["GET", "/v1/call", "GET /api/v1/calls"],
      ["GET", "/api/v1/calls/call_1/evnts", "GET /api/v1/calls/:call_id/events"],
      ["DELETE", "/api/v1r1/enterpriser/users/5", "DELETE /api/v1r1/enterprise/users/:user_id"],
      ["GET", "/api/v1r1/personal_access_tokens", "GET /api/v1r1/personal_access_token"]
    ] as const)
      assert.include(noOperationMessage(method, path), `The nearest is ${nearest}.`, path)
  })

  it("may lack or exchange a letter of any operation", () => {
    for (const { method, path, version } of operations) {
      const at = `/api/${version}/`.length + 3
      const full = `/api${path.replaceAll(/:\w+/g, "5")}`
      const wrong = `${full.slice(0, at)}${full[at] === "x" ? "y" : "x"}${full.slice(at + 1)}`
      assert.include(noOperationMessage(method, wrong), `The nearest is ${method} /api${path}.`, wrong)
    }
  })

  it("may differ in at most two letters", () => {
    const messageOf = (path: string) => noOperationMessage("POST", `/api/v1/${path}`)
    for (const near of ["cal", "callsss", "xxlls", "aut", "au7h"])
      assert.include(messageOf(near), "The nearest is", near)
    // three letters away, and too short to say anything
    for (const far of ["ca", "callssss", "xxxls", "au", "th"]) assert.include(messageOf(far), "Check the path", far)
  })

  it("has no suggestion if no operation is similar, at any length", () => {
    for (const path of [
      "/api/v1/nothing",
      "/api/v2/x",
      "/",
      "/api/v1/x",
      `/${"a".repeat(1_000_000)}`,
      `/v1${"/calls".repeat(100_000)}`
    ])
      assert.include(noOperationMessage("GET", path), "Check the path", path.slice(0, 40))
  })
})
