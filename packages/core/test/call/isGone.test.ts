import { assert, describe, it } from "@effect/vitest"

import * as Errors from "../../src/Errors.ts"
import { isGone } from "../../src/internal/call/isGone.ts"

const line = { method: "DELETE", path: "/us/api/v1r1/enterprise/users/7" }
const v1r1 = (message: string) => new Errors.ErrorV1R1({ code: 1, message, name: "generic", ...line })
const v1 = (message: string, status: 401 | 500 = 401) => new Errors.ErrorV1({ status, code: 1, message, ...line })
const answered = (status: number) => new Errors.UnexpectedAnswer({ status, reason: "", excerpt: "", ...line })

const gone = [
  v1r1("There is no user 7. They may have been deleted."),
  v1r1("You have no personal access token 7."),
  v1r1("Couldn't find User with 'id'=7"),
  v1r1("User not found"),
  v1("There is no on-call group 5. GET /api/v1/on_call_groups lists them."),
  v1("The on-call group 5 is no favorite already."),
  v1("Record does not exist"),
  new Errors.ErrorText({ status: 401, message: "Group not found", ...line }),
  answered(404),
  answered(410),
  { _tag: "ErrorV1R1", status: 400, message: "User not found" }
] as const

const there = [
  v1r1("The token has expired."),
  v1r1("The user of this token has been deleted."),
  v1r1("The personal access token that this token was made from is removed."),
  v1r1("The API key is not known. The header x-service-api-key carries it."),
  v1r1("API key not found"),
  v1r1("The token of User:7 lacks the permission manage_users."),
  v1r1("You cannot deactivate or delete yourself. Ask another administrator."),
  v1r1("The personal access token 7 is another user's."),
  v1r1("Not found or no access"),
  v1("Not found", 500),
  new Errors.ErrorText({ status: 403, message: "Call not found", ...line }),
  answered(500),
  new Errors.SessionEnded({ reason: "The session was not found." }),
  new Error("not found"),
  undefined
] as const

describe("isGone", () => {
  it.each(gone.map((error) => [error.message, error] as const))("holds for %s", (_, error) => {
    assert.isTrue(isGone(error))
  })

  it.each(there.map((error) => [error?.message ?? "nothing", error] as const))("does not hold for %s", (_, error) => {
    assert.isFalse(isGone(error))
  })
})
