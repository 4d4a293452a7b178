import { assert, describe, it } from "@effect/vitest"

import * as Errors from "../src/Errors.ts"
import {
  isAccessDenied,
  isInvalidCredentials,
  isNotFoundOrNoAccess,
  isServerFault,
  isTokenExpired
} from "../src/Failure.ts"

const at = (path: string) => ({ method: "GET", path: `/us/api${path}` })
const v1 = (status: 401 | 500, path: string) => new Errors.ErrorV1({ status, code: 1, message: "No", ...at(path) })
const v1r1 = (path: string, code = 1) => new Errors.ErrorV1R1({ code, message: "No", name: "generic", ...at(path) })
const text = (status: 401 | 403, message = "No") => new Errors.ErrorText({ status, message, ...at("/v1/calls/1") })

const predicates = { isInvalidCredentials, isTokenExpired, isNotFoundOrNoAccess, isAccessDenied, isServerFault }

const table: ReadonlyArray<readonly [string, unknown, keyof typeof predicates | undefined]> = [
  ["401 of /v1/auth", v1(401, "/v1/auth"), "isInvalidCredentials"],
  ["401 of /v1/enterprise/auth", v1(401, "/v1/enterprise/auth"), "isInvalidCredentials"],
  ["400 of /v1r1/auth/pat", v1r1("/v1r1/auth/pat"), "isInvalidCredentials"],
  ["401 Token expired", text(401, "Token expired"), "isTokenExpired"],
  ["400 with code 1003", v1r1("/v1r1/enterprise/users/5", 1003), "isTokenExpired"],
  ["an ended session", new Errors.SessionEnded({ reason: "Over." }), "isTokenExpired"],
  ["401 of /v1/token/info", v1(401, "/v1/token/info"), "isNotFoundOrNoAccess"],
  ["400 of a user", v1r1("/v1r1/enterprise/users/5"), "isNotFoundOrNoAccess"],
  ["400 of a list", v1r1("/v1r1/enterprise/users"), undefined],
  ["403 of a call", text(403), "isAccessDenied"],
  ["401 of a call", text(401), undefined],
  ["500 of /v1/auth", v1(500, "/v1/auth"), "isServerFault"],
  [
    "502 of a proxy",
    new Errors.UnexpectedAnswer({ status: 502, reason: "", excerpt: "", ...at("/v1/auth") }),
    "isServerFault"
  ],
  ["no connection", new Errors.ConnectionFailed({ origin: "o", reason: "r", ...at("/v1/auth") }), undefined],
  ["something else", new Error("No"), undefined]
]

describe("Failure", () => {
  it.each(table)("reads %s", (_, error, expected) => {
    assert.deepStrictEqual(
      Object.entries(predicates).flatMap(([name, holds]) => (holds(error) ? [name] : [])),
      expected === undefined ? [] : [expected]
    )
  })
})
