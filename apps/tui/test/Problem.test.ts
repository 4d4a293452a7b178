import { setGlobalProxyFromEnv } from "node:http"

import { Errors } from "@remote-assist/core"
import { describe, expect, onTestFinished, test } from "vitest"

import { ControlRefused } from "../src/Control.ts"
import * as Problem from "../src/Problem.ts"

const refusals: ReadonlyArray<readonly [string, Problem.Failure, string]> = [
  ["v1", new Errors.ErrorV1({ status: 401, code: 7, message: "Out of luck." }), "Out of luck (code 7)."],
  ["v1r1", new Errors.ErrorV1R1({ code: 7, message: "out of luck", errorName: "generic" }), "out of luck (code 7)."],
  ["text", new Errors.ErrorText({ status: 401, message: "Out of luck." }), "Out of luck (status 401)."]
]

describe("a problem", () => {
  test.each(refusals)("describes a rejection in the form %s", (_, error, text) => {
    expect(Problem.describe("list the pods", error, "Log in otherwise.")).toEqual({
      kind: "refused",
      what: `The service refused to list the pods: ${text}`,
      todo: "Log in otherwise."
    })
  })

  test.each([
    [403, "Not allowed", "Log in as somebody who may do this."],
    [401, "The path /usx/api/v1r1/auth has no region. Use /us or /eu", "Check the base address of the region."],
    [401, "There is no operation POST /foo/api/v1r1/auth. Check the path", "Check the base address of the region."],
    [401, "The user is deactivated", "An administrator can reactivate the user."],
    [401, "The user is deactivated. An administrator can reactivate them", ""],
    [401, "There is no call 7", "Check the id or name: it may have been deleted."],
    [401, 'No e-mail was sent: "no@x.com" is not the address of an unconfirmed account', "Check the e-mail address."],
    [401, "The token is of type user, not foo", "Check what you require of it, or use another token."]
  ] as const)("has the advice for the cause of %i %s, and no status", (status, message, todo) => {
    expect(Problem.describe("read it", new Errors.ErrorText({ status, message }), "Log in otherwise.")).toEqual({
      kind: "refused",
      what: `The service refused to read it: ${message}.`,
      todo
    })
  })

  test.each([
    "The role King is not known. Use one of User",
    "A user with the e-mail address a@b.c exists already",
    "The field email has no @",
    "The call call_1 is over"
  ])("has no general advice after: %s", (message) => {
    const refusal = new Errors.ErrorV1({ status: 401, code: 7, message })
    expect(Problem.describe("do it", refusal, Problem.stateAdvice).todo).toBe("")
  })

  test.each([
    ["There is no pod 9. GET /api/v1r1/enterprise/pods lists them.", "There is no pod 9. The list of pods shows them"],
    ["a@b.c waits. POST /api/v1/register/resend_confirmation.", "a@b.c waits. Resend confirmation"],
    ["There is no operation POST /api/v1/foo", "There is no operation POST /api/v1/foo"]
  ])("has words for the requests that the service advises: %s", (message, words) => {
    const refusal = new Errors.ErrorV1({ status: 401, code: 7, message })
    expect(Problem.describe("do it", refusal, "").what).toBe(`The service refused to do it: ${words} (code 7).`)
  })

  test.each([
    [400, "A fault has does", ""],
    [404, "There is no fault x", "Check the id or name: it may have been deleted."],
    [409, "It is there already", Problem.stateAdvice]
  ])("of an emulator that answers %i has the advice for the cause", (status, detail, todo) => {
    const refusal = new ControlRefused({ status, detail })
    expect(Problem.describe("do it", refusal, Problem.stateAdvice).todo).toBe(todo)
  })

  const answered = (method: string, status: number, more: object = {}) =>
    Problem.describe(
      "deactivate grace",
      new Errors.UnexpectedAnswer({ method, path: "/users/2", status, reason: "as it is", excerpt: "", ...more }),
      "Correct it."
    )

  test.each([
    ["connect ECONNREFUSED 127.0.0.1:9", "nothing listens there"],
    ["getaddrinfo ENOTFOUND nohost.example", "the name is not known"],
    [
      "no connection to the proxy http://p (check HTTP_PROXY): connect ECONNREFUSED 127.0.0.1:9",
      "no connection to the proxy http://p (check HTTP_PROXY): nothing listens there"
    ],
    ["socket hang up", "socket hang up"]
  ])("explains the platform's reason %s", (reason, plain) => {
    const error = new Errors.ConnectionFailed({ method: "GET", path: "/", origin: "http://a", reason })
    expect(Problem.describe("read it", error, "").what).toBe(`No connection to http://a (${plain}).`)
  })

  test("of a deactivated user does not advise to log in again", () => {
    const error = new Errors.ErrorV1R1({
      status: 400,
      code: 1004,
      errorName: "Unauthorized",
      message: "The user of this token is deactivated"
    })
    expect(Problem.describeSessionError("list the users", error)).toMatchObject({
      kind: "session",
      todo: "An administrator can reactivate the user."
    })
    expect(Problem.describeSessionError("list the users", error).by).toBeUndefined()
  })

  test.each([401, 403])("of an undocumented %i names the permissions", (status) => {
    expect(answered("GET", status).todo).toBe(
      "Check the API key and the permissions of the user, and that the base address is the service's."
    )
  })

  test.each([
    [502, "<html>", "The proxy http://proxy.example answered 502 with a web page, not the service (GET /users/2)."],
    [502, "", "The service answered 502 through the proxy http://proxy.example (GET /users/2), as it is."],
    [407, "", "The service answered 407 through the proxy http://proxy.example (GET /users/2), as it is."],
    [404, "", "The service answered 404 (GET /users/2), as it is."]
  ])("names the proxy that may have answered %i %s, unless the service is on this machine", (status, excerpt, what) => {
    onTestFinished(setGlobalProxyFromEnv({ HTTP_PROXY: "http://me:secret@proxy.example/", NO_PROXY: "127.0.0.1" }))
    const fields = { method: "GET", path: "/users/2", status, reason: "as it is", excerpt }
    const error = new Errors.UnexpectedAnswer(fields)
    const problem = Problem.describe("read it", error, "")
    expect(Problem.withProxy(problem, error, "http://us.example/api").what).toBe(what)
    expect(Problem.withProxy(problem, error, "http://127.0.0.1:4010/us/api")).toBe(problem)
    expect(problem.todo === "Check the credentials of the proxy.").toBe(status === 407)
  })

  test("says how long the service asks to wait", () => {
    expect(answered("PUT", 429, { retryAfter: 30 })).toEqual({
      kind: "unexpected",
      what: "The service answered 429 (PUT /users/2): too many requests; it asks to wait 30 s.",
      todo: "Wait 30 s, then try again."
    })
    expect(answered("GET", 503, { notSent: true, retryAfter: 40 })).toMatchObject({
      what: "The service answered 503 (GET /users/2): it is unavailable; this one was held back; it asks to wait 40 s.",
      todo: "Wait 40 s, then try again."
    })
    expect(answered("GET", 502).todo).toBe("Wait a moment, then try again.")
  })

  test.each([
    [502, "unavailable", "Wait a moment, then try again; if it stays so, check that the base address"],
    [200, "unexpected", "Try again; if it stays so, check that the base address"]
  ])("says that a proxy answered %i with a web page", (status, kind, todo) => {
    const problem = answered("GET", status, { excerpt: "\n<!DOCTYPE html><html>" })
    expect(problem).toMatchObject({
      kind,
      what: `A proxy answered ${status} with a web page, not the service (GET /users/2).`
    })
    expect(problem.todo).toContain(todo)
  })

  const unsure = /^It may have happened/

  test.each([true, false])("asks to check after a change that may have happened: %s", (mayHaveHappened) => {
    expect(unsure.test(answered("POST", 201, { mayHaveHappened }).todo)).toBe(mayHaveHappened)
  })

  test("asks to check after a change whose answer is too large or does not match the contract", () => {
    const large = new Errors.BodyTooLarge({ method: "POST", path: "/users", limit: 1, mayHaveHappened: true })
    const drifted = new Errors.Drifted({ method: "POST", path: "/users", drifts: [] })
    for (const error of [large, drifted]) expect(Problem.describe("make it", error, "").todo).toMatch(unsure)
  })
})
