import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { expectTypeOf } from "vitest"

import * as Errors from "../src/Errors.ts"
import * as Failure from "../src/Failure.ts"

const at = (path: string) => ({ method: "GET", path: `/us/api${path}` })
const v1 = (status: 401 | 500, path: string, message = "No") =>
  new Errors.ErrorV1({ status, code: 1, message, ...at(path) })
const v1r1 = (path: string, code = 1, message = "No") =>
  new Errors.ErrorV1R1({ code, message, errorName: "generic", ...at(path) })
const text = (status: 401 | 403, message = "No") => new Errors.ErrorText({ status, message, ...at("/v1/calls/1") })
const answered = (status: number) => new Errors.UnexpectedAnswer({ status, reason: "", excerpt: "", ...at("/v1/auth") })

const ended = (state: Errors.SessionEnded["state"]) => new Errors.SessionEnded({ reason: "Over.", state })

const users = "/v1r1/enterprise/users"

type Predicate = keyof typeof Failure

const table: ReadonlyArray<readonly [string, unknown, ReadonlyArray<Predicate>]> = [
  ["401 of /v1/auth", v1(401, "/v1/auth"), ["isInvalidCredentials"]],
  ["401 of /v1/enterprise/auth", v1(401, "/v1/enterprise/auth"), ["isInvalidCredentials"]],
  ["400 of /v1r1/auth/pat", v1r1("/v1r1/auth/pat"), ["isInvalidCredentials"]],
  ["400 of /v1r1/auth that speaks of the key", v1r1("/v1r1/auth", 1, "Invalid API key"), ["isInvalidApiKey"]],
  ["401 of /v1/auth that speaks of the user", v1(401, "/v1/auth", "User is inactive"), ["isDeactivated"]],
  ["401 Token expired", text(401, "Token expired"), ["isTokenExpired"]],
  ["401 token expired in other words", text(401, "The user token has expired."), ["isTokenExpired"]],
  ["401 token expired in capitals", v1(401, "/v1/calls/1", "TOKEN EXPIRED"), ["isTokenExpired"]],
  [
    "an expired personal access token",
    v1(401, "/v1/calls/1", "The personal access token has expired."),
    ["isInvalidToken"]
  ],
  ["400 with code 1003", v1r1(`${users}/5`, 1003), ["isTokenExpired"]],
  [
    "401 with code 1003",
    new Errors.ErrorV1({ status: 401, code: 1003, message: "", ...at("/v1/token/info") }),
    ["isTokenExpired"]
  ],
  ["a session that the service refused to renew", ended("refused"), ["isTokenExpired"]],
  ["a session that nobody began", ended("none"), []],
  ["a session that another replaced", ended("replaced"), []],
  ["a session that was closed", ended("closed"), []],
  ["a refused refresh", v1(401, "/v1/auth/refresh"), ["isInvalidToken"]],
  ["a token that was used", v1(401, "/v1/auth/refresh", "The refresh token was used already."), ["isInvalidToken"]],
  ["a refresh with a wrong API key", v1(401, "/v1/auth/refresh", "Invalid API key"), ["isInvalidApiKey"]],
  ["a refresh for a user who is deactivated", v1(401, "/v1/auth/refresh", "User is inactive"), ["isDeactivated"]],
  ["a refused exchange", v1(401, "/v1/auth/exchange", "Not found"), ["isInvalidToken"]],
  ["401 of /v1/token/info", v1(401, "/v1/token/info"), ["isNotFoundOrNoAccess"]],
  ["401 of /v1/register", v1(401, "/v1/register"), []],
  ["400 of a user", v1r1(`${users}/5`), ["isNotFoundOrNoAccess"]],
  [
    "400 of a user that is not found",
    v1r1(`${users}/5`, 1, "User not found"),
    ["isNotFoundOrNoAccess", "isUnknownResource"]
  ],
  ["400 of a user whose field is wrong", v1r1(`${users}/5`, 1, "Name can't be blank"), ["isBadRequest"]],
  [
    "400 of a user without permission",
    v1r1(`${users}/5`, 1, "Not authorized"),
    ["isForbidden", "isNotFoundOrNoAccess"]
  ],
  ["400 of a list", v1r1(users), []],
  ["400 of an invalid role", v1r1(users, 1, "Role is not one of User, EnterpriseAdmin"), ["isBadRequest"]],
  ["400 of a role that is a number", v1r1(users, 1, "role is of type integer, text expected"), ["isBadRequest"]],
  ["400 of a name that is taken", v1r1(`${users}/5`, 1, "Name has already been taken"), ["isBadRequest"]],
  ["400 of a feature that is off", v1r1(users, 1, "SSO is disabled for this enterprise"), []],
  ["400 of an account that is off", v1r1(users, 1, "Your account has been suspended."), ["isDeactivated"]],
  ["400 of licenses that are used up", v1r1(users, 1, "License limit reached: 10 of 10 in use"), []],
  ["400 of an e-mail that is under way", v1r1(users, 1, "E-mail delivery is already in progress"), []],
  ["400 of an error that is not known", v1r1(users, 1, "Unknown error"), ["isServerFault"]],
  [
    "400 of a pod that is not found",
    v1r1(users, 1, "Pod 5 could not be found"),
    ["isNotFoundOrNoAccess", "isUnknownResource"]
  ],
  [
    "401 of what is not found",
    v1(401, "/v1/on_call_groups/5/favorites", "Not found"),
    ["isNotFoundOrNoAccess", "isUnknownResource"]
  ],
  ["400 of an address that is taken", v1r1(users, 1, "Email has already been taken"), ["isEmailTaken"]],
  ["400 of a rate limit", v1r1(users, 1, "Too many requests"), ["isRateLimited"]],
  ["400 of an internal error", v1r1(users, 1, "Internal server error"), ["isServerFault"]],
  ["400 that quotes the request", v1r1(users, 1, 'The name "API key not found" won\'t do'), []],
  ["401 of a token", text(401, "Invalid token"), ["isInvalidToken"]],
  ["403 of a call", text(403), ["isAccessDenied", "isForbidden", "isNotFoundOrNoAccess"]],
  ["401 of a call", text(401), []],
  ["401 of an unknown call", text(401, "There is no call nope."), ["isNotFoundOrNoAccess", "isUnknownResource"]],
  ["401 of a call that is over", text(401, "There is no call under way."), []],
  ["500 of /v1/auth", v1(500, "/v1/auth"), ["isServerFault"]],
  ["500 in words of another cause", v1(500, "/v1/calls", "Unknown API key"), ["isServerFault"]],
  ["400 of a proxy", answered(400), ["isBadRequest"]],
  ["403 of a proxy", answered(403), ["isForbidden", "isNotFoundOrNoAccess"]],
  ["404 of a proxy", answered(404), ["isNotFoundOrNoAccess", "isUnknownResource"]],
  ["429 of a proxy", answered(429), ["isRateLimited"]],
  ["502 of a proxy", answered(502), ["isServerFault"]],
  ["what was not sent", new Errors.InvalidRequest({ operation: "Calls.read", reason: "No" }), ["isBadRequest"]],
  ["a list that changed", new Errors.ListChanged({ before: 2, after: 1 }), []],
  ["something else", new Error("Token expired"), []],
  ["something else with a status", Object.assign(new Error("Not found"), { status: 404, code: 1003 }), []],
  ["a tag without a message", { _tag: "UnexpectedAnswer", status: 404 }, []],
  ["nothing", undefined, []]
]

const holding = (error: unknown) =>
  Object.entries(Failure)
    .flatMap(([name, holds]) => (holds(error) ? [name] : []))
    .toSorted()

describe("Failure", () => {
  it.each(table)("reads %s", (_, error, expected) => {
    assert.deepStrictEqual(holding(error), [...expected])
  })

  it.each(table)("reads %s that another copy of the package made", (_, error, expected) => {
    const other = error instanceof Error ? Object.assign(new Error(error.message), error) : error
    assert.deepStrictEqual(holding(other), [...expected])
  })
})

describe("a predicate", () => {
  // compared by the compiler
  it("leaves the classes of its errors in the type if it is false", () => {
    type Failed = Errors.ErrorV1 | Errors.ErrorV1R1 | Errors.ErrorText | Errors.TimedOut
    const call = Effect.fail<Failed>(v1(500, "/v1/auth"))
    const handled = Effect.catchIf(call, Failure.isInvalidCredentials, () => Effect.void)
    expectTypeOf(handled).toEqualTypeOf<Effect.Effect<void, Failed>>()
    assert.instanceOf(Effect.runSync(Effect.flip(handled)), Errors.ErrorV1)
  })
})
