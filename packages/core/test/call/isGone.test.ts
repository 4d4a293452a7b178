import { assert, describe, it } from "@effect/vitest"

import * as Errors from "../../src/Errors.ts"
import { isGone } from "../../src/internal/call/decode.ts"

const line = { method: "DELETE", path: "/us/api/v1r1/enterprise/users/7" }
const v1r1 = (message: string) => new Errors.ErrorV1R1({ code: 1, message, errorName: "generic", ...line })
const v1 = (message: string, status: 401 | 500 = 401) => new Errors.ErrorV1({ status, code: 1, message, ...line })
const answered = (status: number) => new Errors.UnexpectedAnswer({ status, reason: "", excerpt: "", ...line })

const goneErrors = [
  v1r1("There is no user 7. They may have been deleted."),
  v1r1("You have no personal access token 7."),
  v1r1("Couldn't find User with 'id'=7"),
  v1r1("User not found"),
  v1("There is no on-call group 5. GET /api/v1/on_call_groups lists them."),
  v1("The on-call group 5 is not a favorite."),
  v1("Record does not exist"),
  v1r1("Not found"),
  v1r1("Error: the user 7 was not found."),
  v1r1("User with id 7 could not be found"),
  v1r1("No such user"),
  v1r1("Unknown user 7"),
  v1r1("User has already been deleted"),
  v1("Group 5 is not a favorite"),
  new Errors.ErrorText({ status: 401, message: "Group not found", ...line }),
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
  v1r1("User not found or not accessible"),
  v1r1("An unknown error occurred"),
  v1r1("Unknown error"),
  v1r1("There is no connection to the database"),
  v1r1("The server has no capacity left"),
  v1r1("User cannot be deleted, there is no other administrator"),
  v1r1("The user has no active license and could not be removed"),
  v1r1("Could not find a worker"),
  v1r1("Worker not found"),
  v1r1("Feature unknown"),
  v1r1("Unknown user agent"),
  v1r1("The user directory does not exist"),
  v1r1("The default pod of the user was removed from the plan"),
  v1("Not found", 500),
  new Errors.ErrorText({ status: 403, message: "Call not found", ...line }),
  answered(500),
  new Errors.SessionEnded({ reason: "The session was not found." }),
  new Error("not found"),
  undefined
] as const

describe("isGone", () => {
  it.each(goneErrors.map((error) => [error.message, error] as const))("holds for %s", (_, error) => {
    assert.isTrue(isGone(error, "{}"))
  })

  it.each(there.map((error) => [error?.message ?? "nothing", error] as const))("does not hold for %s", (_, error) => {
    assert.isFalse(isGone(error, ""))
  })

  it.each([
    ["an empty body", ""],
    ["an error of the service", '{"code":7,"message":"User not found"}'],
    ["an error in words that are not known", '{"code":7,"message":"No","name":"generic"}'],
    ["a text of the service", '"Call not found"']
  ])("holds for 404 and 410 with %s", (_, body) => {
    assert.isTrue(isGone(answered(404), body))
    assert.isTrue(isGone(answered(410), body))
    assert.isFalse(isGone(answered(405), body))
  })

  it.each([
    ["a page", "<html>default backend - 404</html>"],
    ["plain text", "default backend - 404"],
    ["JSON of a gateway", '{"message":"no Route matched with those values"}'],
    ["an error that is about the API key", '{"code":7,"message":"Unknown API key"}'],
    ["a body that is by far too long", JSON.stringify("x".repeat(100_000))]
  ])("does not hold for 404 with %s", (_, body) => {
    assert.isFalse(isGone(answered(404), body))
  })
})
